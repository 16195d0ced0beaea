import { describe, expect, it } from 'vitest';
import { placesIn } from './room';

describe('payments in the bar', () => {
  it('are all there while there is room', () => {
    expect(placesIn(0, 0, true)).toEqual([]);
    expect(placesIn(2, 0, false)).toEqual([0, 1]);
    expect(placesIn(4, 3, true)).toEqual([0, 1, 2, 3]);
    expect(placesIn(6, 0, true)).toEqual([0, 1, 2, 3, 4, 5]);
  });
  it('are the best ones otherwise, and always the chosen one', () => {
    expect(placesIn(3, 0, false)).toEqual([0, 1]);
    expect(placesIn(12, 0, true)).toEqual([0, 1, 2, 3, 4]);
    expect(placesIn(12, 9, true)).toEqual([0, 1, 2, 3, 9]);
    expect(placesIn(12, 9, false)).toEqual([0, 9]);
  });
});
