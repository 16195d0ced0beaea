/** Which route a pointer means: the nearest within reach; pressed, hovered, or held for a while by a finger. */
import type { Zoom } from '../../lib/zoom.svelte';
import type { Point } from './geometry';

interface Acts {
  /** The route nearest to a place of the drawing within so many pixels. */
  find: (at: Point, reach: number) => number | null;
  press: (route: number) => void;
  /** The route that is pointed at has changed. */
  point: (route: number | null) => void;
}

/** A finger takes the nearest route within so many pixels, a mouse what it points at. */
export const REACH = { finger: 22, mouse: 10 };
const LONG = 450;

export class Pointing {
  /** The route that is pointed at. */
  route = $state<number | null>(null);
  private held = 0;
  private start: Point = { x: 0, y: 0 };
  /** The finger was held until the route was explained: lifting it presses nothing. */
  private told = false;

  constructor(
    private readonly zoom: Zoom,
    private readonly acts: Acts,
  ) {}

  /** The handlers of what takes the pointer, together with those of the zoom. */
  get hands(): Zoom['hands'] {
    const { zoom } = this;
    const { hands } = zoom;
    return {
      ...hands,
      onpointerdown: (event) => {
        hands.onpointerdown(event);
        clearTimeout(this.held);
        this.told = false;
        if (event.pointerType === 'mouse') return;
        this.start = { x: event.clientX, y: event.clientY };
        const { clientX, clientY, currentTarget } = event;
        this.held = window.setTimeout(() => {
          this.told = true;
          this.at(this.find({ clientX, clientY, currentTarget }, REACH.finger));
        }, LONG);
      },
      onpointermove: (event) => {
        hands.onpointermove(event);
        if (event.pointerType !== 'mouse') {
          if (Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) > 8) clearTimeout(this.held);
        } else if (event.buttons) this.at(null);
        else this.at(this.find(event, REACH.mouse));
      },
      onpointerup: (event) => {
        hands.onpointerup(event);
        clearTimeout(this.held);
      },
      onpointercancel: (event) => {
        hands.onpointercancel(event);
        clearTimeout(this.held);
      },
      onpointerleave: (event) => {
        hands.onpointerleave(event);
        clearTimeout(this.held);
        if (event.pointerType === 'mouse') this.at(null);
      },
      onclickcapture: (event) => {
        const { dragged } = zoom;
        hands.onclickcapture(event);
        if (dragged || this.told) return;
        const mouse = !('pointerType' in event) || event.pointerType === 'mouse';
        const route = this.find(event, mouse ? REACH.mouse : REACH.finger);
        if (!mouse) this.at(null);
        if (route !== null) this.acts.press(route);
      },
    };
  }

  private find(pointer: Parameters<Zoom['spot']>[0], reach: number): number | null {
    const spot = this.zoom.spot(pointer);
    return spot ? this.acts.find({ x: spot[0], y: spot[1] }, reach) : null;
  }
  private at(route: number | null): void {
    if (route === this.route) return;
    this.route = route;
    this.acts.point(route);
  }
}
