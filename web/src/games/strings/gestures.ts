/** Mouse, fingers, wheel and keys at the table. */
import { ARROWS, onButton, reading, typing } from '../../lib/keys';
import type { Desk } from './desk.svelte';
import { far, type Point } from './rope';

interface Drag {
  what: 'string' | 'bend' | 'pan' | 'tile';
  at: number;
  from: Point;
  screen: Point;
  station: number | null;
  moved: boolean;
  /** Where the station lay before. */
  tile: Point | null;
}
interface Pinch {
  gap: number;
  middle: Point;
  lean: number;
}
/** So many pixels are still a press. */
const STILL = 7;

export class Gestures {
  private fingers = new Map<number, Point>();
  private drag: Drag | null = null;
  private pinch: Pinch | null = null;
  private turned = 0;

  constructor(
    private desk: Desk,
    private svg: () => SVGSVGElement | undefined,
  ) {}

  private place({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const matrix = this.svg()?.getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return [point.x, point.y];
  }

  down = (event: PointerEvent): void => {
    if (event.button > 0) return;
    // A finger whose end was never told (the page lost it) is gone when a new first one comes.
    if (event.isPrimary) this.fingers.clear();
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 2) {
      this.pinch = this.grip();
      if (this.drag?.what === 'string' && this.desk.hand.pulling) this.letGo();
      // The first of two fingers that turn a station does not carry it along.
      if (this.drag?.what === 'tile' && this.drag.tile) this.desk.hang(this.drag.tile);
      this.drag = null;
      return;
    }
    this.svg()?.setPointerCapture(event.pointerId);
    const from = this.place(event);
    const begin = this.grasp(from, event.pointerType === 'mouse' ? 1 : 2);
    this.drag = {
      at: 0,
      station: null,
      ...begin,
      from,
      screen: [event.clientX, event.clientY],
      moved: false,
      tile: this.desk.tile,
    };
    if (begin.what === 'tile') this.move(event);
  };
  /** What is under the hand; a finger is twice as wide as a mouse. */
  private grasp(point: Point, touch: number): Pick<Drag, 'what'> & Partial<Drag> {
    const { desk } = this;
    const { hand, phase } = desk;
    if (phase === 'place') return { what: 'tile' };
    if (!desk.drawing) return { what: 'pan' };
    const reach = desk.camera.w / 60;
    if (!hand.empty) {
      const { nodes } = hand;
      if (far(nodes[nodes.length - 1], point) < (reach + 60) * touch) return { what: 'string', at: -1 };
      let [best, gap] = [-1, (reach + 10) * touch];
      nodes.forEach((node, i) => {
        const d = far(node, point);
        if (d < gap) [best, gap] = [i, d];
      });
      if (best > 0 && nodes.length > 2) return { what: 'bend', at: best };
    }
    if (phase !== 'lay') return { what: 'string' };
    const station = desk.stationAt(point, 20 * touch);
    return { what: station && desk.starts.has(station.n) ? 'string' : 'pan', station: station?.n ?? null };
  }

