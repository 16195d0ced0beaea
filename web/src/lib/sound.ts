/** Small sounds, made and not loaded. Silent unless the setting is on, and before the first press or key. */
import { settings } from './settings.svelte';

let context: AudioContext | null = null;

function note(frequency: number, start: number, length: number, loudness: number, shape: OscillatorType): void {
  if (!context) return;
  const from = context.currentTime + start;
  const gain = context.createGain();
  gain.gain.setValueAtTime(loudness, from);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  const tone = context.createOscillator();
  tone.type = shape;
  tone.frequency.value = frequency;
  tone.connect(gain).connect(context.destination);
  tone.start(from);
  tone.stop(from + length);
}

const SOUNDS = {
  turn: () => (note(660, 0, 0.12, 0.05, 'sine'), note(880, 0.1, 0.18, 0.05, 'sine')),
  play: () => note(210, 0, 0.07, 0.08, 'triangle'),
  other: () => note(160, 0, 0.05, 0.04, 'triangle'),
  points: () => (note(988, 0.25, 0.1, 0.03, 'sine'), note(1319, 0.33, 0.16, 0.03, 'sine')),
  refuse: () => note(110, 0, 0.14, 0.05, 'square'),
  end: () => [523, 659, 784].forEach((tone, i) => note(tone, i * 0.13, 0.3, 0.05, 'sine')),
};

export function sound(name: keyof typeof SOUNDS): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  // A browser that put the context to sleep lets it wake after a gesture.
  if (context.state === 'suspended')
    void context.resume().then(
      () => SOUNDS[name](),
      () => undefined,
    );
  else SOUNDS[name]();
}
