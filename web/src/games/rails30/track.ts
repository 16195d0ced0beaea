/** The drawings of 30 Rails as paths, and how they turn in the hand. A cell is 110 wide; sides are north 0, east 1, south 2, west 3. */
import type { Border } from '../../generated/rails30';
import { COUNT, FIRST, type Link, LINKS } from './tables';

export const CELL = 110;
export const EDGE = 65;
/** What is seen of a whole sheet: the field, its border, and the names of rows and columns. */
export const SHEET = { x: -114, y: -112, w: 854, h: 852 };
/** The same without the numbers outside, where height is dear. */
export const BARE_SHEET = { x: -68, y: -68, w: 796, h: 796 };
export const MOUNTAIN = 22;
export const MINE = 23;
export const CROSSED = 24;
export type Side = Border['side'];
export const SIDES: Side[] = ['north', 'east', 'south', 'west'];

const HALF = CELL / 2;
const GAUGE = 11;
const SLEEPER = 17;

/** The drawing of each kind that stands for it in lists. */
export const SAMPLE = [0, 2, 5, 7, 9, 12, 14];
export const BRIDGE = 9;

export const isTrack = (content: number) => content >= 1 && content <= 21;

/** A quarter turn to the right; a junction keeps its hand. */
export function turned(kind: number, turn: number, by = 1): number {
  if (kind !== 6) return (turn + by + COUNT[kind]) % COUNT[kind];
  return ((turn + by + 4) % 4) + (turn >= 4 ? 4 : 0);
}

/** The junction's other hand: the same straight and stem, the branch on the other side. */
export function mirrored(kind: number, turn: number): number {
  return kind === 6 ? turn ^ 4 : turn;
}

const round = (n: number) => Math.round(n * 100) / 100;

/** A line along a link, `off` beside its middle. */
export function along([a, b]: Link, off = 0): string {
  if ((a ^ 2) === b) {
    const at = HALF + off;
    return a % 2 === 0 ? `M${at} 0V${CELL}` : `M0 ${at}H${CELL}`;
  }
  const { x, y, dx, dy } = corner(a, b);
  const r = HALF + off;
  const sweep = dx * dy > 0 ? 1 : 0;
  return `M${x + dx * r} ${y}A${r} ${r} 0 0 ${sweep} ${x} ${y + dy * r}`;
}

export function rails(link: Link): string {
  return along(link, -GAUGE) + along(link, GAUGE);
}

export function sleepers([a, b]: Link): string {
  if ((a ^ 2) === b) {
    return Array.from({ length: 8 }, (_, i) => {
      const at = round((CELL * (i + 0.5)) / 8);
      return a % 2 === 0 ? `M${HALF - SLEEPER} ${at}h${2 * SLEEPER}` : `M${at} ${HALF - SLEEPER}v${2 * SLEEPER}`;
    }).join('');
  }
  const { x, y, dx, dy } = corner(a, b);
  return Array.from({ length: 6 }, (_, i) => {
    const angle = ((i + 0.5) / 6) * (Math.PI / 2);
    const [cos, sin] = [Math.cos(angle) * dx, Math.sin(angle) * dy];
    const near = HALF - SLEEPER;
    const far = HALF + SLEEPER;
    return `M${round(x + cos * near)} ${round(y + sin * near)}L${round(x + cos * far)} ${round(y + sin * far)}`;
  }).join('');
}

function corner(a: number, b: number) {
  const east = a === 1 || b === 1;
  const south = a === 2 || b === 2;
  return { x: east ? CELL : 0, y: south ? CELL : 0, dx: east ? -1 : 1, dy: south ? -1 : 1 };
}

/** The middle of a border square. */
export function borderAt(side: Side, place: number): { x: number; y: number } {
  const along = (place - 1) * CELL + HALF;
  const out = -EDGE / 2;
  const far = 6 * CELL + EDGE / 2;
  if (side === 'north') return { x: along, y: out };
  if (side === 'south') return { x: along, y: far };
  return { x: side === 'west' ? out : far, y: along };
}