  move = (event: PointerEvent): void => {
    const { desk, drag } = this;
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.pinch && this.fingers.size === 2) return this.pinched(this.pinch);
    const point = this.place(event);
    if (desk.phase === 'place' && (drag?.what === 'tile' || (event.pointerType === 'mouse' && !drag && !desk.settled)))
      return desk.hang(point);
    if (!drag) return;
    if (!drag.moved && far(drag.screen, [event.clientX, event.clientY]) > STILL) {
      drag.moved = true;
      if (drag.what === 'string')
        desk.hand.begin(drag.at < 0 ? desk.hand.nodes : [desk.snapped(drag.from, 60)], desk.limit, desk.held);
      if (drag.what === 'bend') {
        desk.hand.begin(desk.hand.nodes, desk.limit, desk.held);
        drag.at = desk.hand.nearest(drag.from);
      }
    }
    if (!drag.moved) return;
    if (drag.what === 'string') desk.hand.pull(desk.snapped(point, 60));
    else if (drag.what === 'bend') desk.hand.bend(drag.at, point);
    else desk.camera.move(drag.from[0] - point[0], drag.from[1] - point[1]);
  };
  private letGo(): void {
    const { hand } = this.desk;
    const tip = hand.nodes[hand.nodes.length - 1];
    hand.drop(this.drag?.what === 'string' && tip ? this.desk.snapped(tip, 160) : null);
  }

  up = (event: PointerEvent): void => {
    const { desk, drag } = this;
    this.fingers.delete(event.pointerId);
    if (this.fingers.size < 2) this.pinch = null;
    if (!drag) return;
    if (drag.what === 'tile') void desk.settle();
    else if (drag.moved && desk.hand.pulling) this.letGo();
    else if (!drag.moved && drag.station !== null) void desk.press(drag.station);
    else if (!drag.moved && desk.phase === 'corner') this.corner(desk.cornerAt(drag.from));
    this.drag = null;
  };
  // The table holds the pointer while it is pressed, so corners are found by their place and not by their clicks.
  corner(corner: number): void {
    if (corner >= 0) void this.desk.play({ type: 'corner', corner });
  }

  private grip(): Pinch {
    const [a, b] = [...this.fingers.values()];
    return {
      gap: far(a, b),
      middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2],
      lean: Math.atan2(b[1] - a[1], b[0] - a[0]),
    };
  }
  private pinched(old: Pinch): void {
    const { desk } = this;
    const now = this.grip();
    const place = ([clientX, clientY]: Point) => this.place({ clientX, clientY });
    const [before, after] = [place(old.middle), place(now.middle)];
    desk.camera.move(before[0] - after[0], before[1] - after[1]);
    desk.camera.zoom(old.gap / Math.max(1, now.gap), place(now.middle));
    this.pinch = now;
    if (desk.phase !== 'place') return;
    // What is short of a step is kept for the next move, so that the station turns as far as the fingers do.
    const turned = Math.atan2(Math.sin(now.lean - old.lean), Math.cos(now.lean - old.lean));
    const steps = Math.round((turned * 12) / Math.PI);
    if (steps) desk.rotate(steps);
    now.lean = old.lean + (steps * Math.PI) / 12;
  }

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { desk } = this;
    if (desk.phase !== 'place' || event.ctrlKey)
      return desk.camera.zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.004), this.place(event));
    this.turned += event.deltaY;
    if (Math.abs(this.turned) <= 40) return;
    desk.rotate(Math.sign(this.turned));
    this.turned = 0;
  };

  keys = (event: KeyboardEvent): void => {
    const { desk } = this;
    if (event.altKey || typing(event) || reading(event)) return;
    if ((event.ctrlKey || event.metaKey) && event.key === 'z' && desk.hand.steps) {
      event.preventDefault();
      return desk.hand.back();
    }
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === '+' || event.key === '=') desk.camera.nearer(desk.focus);
    else if (event.key === '-') desk.camera.farther();
    else if (event.key === '0') desk.camera.reset();
    else if (desk.phase !== 'watch') this.acts(event);
  };
  private acts(event: KeyboardEvent): void {
    const { desk } = this;
    const arrow = ARROWS[event.key];
    if (arrow && desk.phase === 'place') {
      event.preventDefault();
      const step = event.shiftKey ? 200 : 20;
      const base = desk.view.stations[desk.company];
      const [x, y] = desk.tile ?? [base.x, base.y];
      desk.settled = true;
      desk.hang([x + arrow[0] * step, y + arrow[1] * step]);
    } else if (event.key === 'Enter' && !onButton(event)) {
      event.preventDefault();
      void desk.confirm();
    } else if (event.key === 'Escape') desk.clear();
    else if (event.key === 'Backspace' && desk.hand.steps) desk.hand.back();
    else if (/^[rк]$/i.test(event.key)) desk.rotate(event.shiftKey ? -1 : 1);
    else if (/^[hр]$/i.test(event.key)) void desk.suggest();
  }
}
