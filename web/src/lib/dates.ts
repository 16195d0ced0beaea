/** Days as people say them, in the language that is shown. */
import { settings } from './settings.svelte';

/** A moment in seconds since 1970, as a day. */
export function day(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString(settings.shown, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
}

/** A moment in seconds since 1970 where there is little room: today, yesterday, 14 Nov, or with its year. */
export function shortDay(seconds: number): string {
  const at = new Date(seconds * 1000);
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const ago = Math.round((midnight(new Date()) - midnight(at)) / 86_400_000);
  if (ago < 2) return new Intl.RelativeTimeFormat(settings.shown, { numeric: 'auto' }).format(-ago, 'day');
  const year = ago > 300 ? ({ year: '2-digit' } as const) : {};
  return at.toLocaleDateString(settings.shown, { day: 'numeric', month: 'short', ...year });
}
