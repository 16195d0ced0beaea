/** Pan and zoom of the table: a window into it that wheel, pinch and keys move. */
import type { Point } from './rope';

export class Camera {
  x = $state(-500);
  y = $state(-700);
  w = $state(7000);
  h = $state(7000);
  private home = $state({ x: -500, y: -700, w: 7000, h: 7000 });

  get box(): string {
    return `${this.x} ${this.y} ${this.w} ${this.h}`;
  }
  /** The box that holds the whole table. */
  get whole(): string {
    const { x, y, w, h } = this.home;
    return `${x} ${y} ${w} ${h}`;
  }
  /** Whether only a part of the table is to be seen. */
  get near(): boolean {
    const [w, h] = [this.home.w * 0.03, this.home.h * 0.03];
    const out = (at: number, size: number, from: number, all: number, some: number) =>
      at > from + some || at + size < from + all - some;
    return out(this.x, this.w, this.home.x, this.home.w, w) || out(this.y, this.h, this.home.y, this.home.h, h);
  }
  /** Show all of these points, with room below for the scale and the buttons. */
  fit(points: Point[], margin = 200, below = 480): void {
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
    this.home = { x: left, y: top, w: Math.max(...xs) + margin - left, h: Math.max(...ys) + below - top };
    this.reset();
  }
  reset(): void {
    Object.assign(this, this.home);
  }
  /** Fill a window of another shape than the table, as high or as wide as the table and about a place. */
  fill(ratio: number, about: Point | null): void {
    const { x, y, w, h } = this.home;
    this.reset();
    const [mx, my] = about ?? [x + w / 2, y + h / 2];
    const hold = (at: number, from: number, size: number, part: number) =>
      Math.min(from + size - part, Math.max(from, at - part / 2));
    this.w = Math.min(w, h * ratio);
    this.h = Math.min(h, w / ratio);
    this.x = hold(mx, x, w, this.w);
    this.y = hold(my, y, h, this.h);
  }
  zoom(by: number, [x, y]: Point): void {
    const w = Math.min(this.home.w * 1.5, Math.max(1200, this.w * by));
    const k = w / this.w;
    this.x = x - (x - this.x) * k;
    this.y = y - (y - this.y) * k;
    this.w = w;
    this.h *= k;
  }
  /** Go nearer, to what the player is busy with if the whole table was to be seen. */
  nearer(about: Point | null = null): void {
    const { x, y, w, h } = this.home;
    if (about && !this.near) this.reset();
    const middle: Point = about && !this.near ? about : [this.x + this.w / 2, this.y + this.h / 2];
    this.zoom(0.75, [this.x + this.w / 2, this.y + this.h / 2]);
    const clamp = (at: number, from: number, size: number, part: number) =>
      Math.min(from + size - part / 2, Math.max(from + part / 2, at));
    this.centre([clamp(middle[0], x, w, this.w), clamp(middle[1], y, h, this.h)]);
  }
  farther(): void {
    this.zoom(1.33, [this.x + this.w / 2, this.y + this.h / 2]);
  }
  /** Move no more than needed to have these points in sight, and go farther if they do not fit. Above them is room for
   * what is drawn over a station: its points, in letters that grow as the table goes farther. */
  reveal(points: Point[], margin = 350, above = 560): void {
    if (!this.near) return;
    const part = (axis: 0 | 1, before: number) => {
      const all = points.map((point) => point[axis]);
      return { from: Math.min(...all) - before, to: Math.max(...all) + margin };
    };
    const [across, down] = [part(0, margin), part(1, above)];
    const k = Math.max((across.to - across.from) / this.w, (down.to - down.from) / this.h);
    if (k > 1) this.zoom(k, [this.x + this.w / 2, this.y + this.h / 2]);
    const need = (at: number, size: number, { from, to }: { from: number; to: number }) =>
      Math.min(0, from - at) + Math.max(0, to - at - size);
    this.move(need(this.x, this.w, across), need(this.y, this.h, down));
  }
  centre([x, y]: Point): void {
    this.x = x - this.w / 2;
    this.y = y - this.h / 2;
  }
  move(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
  }
}
