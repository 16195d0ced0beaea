import { expect, test } from 'vitest';
import { changed } from './changes';

test('values are put at their paths, and the old view stays', () => {
  const old = { a: [1, { b: 2 }], c: 'x', d: null };
  const now = changed<unknown>(old, [[['a', 1, 'b'], 3], [['c']], [['e'], [4]]]);
  expect(now).toEqual({ a: [1, { b: 3 }], d: null, e: [4] });
  expect(old).toEqual({ a: [1, { b: 2 }], c: 'x', d: null });
});

test('the whole can be replaced', () => {
  expect(changed<unknown>({ a: 1 }, [[[], { b: 2 }]])).toEqual({ b: 2 });
});
