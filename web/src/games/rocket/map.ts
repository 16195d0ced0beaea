/** The maps as drawn: hexes, centres, and the paths that lines take through them. */
import type { Rail } from '../../generated/rocket';

export interface Company {
  id: string;
  short: string;
  name: string;
  colour_hex: string;
  start: string;
}

export interface Town {
  id: string;
  kind: 'start' | 'regular' | 'railway';
  q: number;
  r: number;
}

export interface MapData {
  id: string;
  orientation: 'pointy' | 'flat';
  hexes: [number, number][];
  hex_labels: Record<string, string>;
  companies: Company[];
  towns: Town[];
  industries: string[];
}

const FILES = import.meta.glob<MapData>('../../../../src/branchline/games/rocket/data/*.json', { import: 'default' });
const loaded = new Map<string, Promise<Board>>();
const ready = new Map<string, Board>();

/** A map that was loaded before. */
export const loadedMap = (name: string): Board | undefined => ready.get(name);

/** The distance between the centres of neighbouring hexes. */
export const UNIT = 60;
const HALF = UNIT / 2;
const CORNER = UNIT / Math.sqrt(3);

export class Board {
  readonly places = new Map<string, [number, number]>();
  readonly towns: (Town & { at: [number, number] })[];
  readonly lines: Map<string, Company & { no: number }>;
  readonly outline: string;
  /** The names of the first and the last hex of every row, outside of the land. */
  readonly edges: { name: string; at: [number, number] }[];
  readonly box: { x: number; y: number; w: number; h: number };
  private readonly turn: number;

  constructor(readonly data: MapData) {
    this.turn = data.orientation === 'pointy' ? 0 : 30;
    for (const [q, r] of data.hexes) this.places.set(data.hex_labels[`${q},${r}`], this.centre(q, r));
    this.towns = data.towns.map((town) => ({ ...town, at: this.centre(town.q, town.r) }));
    this.lines = new Map(data.companies.map((company, no) => [company.id, { ...company, no }]));
    this.outline = [...this.places.values()].map((at) => this.hex(at)).join('');
    const xs = [...this.places.values()].map(([x]) => x);
    const ys = [...this.places.values()].map(([, y]) => y);
    const [aside, above] = this.turn ? [46, 58] : [60, 48];
    const [x, y] = [Math.min(...xs) - aside, Math.min(...ys) - above];
    this.box = { x, y, w: Math.max(...xs) + aside - x, h: Math.max(...ys) + above - 6 - y };
    this.edges = this.nameEdges();
  }

  private nameEdges(): { name: string; at: [number, number] }[] {
    const rows = new Map<string, string[]>();
    for (const name of this.places.keys()) {
      const row = name.replace(/\d+$/, '');
      rows.set(row, [...(rows.get(row) ?? []), name]);
    }
    const number = (name: string) => Number(/\d+$/.exec(name)![0]);
    return [...rows.values()].flatMap((names) => {
      const ends = names.toSorted((a, b) => number(a) - number(b));
      return [ends[0], ends.at(-1)!].map((name, last) => {
        const [x, y] = this.places.get(name)!;
        const out = last ? 45 : -45;
        return { name, at: (this.turn ? [x, y + out] : [x + out, y]) as [number, number] };
      });
    });
  }

  /** The name of the hex that a town is on. */
  hexOf(town: string): string | undefined {
    const found = this.data.towns.find((each) => each.id === town);
    return found && this.data.hex_labels[`${found.q},${found.r}`];
  }

  private centre(q: number, r: number): [number, number] {
    const deep = Math.sqrt(3) / 2;
    return this.data.orientation === 'pointy'
      ? [(q + r / 2) * UNIT, r * deep * UNIT]
      : [q * deep * UNIT, (r + q / 2) * UNIT];
  }

  /** The angle of a direction in degrees, clockwise from east. */
  angle(way: number): number {
    return this.turn - 60 * way;
  }

  towards([x, y]: [number, number], way: number, far: number): [number, number] {
    const angle = (this.angle(way) * Math.PI) / 180;
    return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
  }

