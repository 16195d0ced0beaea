/** Levels of bots: those that every game may have are named by the core, others by their game. */
import { say, settings } from './settings.svelte';

export function levelName(folder: string, level: string | null): string {
  const code = [`${folder}.level_${level}`, `core.level_${level}`].find((each) => each in settings.words);
  return code ? say(code) : (level ?? '');
}

/** The level that somebody who did not choose plays against: the middle one. */
export function usualLevel(levels: string[]): string {
  return levels[Math.floor(levels.length / 2)] ?? 'random';
}