/** The track between a station's plate and the field. */
export function stub(side: Side, place: number): { bed: string; ties: string; rails: string } {
  const { x, y } = borderAt(side, place);
  const upright = side === 'north' || side === 'south';
  const field = side === 'north' || side === 'west' ? 0 : 6 * CELL;
  const from = upright ? y : x;
  const step = Math.sign(field - from);
  const line = (off: number) => (upright ? `M${x + off} ${y}V${field}` : `M${x} ${y + off}H${field}`);
  const ties = [4.5, 18.5].map((at) => {
    const p = field - step * at;
    return upright ? `M${x - SLEEPER} ${p}h${2 * SLEEPER}` : `M${p} ${y - SLEEPER}v${2 * SLEEPER}`;
  });
  return { bed: line(0), ties: ties.join(''), rails: line(-GAUGE) + line(GAUGE) };
}

export function borderCell(side: Side, place: number): number {
  const p = place - 1;
  return side === 'north' ? p : side === 'south' ? 30 + p : side === 'west' ? p * 6 : p * 6 + 5;
}

export function beyond(cell: number, side: number): number {
  const row = Math.floor(cell / 6);
  const column = cell % 6;
  if (side === 0) return row > 0 ? cell - 6 : -1;
  if (side === 2) return row < 5 ? cell + 6 : -1;
  if (side === 1) return column < 5 ? cell + 1 : -1;
  return column > 0 ? cell - 1 : -1;
}

export const sameLink = ([a, b]: Link, [c, d]: Link) => (a === c && b === d) || (a === d && b === c);

/** A guess for the hand, no rule: the turn that fits best to what lies around. Joined ends count for it, ends
 * against a wall against it. */
export function bestTurn(kind: number, cell: number, cells: number[], stations: (Border | null)[]): number {
  let best = 0;
  let bestFit = -Infinity;
  for (let turn = 0; turn < COUNT[kind]; turn++) {
    const ends = new Set(LINKS[FIRST[kind] + turn].flat());
    let fit = 0;
    for (let side = 0; side < 4; side++) {
      const next = beyond(cell, side);
      let pull = 0;
      if (next < 0) {
        const here = stations.some(
          (each) => each && SIDES.indexOf(each.side) === side && borderCell(each.side, each.place) === cell,
        );
        pull = here ? 3 : -2;
      } else if (isTrack(cells[next])) pull = LINKS[cells[next]].flat().includes(side ^ 2) ? 3 : -1;
      else if (cells[next] === MINE) pull = 2;
      else if (cells[next]) pull = -2;
      fit += ends.has(side) ? pull : -Math.max(0, pull) / 2;
    }
    if (fit > bestFit) [best, bestFit] = [turn, fit];
  }
  return best;
}

/** The mountain of a cell, in one of four drawings. */
export const PEAKS = [
  {
    outline: 'M9 90L35 50L41 57L57 29L69 49L75 42L103 90',
    hatch: 'M57 30L47 76M60 36L53 82M64 44L60 86M76 45L69 80M81 54L76 85M87 64L83 88M36 52L28 80M40 58L35 84',
  },
  {
    outline: 'M8 92L30 60L35 64L52 26L66 54L72 47L101 92',
    hatch: 'M52 28L42 78M55 34L49 84M59 42L56 86M73 50L66 82M78 58L73 86M84 68L81 88M31 62L24 84M35 66L30 87',
  },
  {
    outline: 'M11 88L40 40L50 56L62 36L72 52L78 47L104 88',
    hatch: 'M41 42L30 78M44 47L36 82M62 38L55 76M66 44L61 82M70 51L67 85M79 50L74 82M84 58L81 85',
  },
  {
    outline: 'M10 90L28 66L33 70L50 34L58 46L68 24L80 56L85 51L102 90',
    hatch: 'M68 26L60 76M71 34L66 82M75 44L72 86M50 36L42 76M54 42L49 82M86 54L80 84M28 68L22 86M34 72L30 87',
  },
];
