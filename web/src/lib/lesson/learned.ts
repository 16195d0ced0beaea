/** What somebody has learned: kept with the settings of the browser, and with the account of whoever has one. */
import type { LessonPlace } from '../api';
import { settings } from '../settings.svelte';

type Part = LessonPlace['part'];
/** Stands for the whole lesson, so that nothing need be asked of the server to know that it is finished. */
const ALL = 'all';
const has = (what: string) => settings.learned.split(' ').includes(what);

export const isLearned = (game: string, part: Part, id: string) => has(`${game}/${part}/${id}`);
export const finished = (game: string) => has(`${game}/lesson/${ALL}`);

export function learn(game: string, part: Part, ids: string[], id: string): void {
  settings.learn(`${game}/${part}/${id}`);
  if (ids.every((each) => isLearned(game, part, each))) settings.learn(`${game}/${part}/${ALL}`);
}
