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
    return this.w < this.home.w * 0.97;
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
  /** Fill a window that is narrower than the table, as high as the table and about a place. */
  fill(ratio: number, about: Point | null): void {
    const { x, w, h } = this.home;
    this.reset();
    this.w = h * ratio;
    const middle = about ? about[0] : x + w / 2;
    this.x = Math.min(x + w - this.w, Math.max(x, middle - this.w / 2));
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
  centre([x, y]: Point): void {
    this.x = x - this.w / 2;
    this.y = y - this.h / 2;
  }
  move(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
  }
}
