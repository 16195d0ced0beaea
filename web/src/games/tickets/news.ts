/** What others did since one's last action, by place: routes, and cards and tickets taken. */
import type { Entry } from '../../generated/tickets';
import type { Recent } from '../../lib/motion/recent';

export interface News {
  claims: { route: number; number: number }[];
  /** Numbers of the order by the place that something was taken from: `row:2`, `deck`, `tickets`. */
  taken: Record<string, number[]>;
}

function placeOf(entry: Entry): string | null {
  if (entry.kind === 'take') return `row:${entry.slot}`;
  if (entry.kind === 'blind') return 'deck';
  return entry.kind === 'tickets' ? 'tickets' : null;
}

/** Only acts count: the card that refills the row and what is kept in secret have no number of their own. */
export function newsOf(recent: Recent<Entry>[]): News {
  const acts = recent.map(({ entry }) => entry).filter((entry) => entry.kind === 'claim' || placeOf(entry));
  const news: News = { claims: [], taken: {} };
  acts.forEach((entry, i) => {
    const number = acts.length > 1 ? i + 1 : 0;
    const place = placeOf(entry);
    if (entry.kind === 'claim') news.claims.push({ route: entry.route, number });
    else if (place) (news.taken[place] ??= []).push(number);
  });
  return news;
}
