import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Room } from '../../lib/board';
import type { Form, LegalAction } from '../../lib/types';
import type { Desk as Desks } from './desk.svelte';
import type { StringsView } from './types';

// The page's settings ask the browser on being loaded.
vi.stubGlobal('window', globalThis);
vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
const { Desk } = await import('./desk.svelte');

const tick = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};
const station = (n: number) => ({
  n,
  kind: 'rural',
  x: n * 500,
  y: 0,
  turn: 0,
  corners: [],
  owner: null,
  companies: [],
  limit: 1,
  high: false,
  worth: [1],
});

describe('answers that come late', () => {
  let asked: { wish: Form; answer: (found: Form[]) => void }[];
  let refused: string[];
  let desk: Desks;
  const answer = async (...found: Form[]) => {
    asked.shift()!.answer(found);
    await tick();
  };
  /** A rail through the stations that were asked for. */
  const lay = () => answer({ type: 'lay', points: (asked[0].wish.stations as number[]).map((n) => [n * 500, 0]) });

  const sit = (phase: StringsView['phase']) => {
    asked = [];
    refused = [];
    const view = {
      phase,
      company: 0,
      hand: ['rural'],
      sizes: { short: 3000, long: 6000 },
      stations: [0, 1, 2, 3].map(station),
      choices: { strings: ['short', 'long'], starts: [0], full: [] },
    } as unknown as StringsView;
    const room = {
      suggest: (wish: Form) =>
        new Promise<LegalAction[]>((done) =>
          asked.push({ wish, answer: (found) => done(found.map((form) => ({ form, text: { code: '', facts: {} } }))) }),
        ),
      check: () => new Promise(() => undefined),
      refuse: (text: string) => refused.push(text),
    } as unknown as Room;
    desk = new Desk(() => ({ view, active: true, room }));
    desk.begin();
  };
  beforeEach(() => sit('lay'));

  it('stations pressed while a string is on its way are led on to, and none is lost', async () => {
    for (const n of [0, 1, 2]) void desk.press(n);
    await tick();
    expect(asked.map(({ wish }) => wish.stations)).toEqual([[0, 1]]);
    expect(desk.leading).toBe(true);
    await lay();
    expect(asked.map(({ wish }) => wish.stations)).toEqual([[0, 1, 2]]);
    await lay();
    expect(desk.hand.chain).toEqual([0, 1, 2]);
    expect(desk.hand.nodes).toHaveLength(3);
    expect(desk.leading).toBe(false);
  });

  it('what was cleared away does not come back', async () => {
    for (const n of [0, 1, 2]) void desk.press(n);
    await tick();
    desk.clear();
    expect(desk.leading).toBe(false);
    await lay();
    expect(asked).toEqual([]);
    expect([desk.hand.chain, desk.hand.nodes, refused]).toEqual([[], [], []]);
    for (const n of [0, 3]) void desk.press(n);
    await tick();
    await lay();
    expect(desk.hand.chain).toEqual([0, 3]);
  });

  it('a string that was drawn meanwhile stays', async () => {
    for (const n of [0, 1]) void desk.press(n);
    await tick();
    desk.hand.begin([[0, 0]], 3000, () => false);
    desk.hand.pull([0, 400]);
    const { nodes } = desk.hand;
    await lay();
    expect(desk.hand.nodes).toBe(nodes);
  });

  it('the newest wish counts, and the string in hand stays that which was chosen', async () => {
    void desk.suggest();
    desk.choose('long');
    await answer({
      type: 'lay',
      points: [
        [0, 0],
        [500, 0],
      ],
    });
    expect([desk.string, desk.hand.empty]).toEqual(['long', true]);
    void desk.suggest();
    void desk.press(0);
    await tick();
    await answer({
      type: 'lay',
      points: [
        [0, 0],
        [500, 0],
      ],
    });
    expect([desk.hand.chain, desk.hand.empty]).toEqual([[0], true]);
  });

  it('a loose end that was taken up is not led on', async () => {
    desk.hand.take(
      [
        [0, 0],
        [200, 0],
      ],
      [],
    );
    void desk.complete();
    desk.clear();
    await answer({
      type: 'lay',
      points: [
        [0, 0],
        [500, 0],
      ],
    });
    expect(desk.hand.empty).toBe(true);
  });

  it('a place that was suggested before the station was taken up is forgotten', async () => {
    sit('place');
    void desk.suggest();
    desk.clear();
    await answer({ type: 'place', x: 500, y: 500, turn: 3 });
    expect(desk.tile).toBeNull();
  });
});
