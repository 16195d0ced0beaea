/** A name for somebody who has not given one: a railway's thing with a number, as an engine has. */
import { say } from './settings.svelte';

const NAMES = 12;

export function suggestedName(random: () => number = Math.random): string {
  const name = say(`people.suggest_${Math.floor(random() * NAMES)}`);
  return `${name} ${100 + Math.floor(random() * 900)}`;
}
