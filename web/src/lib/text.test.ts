import { describe, expect, it } from 'vitest';
import en from '../../../src/branchline/games/rails30/api/words/en.json';
import ru from '../../../src/branchline/games/rails30/api/words/ru.json';
import { plural, sentence, signed, word } from './text';

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
    const text = {
      code: 'rails30.draw',
      facts: {
        track: { code: 'rails30.track_6', facts: {} },
        way: { code: 'rails30.drawing_14', facts: {} },
        joker: { code: 'rails30.joker_white', facts: {} },
        row: 4,
        column: 2,
      },
    };
    expect(word(text, 'en', en)).toBe('junction at 4·2: north – south or east, white joker');
    expect(word({ code: 'rails30.total', facts: { points: 22 } }, 'ru', ru)).toBe('22 очка');
  });
  it('shows a code that the catalogue lacks', () => {
    expect(word({ code: 'no.such', facts: {} }, 'en', {})).toBe('no.such');
  });
  it('has a sign and a capital', () => {
    expect([signed(3), signed(-2), signed(0), sentence('стык')]).toEqual(['+3', '−2', '0', 'Стык']);
  });
});
