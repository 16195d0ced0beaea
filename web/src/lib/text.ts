/** Renders as core/text.py does: `{n}` is a fact, `{n:point|points}` the plural form it asks for. */
import type { Facts, Language, Text } from './types';

export type Catalogue = Record<string, string>;

const PLACE = /\{(\w+)(?::([^{}]*))?\}/g;

export function plural(n: number, language: Language): number {
  n = Math.abs(n);
  if (language !== 'ru') return n === 1 ? 0 : 1;
  if (n % 10 === 1 && n % 100 !== 11) return 0;
  return [2, 3, 4].includes(n % 10) && ![12, 13, 14].includes(n % 100) ? 1 : 2;
}

export function isText(fact: unknown): fact is Text {
  return typeof fact === 'object' && fact !== null && 'code' in fact;
}

export function fill(template: string, facts: Facts, language: Language, words: Catalogue): string {
  return typeset(template, language).replace(PLACE, (place, name: string, forms?: string) => {
    const fact = facts[name] ?? place;
    if (forms !== undefined) return forms.split('|')[plural(Math.trunc(Number(fact)), language)] ?? '';
    return isText(fact) ? render(fact, language, words) : String(fact);
  });
}

/** A message in a language; a code that the catalogue lacks is shown as it is. */
export function render(text: Text, language: Language, words: Catalogue): string {
  const template = words[text.code];
  return template === undefined ? text.code : fill(template, text.facts ?? {}, language, words);
}

/** Russian as it is set: no line begins with a dash, and none ends between a number and what is counted. */
export function typeset(text: string, language: Language): string {
  return language === 'ru' ? text.replaceAll(' —', '\u00a0—').replace(/\} (?=\{\w+:)/g, '}\u00a0') : text;
}

/** A sentence begins with a capital; the catalogue's texts do not, since they also stand inside others. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A number with a real minus. */
export function plain(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

/** A gain as it is shown: +3, −1, 0. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0';
}
