import { describe, expect, it } from 'vitest';
import { plural, render, sentence, signed, typeset } from './text';

const en = {
  'game.draw': '{what} at {row}·{column}: {n} {n:point|points}',
  'game.what': 'a bend to the {way}',
  'game.east': 'east',
};
const ru = { 'game.total': '{points} {points:очко|очка|очков}' };

describe('text', () => {
  it('picks the Russian plural form', () => {
    expect([1, 2, 5, 11, 14, 21, 22, 25, 101, 111, 0].map((n) => plural(n, 'ru'))).toEqual([
      0, 1, 2, 2, 2, 0, 1, 2, 0, 2, 2,
    ]);
  });
  it('picks the English plural form', () => {
    expect([0, 1, 2, -1, 21].map((n) => plural(n, 'en'))).toEqual([1, 0, 1, 0, 1]);
  });
  it('fills facts, plurals and nested texts as the server does', () => {
    const what = { code: 'game.what', facts: { way: { code: 'game.east', facts: {} } } };
    expect(render({ code: 'game.draw', facts: { what, row: 4, column: 2, n: 1 } }, 'en', en)).toBe(
      'a bend to the east at 4·2: 1 point',
    );
    expect(render({ code: 'game.total', facts: { points: 22 } }, 'ru', ru)).toBe('22\u00a0очка');
  });
  it('shows a code that the catalogue lacks', () => {
    expect(render({ code: 'no.such', facts: {} }, 'en', {})).toBe('no.such');
  });
  it('begins no Russian line with a dash', () => {
    expect(typeset('стрелка — это путь', 'ru')).toBe('стрелка\u00a0— это путь');
    expect(typeset('a – b', 'en')).toBe('a – b');
  });
  it('has a sign and a capital', () => {
    expect([signed(3), signed(-2), signed(0), sentence('стык')]).toEqual(['+3', '−2', '0', 'Стык']);
  });
});
