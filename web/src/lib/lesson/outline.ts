/** Where an outline goes around things on the page: upright around most of them, along a thing that is long and lies askew. */

export interface Outline {
  /** The middle, in pixels of the window. */
  x: number;
  y: number;
  w: number;
  h: number;
  /** Degrees. */
  turn: number;
}

type Point = [x: number, y: number];
const SAMPLES = 8;
const MOST = 24;
/** Pixels: what marks a place by a dot is outlined like a thing. */
const LEAST = 30;
/** How much longer than wide a thing must be to be outlined along its length. */
const LONG = 2.2;

export function outlineOf(element: Element, room: number): Outline | null {
  const box = element.getBoundingClientRect();
  if (!box.width && !box.height) return null;
  const upright = { x: box.x + box.width / 2, y: box.y + box.height / 2, w: box.width, h: box.height, turn: 0 };
  const found = (element instanceof SVGElement ? askew(pointsOf(element)) : null) ?? upright;
  return { ...found, w: Math.max(LEAST, found.w + 2 * room), h: Math.max(LEAST, found.h + 2 * room) };
}

/** Points on the lines of a drawing, on the screen. */
function pointsOf(element: SVGElement): Point[] {
  const shapes = [element, ...element.querySelectorAll('*')].filter((each) => each instanceof SVGGeometryElement);
  return shapes.slice(0, MOST).flatMap((shape) => {
    const matrix = shape.getScreenCTM();
    const length = shape.getTotalLength();
    if (!matrix || !length) return [];
    return Array.from({ length: SAMPLES + 1 }, (_, i): Point => {
      const at = shape.getPointAtLength((length * i) / SAMPLES).matrixTransform(matrix);
      return [at.x, at.y];
    });
  });
}

/** The box along the length of a cloud of points; null if it has no clear direction. */
export function askew(points: Point[]): Outline | null {
  if (points.length < 3) return null;
  const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [mx, my] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const xx = mean(points.map(([x]) => (x - mx) ** 2));
  const yy = mean(points.map(([, y]) => (y - my) ** 2));
  const xy = mean(points.map(([x, y]) => (x - mx) * (y - my)));
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = points.map(([x, y]) => (x - mx) * cos + (y - my) * sin);
  const across = points.map(([x, y]) => (y - my) * cos - (x - mx) * sin);
  const [a0, a1] = [Math.min(...along), Math.max(...along)];
  const [c0, c1] = [Math.min(...across), Math.max(...across)];
  const [w, h] = [a1 - a0, c1 - c0];
  if (w < LONG * h) return null;
  const [a, c] = [(a0 + a1) / 2, (c0 + c1) / 2];
  return { x: mx + a * cos - c * sin, y: my + a * sin + c * cos, w, h, turn: (angle * 180) / Math.PI };
}
