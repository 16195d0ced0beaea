/** Places on the page by their `data-at`, what is hidden at them, and copies of what stands there. */
import type { Anchor } from './steps';

const quoted = (at: Anchor) => `"${at.replace(/["\\]/g, '\\$&')}"`;

function selector(at: Anchor): string {
  const own = `[data-at~=${quoted(at)}]`;
  const seat = /^seat:(\d+)$/.exec(at);
  return seat ? `${own}, [data-seat="${seat[1]}"]` : own;
}

/** The elements at an anchor that can be seen. */
export function found(at: Anchor): (HTMLElement | SVGElement)[] {
  return [...document.querySelectorAll<HTMLElement | SVGElement>(selector(at))].filter((each) =>
    each.checkVisibility(),
  );
}

/** Where an anchor is on the screen; null if it is not in sight. */
export function spot(at: Anchor): DOMRect | null {
  for (const each of found(at)) {
    const box = each.getBoundingClientRect();
    if (box.width || box.height) return box;
  }
  return null;
}

export const middle = (box: DOMRect) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** A way on the screen in the units of the element's parent, which its CSS `translate` takes. */
export function inParent(element: Element, x: number, y: number): { x: number; y: number } {
  const parent = element.parentElement as Element | null;
  const matrix = parent instanceof SVGGraphicsElement ? parent.getScreenCTM() : null;
  if (!matrix) return { x, y };
  const size = matrix.a * matrix.d - matrix.b * matrix.c;
  return { x: (matrix.d * x - matrix.c * y) / size, y: (matrix.a * y - matrix.b * x) / size };
}

/** A copy in the place of the element, last among its siblings; it can be neither pressed nor found. */
export function ghost(element: HTMLElement | SVGElement): HTMLElement | SVGElement {
  const copy = plain(element);
  element.parentElement?.append(copy);
  return copy;
}

/** A copy that can be neither pressed nor found. */
export function plain(element: HTMLElement | SVGElement): HTMLElement | SVGElement {
  const copy = element.cloneNode(true) as HTMLElement | SVGElement;
  for (const each of [copy, ...copy.querySelectorAll('*')])
    for (const name of ['data-at', 'id', 'role', 'tabindex', 'aria-label']) each.removeAttribute(name);
  copy.setAttribute('aria-hidden', 'true');
  copy.style.pointerEvents = 'none';
  return copy;
}

/** Hides what stands at anchors without taking it away: it can still be pressed. */
export class Curtain {
  private sheet: CSSStyleSheet | null = null;

  hide(anchors: Iterable<Anchor>): void {
    const all = [...anchors].map((at) => `[data-at~=${quoted(at)}]`);
    if (!this.sheet) {
      this.sheet = new CSSStyleSheet();
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.sheet];
    }
    this.sheet.replaceSync(all.length ? `${all.join()} { opacity: 0 !important; }` : '');
  }
}
