/** Points travel from their cause to the seat. Never waited for; any press or key ends it. */
import { settings } from './settings.svelte';

export interface Spot {
  x: number;
  y: number;
}

export function fly(text: string, from: Spot, seat: number, loss = false): void {
  const goal = document.querySelector(`[data-seat="${seat}"] .pts`)?.getBoundingClientRect();
  if (settings.isStill || document.hidden || !goal?.width) return;
  const chip = document.createElement('span');
  chip.className = loss ? 'flying loss' : 'flying';
  chip.textContent = text;
  chip.setAttribute('aria-hidden', 'true');
  document.body.append(chip);
  const place = ({ x, y }: Spot, scale: number) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
  const to = { x: goal.x + goal.width / 2, y: goal.y + goal.height / 2 };
  const flight = chip.animate(
    [
      { transform: place(from, 0.6), opacity: 0 },
      { transform: place(from, 1.25), opacity: 1, offset: 0.25, easing: 'linear' },
      { transform: place(from, 1.25), opacity: 1, offset: 0.55, easing: 'cubic-bezier(.5, 0, .2, 1)' },
      { transform: place(to, 0.9), opacity: 0.9 },
    ],
    { duration: 560 },
  );
  const end = () => flight.finish();
  addEventListener('pointerdown', end, { once: true });
  addEventListener('keydown', end, { once: true });
  flight.onfinish = () => {
    removeEventListener('pointerdown', end);
    removeEventListener('keydown', end);
    chip.remove();
  };
}
