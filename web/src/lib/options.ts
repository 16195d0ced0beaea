/** Options of a game in a player's words: `<package>.choice_<option>` names one, `<package>.choice_<option>_<value>` a value of it. */
import { say, settings } from './settings.svelte';
import { sentence } from './text';
import type { GameInfo, OptionValues, Table } from './types';

type Value = OptionValues[string];

export function optionName(folder: string, option: string): string {
  return sentence(known(`${folder}.choice_${option}`) ?? option);
}

/** A value where it stands after its option's name; a whole map or outline is not spelt out. */
export function choiceName(folder: string, option: string, value: Value): string {
  return (
    known(`${folder}.choice_${option}_${value}`) ?? (String(value).length > 24 ? say('page.choice_own') : String(value))
  );
}

/** What a table plays differently from usual. */
export function unusual(info: GameInfo, table: Table): string[] {
  return info.options
    .filter(({ name, default: usual }) => name in table.options && table.options[name] !== usual)
    .map(({ name }) => `${optionName(info.package, name)}: ${choiceName(info.package, name, table.options[name])}`);
}

/** What a table plays, in a few words: its map, and what is not as usual. */
export function terms(info: GameInfo, table: Table): string[] {
  const map = info.options.some(({ name }) => name === 'map') ? [table.options.map] : [];
  const others = info.options.filter(
    ({ name, default: usual }) => name !== 'map' && name in table.options && table.options[name] !== usual,
  );
  return [
    ...map.map((value) => choiceName(info.package, 'map', value)),
    ...others.map(
      ({ name }) => `${optionName(info.package, name)}: ${choiceName(info.package, name, table.options[name])}`,
    ),
  ];
}

const known = (code: string) => (settings.words[code] === undefined ? undefined : say(code));
