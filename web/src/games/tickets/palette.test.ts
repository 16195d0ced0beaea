import { describe, expect, it } from 'vitest';
import { marksOf, patterned } from './marks';
import { LAND, PALETTE, type Paint, type Theme } from './palette';

type Rgb = [number, number, number];
const THEMES: Theme[] = ['light', 'dark'];
const COLOURS = Object.keys(PALETTE.light);

// ── colour vision: Machado, Oliveira and Fernandes (2009), full severity, in linear light ──
const SEEN: Record<string, number[][]> = {
  'all colours': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const linear = (colour: string): Rgb => {
  const part = (at: number) => parseInt(colour.slice(at, at + 2), 16) / 255;
  return [1, 3, 5].map((at) => {
    const value = part(at);
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
};
const seen = (colour: string, matrix: number[][]): Rgb => {
  const rgb = linear(colour);
  return matrix.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, each, i) => sum + each * rgb[i], 0),
      ),
    ),
  ) as Rgb;
};
/** CIE L*a*b* of linear light, white D65. */
const lab = ([r, g, b]: Rgb): Rgb => {
  const xyz = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
  ].map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])];
};
const apart = (a: string, b: string, matrix: number[][]) => {
  const [p, q] = [lab(seen(a, matrix)), lab(seen(b, matrix))];
  return Math.hypot(...p.map((each, i) => each - q[i]));
};
const light = (colour: string) => {
  const [r, g, b] = linear(colour);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

const slot = { x: 0, y: 0, angle: 0, length: 30, bend: 0 };
/** What a pattern looks like, as far as it can be told: its strokes on a slot. */
const pattern = (colour: string) => {
  const marks = marksOf(colour, [slot], 10);
  return marks ? `${marks.d} ${marks.width} ${marks.cap}` : 'plain';
};
const pairs = COLOURS.flatMap((a, i) => COLOURS.slice(i + 1).map((b): [string, string] => [a, b]));

describe('free routes', () => {
  it.each(pairs)('%s and %s have different patterns, or are far apart for every eye', (a, b) => {
    if (pattern(a) !== pattern(b)) return;
    for (const theme of THEMES)
      for (const [eye, matrix] of Object.entries(SEEN))
        expect(apart(PALETTE[theme][a].fill, PALETTE[theme][b].fill, matrix), `${eye}, ${theme}`).toBeGreaterThan(20);
  });

  it('all but gray have a pattern', () => {
    expect(COLOURS.filter((colour) => !patterned(colour))).toEqual(['gray']);
  });

  it.each(THEMES)('black has a core as black as ink and white is the lightest of all in %s', (theme) => {
    const { mark, line } = PALETTE[theme].black;
    expect(light(mark ?? line)).toBeLessThan(0.03);
    const [{ width }] = [marksOf('black', [slot], 10)].filter((marks) => marks !== null);
    expect(width, 'half of the slot').toBeGreaterThanOrEqual(5);
    const fills = COLOURS.map((colour) => light(PALETTE[theme][colour].fill));
    expect(light(PALETTE[theme].white.fill)).toBe(Math.max(...fills));
  });

  it.each(Object.entries(SEEN))('show their pattern and their edge to %s', (_, matrix) => {
    for (const theme of THEMES)
      for (const colour of COLOURS.filter(patterned)) {
        const { fill, line, mark = line } = PALETTE[theme][colour];
        expect(apart(fill, line, matrix), `${colour}, ${theme}`).toBeGreaterThan(15);
        expect(apart(fill, mark, matrix), `${colour}, ${theme}`).toBeGreaterThan(15);
      }
  });

  /** A slot from afar: about a third of it is edge and pattern. */
  const loud = (theme: Theme, { fill, line }: Paint) =>
    contrast(0.6 * light(fill) + 0.4 * light(line), light(LAND[theme]));

  it.each(COLOURS)('%s is as loud in the dark as in the light', (colour) => {
    const [day, night] = THEMES.map((theme) => loud(theme, PALETTE[theme][colour]));
    // White is quiet on paper, whatever its edge; in the dark it must still look white.
    expect(Math.max(day / night, night / day), `${day} and ${night}`).toBeLessThan(colour === 'white' ? 3.5 : 2);
  });

  it.each(THEMES)('colours stand out from gray in %s', (theme) => {
    const gray = loud(theme, PALETTE[theme].gray);
    for (const colour of COLOURS.filter((each) => !['black', 'white', 'gray'].includes(each)))
      expect(loud(theme, PALETTE[theme][colour]) / gray, colour).toBeGreaterThan(1.02);
  });

  it.each(THEMES)('none shouts and none is lost in %s', (theme) => {
    const all = COLOURS.map((colour) => [colour, loud(theme, PALETTE[theme][colour])] as const);
    for (const [colour, each] of all) {
      if (colour !== 'black' && colour !== 'white') expect(each, colour).toBeLessThan(2.6);
      expect(contrast(light(PALETTE[theme][colour].line), light(LAND[theme])), colour).toBeGreaterThan(3);
    }
    const middle = all.filter(([colour]) => !['black', 'white', 'gray'].includes(colour)).map(([, each]) => each);
    expect(Math.max(...middle) / Math.min(...middle)).toBeLessThan(1.45);
  });
});
