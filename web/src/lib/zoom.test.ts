import { describe, expect, test } from 'vitest';
import { Zoom } from './zoom.svelte';

const HOME = { x: 0, y: 0, w: 100, h: 200 };

describe('a window into a drawing', () => {
  test('shows nothing but the drawing as long as it is near', () => {
    // The element is as wide as it is high, and the drawing twice as high as wide.
    const zoom = new Zoom(
      () => HOME,
      4,
      () => 1,
    );
    zoom.by(4);
    for (const [x, y] of [
      [0, 0],
      [100, 200],
    ]) {
      zoom.centre(x, y);
      const { seen } = zoom;
      expect(seen.w).toBeCloseTo(seen.h);
      expect(seen.x).toBeGreaterThanOrEqual(HOME.x);
      expect(seen.y).toBeGreaterThanOrEqual(HOME.y);
      expect(seen.x + seen.w).toBeLessThanOrEqual(HOME.x + HOME.w);
      expect(seen.y + seen.h).toBeLessThanOrEqual(HOME.y + HOME.h);
    }
  });
  test('keeps the drawing in the middle where it is narrower than the element', () => {
    const zoom = new Zoom(
      () => HOME,
      4,
      () => 3,
    );
    zoom.by(2);
    zoom.centre(0, 0);
    expect(zoom.seen.x + zoom.seen.w / 2).toBeCloseTo(50);
    expect(zoom.seen.y).toBeCloseTo(0);
  });
});
