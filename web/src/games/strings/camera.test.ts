import { describe, expect, test } from 'vitest';
import { Camera } from './camera.svelte';

describe('what is revealed', () => {
  test('has room above for the points of its stations', () => {
    const camera = new Camera();
    camera.fit([
      [0, 0],
      [6000, 6000],
    ]);
    camera.fill(3, [3000, 3000]);
    expect(camera.near).toBe(true);
    camera.reveal([
      [1000, 400],
      [1500, 900],
    ]);
    // A tag is at most 300 + 2 × 115 units above the middle of its station.
    expect(camera.y).toBeLessThanOrEqual(400 - 530);
    expect(camera.y + camera.h).toBeGreaterThanOrEqual(900);
  });
});
