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

/** The distance between the centres of neighbouring hexes. */
export const UNIT = 60;
const HALF = UNIT / 2;
const CORNER = UNIT / Math.sqrt(3);

export class Board {
  readonly places = new Map<string, [number, number]>();
  readonly towns: (Town & { at: [number, number] })[];
  readonly lines: Map<string, Company & { no: number }>;
  readonly outline: string;
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
    const [x, y] = [Math.min(...xs) - 46, Math.min(...ys) - 48];
    this.box = { x, y, w: Math.max(...xs) + 46 - x, h: Math.max(...ys) + 42 - y };
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
    found = FILES[path]().then((data) => new Board(data));
    loaded.set(name, found);
  }
  return found;
}
