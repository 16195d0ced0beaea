/** Levels of bots: those that every game may have are named by the core, others by their game. */
import { me } from './me.svelte';
import { say, settings } from './settings.svelte';
import type { GameInfo, Seat } from './types';

export function levelName(folder: string, level: string | null): string {
  const code = [`${folder}.level_${level}`, `core.level_${level}`].find((each) => each in settings.words);
  return code ? say(code) : (level ?? '');
}

/** The level that somebody who did not choose plays against: the one that fits the last games, by the server. */
export function fittingLevel(info: GameInfo): string {
  return me.levels[info.game] ?? info.levels[0];
}

/** A sentence about a bot; nothing about people. */
export function characterOf(seat: Seat): string {
  return seat.character ? say(`core.character_${seat.character}_about`) : '';
}
