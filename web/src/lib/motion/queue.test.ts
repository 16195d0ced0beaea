import { describe, expect, it } from 'vitest';
import { FASTEST, Queue, WITHIN, type Act } from './queue';

/** Acts that note what becomes of them and end by hand. */
function stage() {
  const notes: string[] = [];
  const ends: (() => void)[] = [];
  const act = (name: string, ms = 200, seen = true): Act => ({
    ms,
    drop: () => void notes.push(`drop ${name}`),
    start: (rate) => {
      notes.push(`start ${name}${rate > 1 ? ` ×${rate.toFixed(1)}` : ''}`);
      if (!seen) return null;
      let end = () => {};
      const done = new Promise<void>((go) => (end = go)).then(() => void notes.push(`end ${name}`));
      ends.push(end);
      return { done, finish: end };
    },
  });
  const settle = () => new Promise((go) => setTimeout(go));
  const next = async () => {
    ends.shift()?.();
    await settle();
  };
  return { notes, act, next, settle, queue: new Queue((begin) => void Promise.resolve().then(begin)) };
}

describe('the queue', () => {
  it('plays one act after another, in order, and not before the page is ready', async () => {
    const { notes, act, next, settle, queue } = stage();
    queue.add([act('a'), act('b')]);
    expect(notes).toEqual([]);
    await settle();
    expect(notes).toEqual(['start a']);
    queue.add([act('c')]);
    await next();
    await next();
    await next();
    expect(notes).toEqual(['start a', 'end a', 'start b', 'end b', 'start c', 'end c']);
    expect(queue.idle).toBe(true);
    queue.add([act('d')]);
    await settle();
    expect(notes.at(-1)).toBe('start d');
  });

  it('does not wait for what is not seen', async () => {
    const { notes, act, settle, queue } = stage();
    queue.add([act('a', 200, false), act('b', 200, false)]);
    await settle();
    expect(notes).toEqual(['start a', 'start b']);
    expect(queue.idle).toBe(true);
  });

  it('skips to the end: what runs is ended, what waits is dropped, and it can go on', async () => {
    const { notes, act, settle, queue } = stage();
    queue.add([act('a'), act('b'), act('c')]);
    await settle();
    queue.skip();
    await settle();
    expect(notes).toEqual(['start a', 'drop b', 'drop c', 'end a']);
    queue.add([act('d')]);
    await settle();
    expect(notes.at(-1)).toBe('start d');
  });

  it('skips what has not begun yet', async () => {
    const { notes, act, settle, queue } = stage();
    queue.add([act('a')]);
    queue.skip();
    await settle();
    expect(notes).toEqual(['drop a']);
    expect(queue.idle).toBe(true);
  });

  it('hurries when much is waiting', async () => {
    const { notes, act, settle, queue } = stage();
    queue.add([act('a', WITHIN), act('b', WITHIN)]);
    await settle();
    expect(notes).toEqual(['start a ×2.0']);
  });

  it('drops the oldest where even hurrying would not do, and never the newest', async () => {
    const { notes, act, settle, queue } = stage();
    queue.add([act('a', WITHIN), act('b', WITHIN * FASTEST)]);
    await settle();
    expect(notes).toEqual(['drop a', `start b ×${FASTEST.toFixed(1)}`]);
    const other = stage();
    other.queue.add([other.act('long', WITHIN * FASTEST * 2)]);
    await other.settle();
    expect(other.notes).toEqual([`start long ×${FASTEST.toFixed(1)}`]);
  });
});
