/** The tables of 30 Rails, from the file that the rules read too: drawings, the mine's points, grades. */
import tables from '../../../../src/branchline/games/rails30/data/tables.json';

/** Two sides that a track joins: north 0, east 1, south 2, west 3. */
export type Link = readonly [number, number];

/** LINKS[d] are the pairs of sides that drawing d (1–21) joins. */
export const LINKS: Link[][] = [[], ...tables.drawings.map(({ links }) => links.map(([a, b]): Link => [a, b]))];
const DIE = [0, ...tables.drawings.map(({ die }) => die)];
const KINDS = [0, 1, 2, 3, 4, 5, 6];
/** How many drawings each value of the coloured die has, and the first of them. */
export const COUNT = KINDS.map((kind) => (kind ? DIE.filter((die) => die === kind).length : 0));
export const FIRST = KINDS.map((kind) => DIE.indexOf(kind));

/** Which kind (1–6) a drawing is of, and its turn. */
export function kindOf(drawing: number): { kind: number; turn: number } {
  return { kind: DIE[drawing], turn: drawing - FIRST[DIE[drawing]] };
}

/** What the mine scores, by the number of stations (L16). */
export const MINE_POINTS = tables.mine_points;
/** The words for a result by the points from which they hold, the best first (L17). */
export const GRADES = tables.grades.toReversed();
