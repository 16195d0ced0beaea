/** Values of options in words. */
import { say, settings } from './settings.svelte';

/** The game's own word for a value, the page's, or the value itself; a whole map or outline is not spelt out. */
export function choiceText(room: string, value: string | number | boolean): string {
  const found = [`${room}.choice_${value}`, `page.choice_${value}`].find((code) => settings.words[code]);
  if (found) return say(found);
  return String(value).length > 24 ? say('page.choice_own') : String(value);
}
