import { describe, expect, test } from 'vitest';
import { currentOf, notesOf, onceEach, turnsOf, whyOf } from './log';
import type { Entry } from './types';

const entry = (n: number, turn_number: number, seat: number | null, kind = 'act', points = 0) =>
  ({ n, turn_number, seat, kind, points, text: { code: `${kind} ${n}`, facts: {} } }) as unknown as Entry;
const shape = (log: Entry[], module = {}) =>
  turnsOf(log, module).map(({ no, acts }) => [no, ...acts.map((act) => act.entries.map((each) => each.n))]);

describe('the log', () => {
  test('is grouped by turn, and the setup has no number', () => {
    const log = [entry(0, 0, null), entry(1, 0, 1), entry(2, 1, 0), entry(3, 1, 0), entry(4, 2, 1)];
    expect(shape(log)).toEqual([
      ['', [0], [1]],
      [1, [2], [3]],
      [2, [4]],
    ]);
  });
  test('keeps what an act brought beneath it', () => {
    const [turn] = turnsOf([entry(1, 1, 0), entry(1, 1, 0, 'why', 3), entry(1, 1, 1, 'other')], {});
    expect(turn.acts.map((act) => [act.seat, act.why.length])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });
  test('joins draws of one seat in one line, whatever fills up between them', () => {
    const log = [entry(1, 1, 0, 'take'), entry(2, 1, null, 'refill'), entry(3, 1, 0, 'take'), entry(4, 2, 1, 'take')];
    const joins = (now: Entry, before: Entry) => now.kind === 'take' && before.kind === 'take';
    const turns = turnsOf(log, { joins: joins as never, follows: ((each: Entry) => each.kind === 'refill') as never });
    expect(turns.map(({ acts }) => acts.map((act) => [act.entries.length, act.why.length, act.n]))).toEqual([
      [[2, 1, 4]],
      [[1, 0, 5]],
    ]);
  });
  test('a head of chance begins a turn and is no line', () => {
    const head = (each: Entry) => (each.kind === 'roll' ? { no: each.turn_number, dice: [{ value: 3 }] } : null);
    const log = [entry(0, 1, null, 'roll'), entry(1, 1, 0), entry(2, 2, null, 'roll'), entry(3, 2, 0)];
    expect(shape(log, { head })).toEqual([
      [1, [1]],
      [2, [3]],
    ]);
  });
  test('leaves out what is silent, and a line leads to the position after it', () => {
    const log = [entry(1, 1, 0, 'take'), entry(2, 1, null, 'refill'), entry(3, 2, 1, 'take')];
    const turns = turnsOf(log, { silent: ((each: Entry) => each.kind === 'refill') as never });
    expect(turns.map(({ acts }) => acts.map((act) => [act.why.length, act.n]))).toEqual([[[0, 3]], [[0, 4]]]);
  });
  test('keeps what an act brought beneath it when others have spoken in between', () => {
    const log = [entry(1, 1, 0, 'move'), entry(2, 1, 1, 'no'), entry(2, 1, 0, 'why', 3), entry(2, 1, 1, 'other', 1)];
    const [turn] = turnsOf(log, { follows: ((each: Entry) => each.kind === 'no') as never });
    expect(turn.acts.map((act) => [act.seat, act.why.map((each) => each.kind)])).toEqual([
      [0, ['no', 'why']],
      [1, []],
    ]);
  });
  test('knows the line that a position comes after', () => {
    const turns = turnsOf([entry(1, 1, 0), entry(2, 2, 1), entry(5, 3, 0)], {});
    expect(currentOf(turns, 4)?.entries[0].n).toBe(2);
    expect(currentOf(turns, 1)).toBeNull();
  });
});

test('a note stands in the turn that it was made in', () => {
  const turns = turnsOf([entry(1, 1, 0), entry(2, 1, 0), entry(3, 2, 0)], null);
  const note = (n: number) => ({ n, kind: 'clock', seat: 0 }) as const;
  const notes = [note(0), note(2), note(3), note(4)];
  expect(notesOf(turns, turns[0], notes).map((each) => each.n)).toEqual([0, 2, 3]);
  expect(notesOf(turns, turns[1], notes).map((each) => each.n)).toEqual([4]);
});

describe('what an act brought', () => {
  const part = (each: Entry) => (each.kind === 'part' ? { text: each.text, points: each.points } : null);
  const alike = (each: Entry) => each.kind === 'no';
  const told = (why: Entry[]) =>
    whyOf(
      why,
      { part: part as never, alike: alike as never },
      ({ code }) => code,
      (seat) => 'ABC'[seat],
    ).map((each) => (typeof each === 'string' ? each : each.text.code));
  test('is one line where several say the same', () => {
    const no = (n: number, seat: number) => ({ ...entry(n, 1, seat, 'no'), text: { code: 'no', facts: {} } }) as Entry;
    expect(told([no(1, 1), no(2, 2), entry(2, 1, 0, 'why'), no(3, 1)])).toEqual(['no: B, C', 'why 2', 'no: B']);
  });
  test('is one sum where its parts follow each other', () => {
    const why = [entry(1, 1, 0, 'part', 3), entry(2, 1, 0, 'part', 2), entry(3, 1, 0, 'part', -1)];
    expect(told(why)).toEqual(['part 1 3 + part 2 2 − part 3 1']);
  });
  test('begins anew after something else, and a loss alone keeps its sign', () => {
    const why = [entry(1, 1, 0, 'part', -1), entry(2, 1, 0, 'why'), entry(3, 1, 0, 'part', 2)];
    expect(told(why)).toEqual(['−\u00a0part 1 1', 'why 2', 'part 3 2']);
  });
});

describe('what was done in one act', () => {
  test('says the same once', () => {
    expect(onceEach(['a card', 'a card'])).toBe('a card × 2');
    expect(onceEach(['a card', 'a red one'])).toBe('a card, a red one');
  });
});
