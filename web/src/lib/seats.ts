/** A seat is a colour, a pattern and a letter; never a colour alone. */
import type { Language } from './types';

const LETTERS: Record<Language, string> = { en: 'ABCDEFGHIJKL', ru: 'АБВГДЕЖЗИКЛМ' };

export function letter(seat: number, language: Language): string {
  return LETTERS[language][seat] ?? String(seat + 1);
}

/** Classes of a seat: five colours; from the sixth seat on the same colours with another pattern. */
export function look(seat: number): string {
  return `seat-${'abcde'[seat % 5]} pat-${'abcde'[(seat + Math.floor(seat / 5)) % 5]}`;
}