  hex([x, y]: [number, number], shrink = 0): string {
    const points = Array.from({ length: 6 }, (_, i) => {
      const angle = ((this.turn + 30 + 60 * i) * Math.PI) / 180;
      return `${(x + (CORNER - shrink) * Math.cos(angle)).toFixed(1)} ${(y + (CORNER - shrink) * Math.sin(angle)).toFixed(1)}`;
    });
    return `M${points.join('L')}z`;
  }

  /** A corner of the map where a box of this size would lie in the sea; the title has the first. */
  freeCorner(w: number, h: number): [number, number] | null {
    const { x, y, w: width, h: height } = this.box;
    const [right, low] = [x + width - w - 8, y + height - h - 8];
    const corners: [number, number][] = [
      [right, y + 8],
      [right, low],
      [x + 8, low],
    ];
    const near = 0.6 * UNIT;
    return (
      corners.find(([left, top]) =>
        [...this.places.values()].every(
          ([px, py]) => px < left - near || px > left + w + near || py < top - near || py > top + h + near,
        ),
      ) ?? null
    );
  }

  /** The way of a line through a hex: from the side it came by to the side it left by, or to the locomotive. */
  rail(rail: Rail): string {
    const at = this.places.get(rail.hex)!;
    const from = this.towards(at, rail.came + 3, HALF);
    if (rail.left === null) return `M${fix(from)}L${fix(at)}`;
    return `M${fix(from)}Q${fix(at)} ${fix(this.towards(at, rail.left, HALF))}`;
  }

  /** Points along the way of a line through a hex, its first piece included. */
  pointsOf(rail: Rail): [number, number][] {
    const at = this.places.get(rail.hex)!;
    const from = this.towards(at, rail.came + 3, HALF);
    const to = rail.left === null ? at : this.towards(at, rail.left, HALF);
    const ways: [[number, number], [number, number], [number, number]][] = [[from, rail.left === null ? from : at, to]];
    if (this.root(rail)) {
      const town = this.towards(at, rail.came + 3, UNIT);
      ways.push([town, town, from]);
    }
    return ways.flatMap(([a, b, c]) =>
      [0, 0.2, 0.4, 0.6, 0.8, 1].map((t): [number, number] => {
        const mix = (i: 0 | 1) => (1 - t) ** 2 * a[i] + 2 * t * (1 - t) * b[i] + t ** 2 * c[i];
        return [mix(0), mix(1)];
      }),
    );
  }

  /** Where a closed line runs into the survivor: from the edge of the meeting hex to its middle. */
  joints(rails: Rail[]): { d: string; from: string; to: string }[] {
    const found = [];
    for (const meeting of rails) {
      if (!meeting.joined) continue;
      const middle = this.places.get(meeting.hex)!;
      const entry = this.towards(middle, meeting.came + 3, HALF);
      for (const rail of rails) {
        if (rail === meeting || rail.left === null) continue;
        const end = this.towards(this.places.get(rail.hex)!, rail.left, HALF);
        if (Math.abs(apart(end, middle) - HALF) < 2 && apart(end, entry) > 2)
          found.push({ d: `M${fix(end)}L${fix(middle)}`, from: rail.laid_by, to: rail.line });
      }
    }
    return found;
  }

  /** The first piece of a line, from the middle of its start town. */
  root(rail: Rail): string | null {
    const company = this.lines.get(rail.laid_by)!;
    const town = this.towns.find((each) => each.id === company.start)!;
    const behind = this.towards(this.places.get(rail.hex)!, rail.came + 3, UNIT);
    if (apart(behind, town.at) > 2) return null;
    return `M${fix(town.at)}L${fix(this.towards(town.at, rail.came, HALF))}`;
  }
}

const apart = (a: [number, number], b: [number, number]) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const fix = ([x, y]: [number, number]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** Seven ways to mark a line, so that it is never told by colour alone. */
export const DASHES = ['', '7 5', '1.5 6', '12 4', '3 3', '9 3 2 3', '2 4'];

export function loadMap(name: string): Promise<Board> {
  let found = loaded.get(name);
  if (!found) {
    const path = Object.keys(FILES).find((each) => each.endsWith(`/${name}.json`))!;
    found = FILES[path]().then((data) => {
      const board = new Board(data);
      ready.set(name, board);
      return board;
    });
    loaded.set(name, found);
  }
  return found;
}
