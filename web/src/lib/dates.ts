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
