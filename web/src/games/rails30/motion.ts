/** What is drawn on a sheet appears line by line, and its points go to the seat. */
import type { Entry } from '../../generated/rails30';
import type { Step } from '../../lib/motion/steps';
import { placed } from './cells';

export function motion(entry: Entry): Step[] {
  const place = placed(entry);
  if (!place || entry.seat === null) return [];
  const steps: Step[] = [{ do: entry.kind === 'bonus' ? 'appear' : 'draw', at: place.anchor }];
  if (entry.points) steps.push({ do: 'points', from: place.anchor, seat: entry.seat, points: entry.points });
  return [{ do: 'together', steps }];
}
