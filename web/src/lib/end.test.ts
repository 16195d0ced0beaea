import { describe, expect, it } from 'vitest';
import { apart, behind, counted, order, ticks, verdict } from './end';

const source = (name: string, ...points: number[]) => ({ name, points, text: { code: name, facts: {} }, final: false });
const summary = (...sources: ReturnType<typeof source>[]) => ({
  reason: null,
  ended_by: null,
  tie: null,
  feats: [],
  decided: null,
  sources,
  curve: [],
});
const name = (seat: number) => `seat ${seat}`;
const lead = (code: string, n: string, other: string) => ({
  code: 'page.end_lead',
  facts: { source: { code, facts: {} }, n, other },
});

describe('the end of a game', () => {
  it('orders seats by rank', () =>
    expect(order({ scores: [3, 9, 9], ranks: [3, 1, 1], winners: [1, 2] })).toEqual([1, 2, 0]));
  it('names what the winner was furthest ahead in', () => {
    const result = { scores: [98, 128], ranks: [2, 1], winners: [1] };
    const said = verdict(result, summary(source('routes', 89, 68), source('tickets', 9, 60)), name);
    expect(said).toEqual({
      code: 'page.end_decided',
      facts: { lead: lead('tickets', '60', '9'), name: 'seat 0' },
    });
  });
  it('names a second source where the lead in it counts', () => {
    const result = { scores: [30, 128], ranks: [2, 1], winners: [1] };
    const sources = [source('path', 0, 10), source('routes', 21, 58), source('tickets', 9, 60)];
    expect(verdict(result, summary(...sources), name)?.facts.lead).toEqual({
      code: 'page.end_leads',
      facts: { a: lead('tickets', '60', '9'), b: lead('routes', '58', '21') },
    });
    const small = [source('path', 0, 10), source('tickets', 9, 60)];
    expect(verdict(result, summary(...small), name)?.facts.lead).toEqual(lead('tickets', '60', '9'));
  });
  it('names the ticket that decided', () => {
    const result = { scores: [98, 128], ranks: [2, 1], winners: [1] };
    const text = { code: 'tickets.between', facts: {} };
    const clause = { code: 'tickets.decided', facts: {} };
    const decided = { text, points: 21, stake: 42, decided: clause };
    const said = verdict(result, { ...summary(source('tickets', 9, 60)), decided }, name);
    expect(said?.code).toBe('page.end_decided_by');
    expect(said?.facts).toMatchObject({ decided: clause, points: 21, lead: lead('tickets', '60', '9') });
  });
  it('names the best source of a game alone, and nothing without points', () => {
    const alone = { scores: [30], ranks: [1], winners: [0] };
    expect(verdict(alone, summary(source('pairs', 24), source('mine', 6)), name)?.facts.n).toBe(24);
    expect(verdict({ ...alone, scores: [0] }, summary(source('pairs', 0)), name)).toBeNull();
  });
  it('says what broke a tie, and nothing where a win is shared', () => {
    const tie = { code: 'tickets.tie_longest', facts: {} };
    const parts = summary(source('routes', 5, 5));
    expect(verdict({ scores: [5, 5], ranks: [1, 2], winners: [0] }, { ...parts, tie }, name)).toBe(tie);
    expect(verdict({ scores: [5, 5], ranks: [1, 1], winners: [0, 1] }, parts, name)).toBeNull();
  });
  it('says where somebody else was ahead of the winner', () => {
    const result = { scores: [98, 128, 70], ranks: [2, 1, 3], winners: [1] };
    const sources = [source('routes', 89, 68, 60), source('tickets', 9, 60, 61), source('path', 0, 0, 0)];
    expect(behind(result, sources, name)).toEqual({
      code: 'page.end_behind',
      facts: { source: { code: 'routes', facts: {} }, name: 'seat 0', n: '89', other: '68' },
    });
    expect(behind(result, [source('routes', 1, 3, 2)], name)).toBeNull();
    expect(behind({ scores: [5], ranks: [1], winners: [0] }, [source('a', 5)], name)).toBeNull();
  });
  it('leaves out what brought nothing', () => expect(counted([source('a', 0, 0), source('b', 0, -4)])).toHaveLength(1));
  it('has round ticks around all points', () => {
    expect(ticks(0, 128)).toEqual([0, 40, 80, 120, 160]);
    expect(ticks(-86, 53)).toEqual([-120, -80, -40, 0, 40, 80]);
    expect(ticks(0, 0)).toEqual([0, 1]);
    expect(ticks(0, 2)).toEqual([0, 1, 2]);
  });
  it('moves labels apart, in order and in range', () => {
    expect(apart([50, 52, 10], 20, 0, 100)).toEqual([50, 70, 10]);
    expect(apart([100, 100, 100], 20, 0, 100)).toEqual([60, 80, 100]);
    const crowd = apart(Array(12).fill(0), 30, 0, 220);
    expect(crowd[11]).toBeCloseTo(220);
    expect(crowd[1] - crowd[0]).toBeCloseTo(20);
  });
});
