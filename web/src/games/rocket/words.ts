/** Short sentences that several parts of the board say. */
import type { Diversion } from '../../generated/rocket';
import { say } from '../../lib/settings.svelte';
import { letter } from '../../lib/seats';
import type { Language } from '../../lib/types';

/** A hex that a line could go to, with what that would bring. */
export type Target = Omit<Diversion, 'bids'>;

export const town = (id: string) => say(`rocket.town_${id}`);
export const industry = (id: string) => say(`rocket.industry_${id}`);

/** Who would get how much: «A +2 · B +1»; for the own seat «you +2»; with names instead of letters where they are given. */
export function gains(
  points: number[],
  language: Language,
  you: number | null = null,
  named: (seat: number) => string = (seat) => letter(seat, language),
): string {
  const order = points.map((_, seat) => seat).filter((seat) => points[seat]);
  order.sort((a, b) => Number(b === you) - Number(a === you) || points[b] - points[a]);
  return order.map((seat) => `${seat === you ? say('rocket.ui_you') : named(seat)} +${points[seat]}`).join(' · ');
}

/** What a target is good for, in two or three words. */
export function title(target: Target, names: (id: string) => string): string {
  if (target.merges.length) return say('rocket.ui_merger', { line: target.merges.map(names).join(' / ') });
  const parts = target.towns.map(town);
  if (target.passenger) parts.unshift(say('rocket.ui_passenger'));
  return parts.join(', ');
}
