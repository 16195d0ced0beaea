/** Days of the daily challenge as people say them, and a text to share that gives nothing away. */
import { locale } from './dates';
import { dateOf } from './days';
import { say } from './settings.svelte';
import { plain } from './text';
import type { Deal } from './types';

export function dayName(day: string): string {
  return new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(dateOf(day));
}

export function shareText(deal: Deal, title: string): string {
  const { points, place } = deal.attempt ?? {};
  const facts = {
    game: title,
    date: dayName(deal.day),
    points: plain(points ?? 0),
    place: place ?? 0,
    of: deal.played,
  };
  const address = `${location.origin}/daily/${deal.day}/${deal.game}`;
  const said =
    deal.par === null ? say('page.daily_shared_plain', facts) : say('page.daily_shared', { ...facts, par: deal.par });
  return `${said}\n${address}`;
}
