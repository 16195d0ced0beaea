/** Days as people say them, in the language that is shown. */
import { settings } from './settings.svelte';

/** Dates as they are written where the page's spelling is: 17 November. */
export const locale = () => (settings.shown === 'en' ? 'en-GB' : settings.shown);

/** A moment in seconds since 1970, as a day. */
export function day(seconds: number): string {
  const date = new Date(seconds * 1000);
  const said = date.toLocaleDateString(locale(), { day: 'numeric', month: 'long', year: 'numeric' });
  // Russian abbreviates the year with a full stop, which would stand before that of a sentence.
  return said.replace(/\sг\.$/, '\u00a0года');
}

/** A moment in seconds since 1970 where there is little room: today, yesterday, 14 Nov, or with its year. */
export function shortDay(seconds: number): string {
  const at = new Date(seconds * 1000);
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const ago = Math.round((midnight(new Date()) - midnight(at)) / 86_400_000);
  if (ago < 2) return new Intl.RelativeTimeFormat(settings.shown, { numeric: 'auto' }).format(-ago, 'day');
  const year = ago > 300 ? ({ year: '2-digit' } as const) : {};
  return at.toLocaleDateString(locale(), { day: 'numeric', month: 'short', ...year });
}
