/** Small soft sounds, made and not loaded. Silent unless the setting is on, and before the first press or key. */
import { settings } from './settings.svelte';

let output: { context: AudioContext; gain: GainNode } | null = null;

/** Everything goes through one filter that takes the edge off, and one gain: the volume of the settings. */
function open(): { context: AudioContext; gain: GainNode } {
  if (!output) {
    const context = new AudioContext();
    const filter = new BiquadFilterNode(context, { type: 'lowpass', frequency: 2400, Q: 0.4 });
    const gain = new GainNode(context);
    gain.connect(filter).connect(context.destination);
    output = { context, gain };
  }
  // As loud as it is felt to be: half way is not half the power.
  output.gain.gain.value = (settings.volume / 100) ** 2;
  return output;
}

/** A tone that swells for an instant and dies away, with a quieter one an octave above it as a struck bar has. */
function note(frequency: number, start: number, length: number, loudness: number): void {
  if (!output) return;
  const { context, gain } = output;
  const from = context.currentTime + 0.01 + start;
  for (const [times, part] of [
    [1, 1],
    [2, 0.22],
  ]) {
    const tone = new OscillatorNode(context, { type: 'sine', frequency: frequency * times });
    const shape = new GainNode(context, { gain: 0 });
    shape.gain.setValueAtTime(0, from);
    shape.gain.linearRampToValueAtTime(loudness * part, from + 0.012);
    shape.gain.exponentialRampToValueAtTime(0.0001, from + length);
    tone.connect(shape).connect(gain);
    tone.start(from);
    tone.stop(from + length + 0.02);
  }
}

const SOUNDS = {
  turn: () => (note(523, 0, 0.35, 0.3), note(784, 0.12, 0.5, 0.3)),
  play: () => note(262, 0, 0.16, 0.35),
  other: () => note(196, 0, 0.14, 0.22),
  points: () => (note(880, 0.25, 0.25, 0.16), note(1175, 0.33, 0.4, 0.16)),
  refuse: () => (note(165, 0, 0.16, 0.4), note(147, 0.09, 0.22, 0.35)),
  end: () => [392, 523, 659, 784].forEach((tone, i) => note(tone, i * 0.14, 0.7, 0.26)),
};

export function sound(name: keyof typeof SOUNDS): void {
  if (!settings.sound || !settings.volume || !navigator.userActivation?.hasBeenActive) return;
  const { context } = open();
  // A browser that put the context to sleep lets it wake after a gesture.
  if (context.state === 'suspended')
    void context.resume().then(
      () => SOUNDS[name](),
      () => undefined,
    );
  else SOUNDS[name]();
}
