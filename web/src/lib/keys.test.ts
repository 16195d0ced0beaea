import { describe, expect, it, vi } from 'vitest';
import { ARROWS, chorded, onButton, pressed, reading, typing } from './keys';

const event = (key: string, inside = '') =>
  ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    target: { closest: (wanted: string) => (inside && wanted.split(', ').includes(inside) ? {} : null) },
    preventDefault: vi.fn(),
    stopPropagation: vi.fn(),
  }) as unknown as KeyboardEvent;

describe('keys', () => {
  it('leaves fields, dialogs and tabs their keys', () => {
    expect(['input', 'dialog', '[role=tab]', 'button', ''].map((inside) => typing(event('a', inside)))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(reading(event('ArrowUp', '.log'))).toBe(true);
    expect(chorded({ ...event('z'), ctrlKey: true } as KeyboardEvent)).toBe(true);
  });
  it('leaves Enter to what has the focus: buttons, links, and groups of a list that it opens', () => {
    expect(['button', 'a', 'summary', ''].map((inside) => onButton(event('Enter', inside)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
  it('does not fail on a key that nothing on the page has', () => {
    expect(typing({ ...event('a'), target: null } as KeyboardEvent)).toBe(false);
  });
  it('presses with Enter and Space, once and nowhere else', () => {
    const act = vi.fn();
    const enter = event('Enter');
    expect([pressed(enter, act), pressed(event(' '), act), pressed(event('a'), act)]).toEqual([true, true, false]);
    expect(act).toHaveBeenCalledTimes(2);
    expect(enter.preventDefault).toHaveBeenCalled();
    expect(enter.stopPropagation).toHaveBeenCalled();
  });
  it('steps across and down', () => {
    expect([ARROWS.ArrowRight, ARROWS.ArrowUp]).toEqual([
      [1, 0],
      [0, -1],
    ]);
  });
});
