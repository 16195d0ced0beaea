/** What somebody wants to see of the lobby. */
import type { Language, Table } from '../lib/types';

export const PACES = ['any', 'now', 'days'] as const;
export const LANGUAGES: Language[] = ['ru', 'en'];

export interface Filter {
  game: string;
  pace: (typeof PACES)[number];
  rated: boolean;
  language: string;
}

export function fits(table: Table, { game, pace, rated, language }: Filter): boolean {
  const slow = table.clock?.kind === 'days';
  return (
    (!game || table.game === game) &&
    (pace === 'any' || slow === (pace === 'days')) &&
    (!rated || table.rated) &&
    (!language || table.language === language)
  );
}
