/** A window into a drawing, moved by wheel, two fingers, dragging and keys. It becomes the viewBox of an SVG, or a board
 * moves a layer by it, which paints nothing; then an element over the layer takes the pointer. */
import { ARROWS, chorded, typing } from './keys';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
type Spot = [number, number];
interface Pointer {
  clientX: number;
  clientY: number;
  currentTarget: EventTarget | null;
}

export class Zoom {
  scale = $state(1);
  /** How far the middle of the window is from the middle of the drawing. */
  private shift = $state.raw<Spot>([0, 0]);
  private fingers = new Map<number, Spot>();
  /** Whether the pointer has moved the window since it was put down: the click that follows is no press. */
  dragged = false;
  readonly box = $derived.by<Box>(() => {
    const { x, y, w, h } = this.home();
    const [dx, dy] = this.shift;
    return {
      x: x + (w - w / this.scale) / 2 + dx,
      y: y + (h - h / this.scale) / 2 + dy,
      w: w / this.scale,
      h: h / this.scale,
    };
  });
  readonly viewBox = $derived.by(() =>
    [this.box.x, this.box.y, this.box.w, this.box.h].map((each) => Math.round(each * 10) / 10).join(' '),
  );

  constructor(
    private readonly home: () => Box,
    private readonly most = 3.5,
    /** The width of the element by its height, where it may differ from the drawing's; 0 while it is not known. */
    private readonly shape: () => number = () => 0,
  ) {}

  /** What is seen: the element shows more of the drawing than the window where their shapes differ. */
  readonly seen = $derived.by<Box>(() => {
    const { x, y, w, h } = this.box;
    const shape = this.shape() || w / h;
    const [wide, high] = [Math.max(w, h * shape), Math.max(h, w / shape)];
    return { x: x - (wide - w) / 2, y: y - (high - h) / 2, w: wide, h: high };
  });

  /** Nearer or farther; the place `at` of the drawing, or the middle, stays where it is. */
  by(factor: number, at?: Spot): void {
    const { x, y, w, h } = this.box;
    const before = this.scale;
    this.scale = Math.min(this.most, Math.max(1, before * factor));
    const stay = 1 - before / this.scale;
    const [px, py] = at ?? [x + w / 2, y + h / 2];
    this.move((px - x - w / 2) * stay, (py - y - h / 2) * stay);
  }
  move(dx: number, dy: number): void {
    const { w, h } = this.home();
    // Nothing but the drawing is shown as long as there is drawing left to show.
    const hold = (value: number, size: number, seen: number) => {
      const most = Math.max(0, size - seen) / 2;
      return Math.min(most, Math.max(-most, value));
    };
    this.shift = [hold(this.shift[0] + dx, w, this.seen.w), hold(this.shift[1] + dy, h, this.seen.h)];
  }
  /** Brings a place of the drawing to the middle. */
  centre(x: number, y: number): void {
    this.move(x - this.box.x - this.box.w / 2, y - this.box.y - this.box.h / 2);
  }
  /** Moves no more than needed to have a part of the drawing in the window. */
  reveal(part: Box): void {
    const need = (from: number, size: number, at: number, length: number) =>
      Math.min(0, at - from) + Math.max(0, at + length - from - size);
    this.move(need(this.box.x, this.box.w, part.x, part.w), need(this.box.y, this.box.h, part.y, part.h));
  }
  reset = (): void => {
    this.scale = 1;
    this.shift = [0, 0];
  };

  // ── what an SVG hands on: <svg {...zoom.hands}> ──
  readonly hands = {
    onwheel: (event: WheelEvent) => {
      event.preventDefault();
      this.by(Math.exp(-Math.max(-80, Math.min(80, event.deltaY)) * 0.0025), this.spot(event));
    },
    onpointerdown: (event: PointerEvent) => {
      this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
      this.dragged = false;
    },
    onpointermove: (event: PointerEvent) => this.drag(event),
    onpointerup: (event: PointerEvent) => void this.fingers.delete(event.pointerId),
    onpointercancel: (event: PointerEvent) => void this.fingers.delete(event.pointerId),
    onpointerleave: (event: PointerEvent) => void this.fingers.delete(event.pointerId),
    /** The end of a drag is no press. */
    onclickcapture: (event: MouseEvent) => {
      if (this.dragged) event.stopPropagation();
      this.dragged = false;
    },
  };

  private drag(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now: Spot = [event.clientX, event.clientY];
    const per = this.box.w / Math.max(1, drawn(event.currentTarget as Element, this.box));
    const [dx, dy] = [(before[0] - now[0]) * per, (before[1] - now[1]) * per];
    if (this.fingers.size === 2) {
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)![1];
      const far = (at: Spot) => Math.max(1, Math.hypot(at[0] - other[0], at[1] - other[1]));
      this.by(
        far(now) / far(before),
        this.spot({
          clientX: (now[0] + other[0]) / 2,
          clientY: (now[1] + other[1]) / 2,
          currentTarget: event.currentTarget,
        }),
      );
      this.move(dx / 2, dy / 2);
    } else if (this.scale > 1 && (this.dragged || Math.hypot(now[0] - before[0], now[1] - before[1]) > 5))
      this.move(dx, dy);
    else return;
    this.dragged = true;
    this.fingers.set(event.pointerId, now);
  }

  /** Where a pointer is, in the units of the drawing under it. */
  spot({ clientX, clientY, currentTarget }: Pointer): Spot | undefined {
    if (!(currentTarget instanceof SVGSVGElement)) {
      const { left, top, width, height } = (currentTarget as Element).getBoundingClientRect();
      const { x, y, w, h } = this.box;
      const unit = Math.min(width / w, height / h) || 1;
      return [
        x + (clientX - left - (width - w * unit) / 2) / unit,
        y + (clientY - top - (height - h * unit) / 2) / unit,
      ];
    }
    const matrix = currentTarget.getScreenCTM();
    if (!matrix) return undefined;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return [x, y];
  }

  /** + and − and 0, and the arrows with Shift; true if the key was ours. */
  key(event: KeyboardEvent): boolean {
    if (chorded(event) || typing(event)) return false;
    const arrow = event.shiftKey && this.scale > 1 ? ARROWS[event.key] : undefined;
    if (event.key === '+' || event.key === '=') this.by(1.25);
    else if (event.key === '-' || event.key === '_') this.by(0.8);
    else if (event.key === '0') this.reset();
    else if (arrow) this.move((arrow[0] * this.box.w) / 8, (arrow[1] * this.box.h) / 8);
    else return false;
    event.preventDefault();
    return true;
  }
}

/** How many pixels wide the window is drawn, less than the element where the shapes differ. */
const drawn = (on: Element, box: Box) => Math.min(on.clientWidth, (on.clientHeight * box.w) / box.h);
