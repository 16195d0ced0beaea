/** Points that a move brought travel from its cell to the seat: on the large sheet, else on the small one. */
import { fly } from '../../lib/fly';
import { signed } from '../../lib/text';
import type { Entry, View } from '../../generated/rails30';
import { lastOf } from './cells';
import { CELL } from './track';

export class Gains {
  private n = -1;
  private totals: number[] = [];

  /** Called with every position; only the next one of a game that goes on is news. */
  show(view: View, log: Entry[], live: boolean): void {
    const totals = view.sheets.map((sheet) => sheet.total);
    const news = live && this.n >= 0 && view.n > this.n && log.at(-1)?.kind !== 'undone';
    if (news) {
      totals.forEach((total, seat) => {
        const gain = total - (this.totals[seat] ?? 0);
        const from = gain ? placeOf(seat, lastOf(log, seat, view)) : null;
        if (from) fly(signed(gain), from, seat, gain < 0);
      });
    }
    if (live && view.n >= this.n) [this.n, this.totals] = [view.n, totals];
  }
}

/** Where a cell of a seat's sheet is on the screen; null if the sheet is not in sight. */
function placeOf(seat: number, cell: number): { x: number; y: number } | null {
  for (const sheet of document.querySelectorAll<SVGSVGElement>(`svg[data-sheet="${seat}"]`)) {
    const matrix = sheet.getScreenCTM();
    if (!matrix || cell < 0 || !sheet.checkVisibility()) continue;
    return new DOMPoint(((cell % 6) + 0.5) * CELL, (Math.floor(cell / 6) + 0.5) * CELL).matrixTransform(matrix);
  }
  return null;
}
