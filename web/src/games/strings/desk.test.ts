import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Action, Game, Request, StringsView } from '../../generated/strings';
import { Refused } from '../../lib/api';
import type { Choice, Session } from '../../lib/board';
import type { Desk as Desks } from './desk.svelte';

// The page's settings ask the browser on being loaded.
vi.stubGlobal('window', globalThis);
vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
const { Desk } = await import('./desk.svelte');
const { say } = await import('../../lib/settings.svelte');

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
  let asked: { request: Request; answer: (found: Action[]) => void; refuse: (code: string) => void }[];
  let checks: { action: Action; answer: (check: unknown) => void; refuse: (code: string) => void }[];
  let explained: Action[];
  let refused: string[];
  let desk: Desks;
  const answer = async (...found: Action[]) => {
    asked.shift()!.answer(found);
    await tick();
  };
  /** A rail through the stations that were asked for. */
  const lay = () =>
    answer({ type: 'lay', string: 'short', points: asked[0].request.stations!.map((n) => [n * 500, 0]) });

  const sit = (phase: StringsView['phase']) => {
    asked = [];
    refused = [];
    const view = {
      phase,
      company: 0,
      hand: ['rural'],
      sizes: { short: 3000, long: 6000 },
      stations: [0, 1, 2, 3].map(station),
      choices: { type: 'lay', strings: ['short', 'long'], starts: [0], full: [], give_up: false },
    } as unknown as StringsView;
    checks = [];
    explained = [];
    const session = {
      suggest: (request: Request) =>
        new Promise<Choice<Game>[]>((done, fail) =>
          asked.push({
            request,
            refuse: (code) => fail(new Refused({ code, facts: {} })),
            answer: (found) => done(found.map((action) => ({ action, text: { code: '', facts: {} } }))),
          }),
        ),
      check: (action: Action) =>
        new Promise((done, refuse) =>
          checks.push({ action, answer: done, refuse: (code) => refuse(new Refused({ code, facts: {} })) }),
        ),
      explain: (action: Action) => Promise.resolve(explained.push(action) < 0),
      refuse: (text: string) => refused.push(text),
    } as unknown as Session<Game>;
    desk = new Desk(() => ({ view, active: true, session }));
    desk.begin();
  };
  beforeEach(() => sit('lay'));

  it('stations pressed while a string is on its way are led on to, and none is lost', async () => {
    for (const n of [0, 1, 2]) void desk.press(n);
    await tick();
    expect(asked.map(({ request }) => request.stations)).toEqual([[0, 1]]);
    expect(desk.leading).toBe(true);
    await lay();
    expect(asked.map(({ request }) => request.stations)).toEqual([[0, 1, 2]]);
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

  it('the newest request counts, and the string in hand stays that which was chosen', async () => {
    void desk.suggest();
    desk.choose('long');
    await answer({
      type: 'lay',
      string: 'short',
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
      string: 'short',
      points: [
        [0, 0],
        [500, 0],
      ],
    });
    expect([desk.hand.chain, desk.hand.empty]).toEqual([[0], true]);
  });

  it('a server without time is not said to have found nothing', async () => {
    void desk.suggest();
    await tick();
    asked.shift()!.refuse('server.too_hard');
    await tick();
    expect(refused).toHaveLength(1);
    expect(asked).toEqual([]);
    expect(refused[0]).not.toBe(say('strings.ui_no_way'));
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
      string: 'short',
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
    await answer({ type: 'place', kind: 'rural', x: 500, y: 500, turn: 3 });
    expect(desk.tile).toBeNull();
  });

  it('where nothing is found the server says what is wrong with the straight way', async () => {
    for (const n of [0, 3]) void desk.press(n);
    await tick();
    await answer();
    await answer();
    expect(explained).toEqual([
      {
        type: 'lay',
        string: 'short',
        points: [
          [0, 0],
          [1500, 0],
        ],
      },
    ]);
    expect([desk.hand.empty, refused]).toEqual([true, []]);
  });

  const draw = (x: number) =>
    desk.hand.take(
      [
        [0, 0],
        [x, 0],
      ],
      [],
    );

  it('an older word on the string counts until a newer comes, and not after it was put away', async () => {
    vi.useFakeTimers();
    draw(500);
    vi.advanceTimersByTime(100);
    draw(900);
    checks[0].answer({ type: 'lay', points: 1 });
    await tick();
    expect([desk.hand.count?.points, desk.ready]).toEqual([1, false]);
    vi.advanceTimersByTime(100);
    checks[1].answer({ type: 'lay', points: 2 });
    await tick();
    expect([desk.hand.count?.points, desk.hand.verdict?.fault, desk.ready]).toEqual([2, null, true]);
    draw(700);
    vi.advanceTimersByTime(100);
    desk.clear();
    checks[2].refuse('strings.rail_loose_end');
    await tick();
    expect(desk.hand.verdict).toBeNull();
    vi.useRealTimers();
  });

  it('while a string is dragged one question is on its way, and then the newest', async () => {
    vi.useFakeTimers();
    for (let x = 1; x <= 40; x++) {
      draw(x * 20);
      vi.advanceTimersByTime(60);
    }
    expect(checks).toHaveLength(1);
    checks[0].answer({ type: 'lay', points: 1 });
    await tick();
    vi.advanceTimersByTime(60);
    expect(checks.map(({ action }) => 'points' in action && action.points?.at(-1))).toEqual([
      [20, 0],
      [800, 0],
    ]);
    vi.useRealTimers();
  });

  it('a question that came too fast is asked again later, and nothing is said against the string', async () => {
    vi.useFakeTimers();
    draw(500);
    vi.advanceTimersByTime(100);
    checks[0].refuse('server.too_fast');
    await tick();
    expect(desk.hand.verdict).toBeNull();
    vi.advanceTimersByTime(500);
    expect(checks).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    checks[1].answer({ type: 'lay', points: 2 });
    await tick();
    expect(desk.ready).toBe(true);
    vi.useRealTimers();
  });

  it('a station that is dragged is asked about one at a time too', async () => {
    sit('place');
    vi.useFakeTimers();
    for (let x = 1; x <= 20; x++) {
      desk.hang([x * 10, 0]);
      vi.advanceTimersByTime(60);
    }
    expect(checks).toHaveLength(1);
    checks[0].refuse('strings.place_touches');
    await tick();
    expect(desk.fits).toBe(false);
    vi.advanceTimersByTime(60);
    expect(checks.map(({ action }) => 'x' in action && action.x)).toEqual([10, 200]);
    vi.useRealTimers();
  });
});
