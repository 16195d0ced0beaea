import { describe, expect, it, vi } from 'vitest';
import { ended } from './finished';
import { toldNotes } from './notes';
import type { Facts, Table } from './types';

// The settings ask the browser for the person's taste; here only the words are needed.
vi.mock('./settings.svelte', async () => {
  const { render } = await import('./text');
  const { default: words } = await import('../words/en');
  return { settings: { shown: 'en' }, say: (code: string, facts: Facts = {}) => render({ code, facts }, 'en', words) };
});

const seats = ['Anna', 'Boris', 'Clara'].map((name, seat) => ({ seat, name, you: false, resigned: false }));
function table(you: number[], quitters: number[], winners: number[], late: number[] = [], at_zero = 'resign'): Table {
  const notes = quitters.flatMap((seat) => [
    ...(late.includes(seat) ? [{ n: 1, kind: 'flagged', seat }] : []),
    { n: 1, kind: 'resigned', seat },
  ]);
  return {
    you,
    notes,
    clock: { kind: 'live', base: 60, at_zero },
    seats: seats.map((each) => ({ ...each, resigned: quitters.includes(each.seat) })),
    ending: { reason: 'resigned', winners, ranks: [], seconds: 1 },
  } as unknown as Table;
}
const codes = (given: Table) => ended(given).map(({ code, facts }) => [code, facts.names]);

describe('a game that was not played to its end', () => {
  it('says who gave up and who won', () =>
    expect(codes(table([2], [0], [1]))).toEqual([
      ['page.ended_resigned', 'Anna'],
      ['page.ended_winner', 'Boris'],
    ]));
  it('says it otherwise to who gave up, and to who won', () => {
    expect(codes(table([0], [0], [1]))[0]).toEqual(['page.ended_resigned_you', undefined]);
    expect(codes(table([1], [0], [1]))[1]).toEqual(['page.ended_winner_you', undefined]);
    expect(codes(table([0, 1], [0], [1]))[1]).toEqual(['page.ended_winner', 'Boris']);
  });
  it('tells time that ran out from giving up', () => {
    expect(codes(table([], [0], [1], [0]))[0]).toEqual(['page.ended_late', 'Anna']);
    expect(codes(table([], [0, 2], [1], [0]))[0]).toEqual(['page.ended_resigned', 'Anna and Clara']);
    expect(codes(table([], [0], [1], [0], 'nothing'))[0]).toEqual(['page.ended_resigned', 'Anna']);
  });
  it('has no winner where all gave up', () =>
    expect(codes(table([], [0, 1], []))).toEqual([['page.ended_given_up', undefined]]));
  it('tells of a clock at zero only where nothing follows from it', () => {
    expect(toldNotes(table([], [0], [1], [0])).map(({ kind }) => kind)).toEqual(['resigned']);
    expect(toldNotes(table([], [0], [1], [0], 'nothing')).map(({ kind }) => kind)).toEqual(['flagged', 'resigned']);
  });
});
