import { describe, expect, it } from 'vitest';
import type { Entry } from '../../generated/tickets';
import { isRetold } from './retold';

const entry = (n: number, seat: number, kind: string) => ({ n, seat, kind }) as unknown as Entry;
const told = (log: Entry[]) => log.filter((each) => !isRetold(each, log)).map(({ seat, kind }) => `${seat} ${kind}`);

describe('the first tickets in the log', () => {
  const choice = [entry(3, 0, 'chosen'), entry(3, 0, 'keep_these'), entry(4, 1, 'chosen')];

  it('are said to be chosen while others choose', () => {
    expect(told(choice)).toEqual(['0 chosen', '0 keep_these', '1 chosen']);
  });
  it('are told once when all have chosen: by name to their seat, by number of others', () => {
    const log = [...choice, entry(9, 0, 'keep'), entry(9, 1, 'keep')];
    expect(told(log)).toEqual(['0 keep_these', '1 keep']);
  });
  it('have nothing to do with tickets that are drawn later', () => {
    const log = [...choice, entry(9, 0, 'keep'), entry(9, 1, 'keep'), entry(20, 0, 'keep'), entry(20, 0, 'keep_these')];
    expect(told(log)).toEqual(['0 keep_these', '1 keep', '0 keep', '0 keep_these']);
  });
});
