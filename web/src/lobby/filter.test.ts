import { describe, expect, it } from 'vitest';
import type { Table } from '../lib/types';
import { fits, type Filter } from './filter';

const all: Filter = { game: '', pace: 'any', rated: false, language: '' };
const table = { game: 'a', clock: { kind: 'days', hours: 24 }, rated: true, language: 'ru' } as Table;

describe('the filters of the lobby', () => {
  it('show everything until something is chosen', () => expect(fits(table, all)).toBe(true));
  it('leave out what does not fit', () => {
    for (const wrong of [{ game: 'b' }, { pace: 'now' as const }, { language: 'en' }])
      expect(fits(table, { ...all, ...wrong })).toBe(false);
    expect(fits({ ...table, rated: false }, { ...all, rated: true })).toBe(false);
  });
  it('count a table without a clock as one of now', () =>
    expect(fits({ ...table, clock: null }, { ...all, pace: 'now' })).toBe(true));
});
