import { say, settings } from './settings.svelte';

export function levelName(level: string | null): string {
  const code = `page.level_${level}`;
  return settings.words[code] ? say(code) : (level ?? '');
}

/** The level that somebody who did not choose plays against: the middle one. */
export function usualLevel(levels: string[]): string {
  return levels.find((level) => ['normal', 'medium', 'player'].includes(level)) ?? levels[Math.floor(levels.length / 2)] ?? 'random';
}
