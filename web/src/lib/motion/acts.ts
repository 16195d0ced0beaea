/** Steps as acts of the Web Animations API: on the things themselves, and on one layer over the page. */
import { mount, unmount } from 'svelte';
import { fly } from '../fly';
import { signed } from '../text';
import { found, ghost, inParent, middle, plain, spot } from './anchors';
import type { Run } from './queue';
import { lasts, type Anchor, type Drawing, type Step } from './steps';

type Thing = HTMLElement | SVGElement;
type Timing = { rate: number; delay: number };
/** Begins a step; null if there is nothing to be seen. */
type Start = (timing: Timing) => Run | null;
/** A step that can begin. It is started or dropped, once. */
export interface Ready {
  start: Start;
  drop(): void;
}

const EASE = 'cubic-bezier(.4, 0, .2, 1)';
const LINES = 'path, line, polyline, polygon, circle, ellipse';
/** Points of a travel's path between which the thing goes straight. */
const PIECES = 24;

/** Makes a step ready. Called before the page changes, so that what will be gone can still be copied. */
export function ready(step: Step, reveal: (at: Anchor) => void): Ready {
  switch (step.do) {
    case 'appear':
      return here(step.at, reveal, (each, timing) => [fade(each, step, timing)]);
    case 'draw':
      return here(step.at, reveal, (each, timing) => inked(each, step, timing));
    case 'come':
      return here(step.at, reveal, (each, timing) => {
        const from = spot(step.from);
        return [from ? slide(each, from, step, timing) : fade(each, step, timing)];
      });
    case 'travel':
      return travel(step, reveal);
    case 'leave':
      return leave(step);
    case 'fly':
      return flight(step, reveal);
    case 'points':
      return { start: () => points(step), drop: () => undefined };
    case 'together': {
      const all = step.steps.map((each) => ready(each, reveal));
      const gap = step.gap ?? 0;
      return {
        start: ({ rate, delay }) => join(all.map(({ start }, i) => start({ rate, delay: delay + (gap * i) / rate }))),
        drop: () => all.forEach((each) => each.drop()),
      };
    }
  }
}

/** A step of the things that the new position has at an anchor. */
function here(at: Anchor, reveal: (at: Anchor) => void, move: (thing: Thing, timing: Timing) => Animation[]): Ready {
  return {
    start: (timing) => {
      reveal(at);
      return run(found(at).flatMap((each) => move(each, timing)));
    },
    drop: () => reveal(at),
  };
}

function play(element: Element, frames: Keyframe[], step: Step, { rate, delay }: Timing): Animation {
  return element.animate(frames, { duration: lasts(step) / rate, delay, easing: EASE, fill: 'both' });
}

function fade(element: Thing, step: Step, timing: Timing, away = false): Animation {
  const frames = [{ opacity: 0 }, { opacity: getComputedStyle(element).opacity }];
  return play(element, away ? frames.reverse() : frames, step, timing);
}

function slide(element: Thing, other: DOMRect, step: Step, timing: Timing, away = false): Animation {
  const here = middle(element.getBoundingClientRect());
  const there = middle(other);
  const way = inParent(element, there.x - here.x, there.y - here.y);
  const frames = [
    { translate: `${way.x}px ${way.y}px`, opacity: 0.4 },
    { translate: '0px 0px', opacity: 1 },
  ];
  return play(element, away ? frames.reverse() : frames, step, timing);
}

/** The lines of a thing are drawn; a dashed line keeps its dashes and fades in. */
function inked(element: Thing, step: Step, timing: Timing, away = false): Animation[] {
  const lines = element.matches(LINES) ? [element] : [...element.querySelectorAll(LINES)];
  const drawings = lines.flatMap((line) => {
    const style = getComputedStyle(line);
    if (style.stroke === 'none' || style.strokeDasharray !== 'none' || !(line instanceof SVGGeometryElement)) return [];
    const scale = style.vectorEffect === 'non-scaling-stroke' ? (line.getScreenCTM()?.a ?? 1) : 1;
    const length = line.getTotalLength() * scale;
    const frames = [{ strokeDasharray: `0 ${length}` }, { strokeDasharray: `${length} ${length}` }];
    return [play(line, away ? frames.reverse() : frames, step, timing)];
  });
  const opacity = getComputedStyle(element).opacity;
  const frames = [{ opacity: 0 }, { opacity, offset: 0.3 }, { opacity }];
  const shown = away ? [{ opacity }, { opacity, offset: 0.7 }, { opacity: 0 }] : frames;
  return [...drawings, play(element, shown, step, timing)];
}

function travel(step: Extract<Step, { do: 'travel' }>, reveal: (at: Anchor) => void): Ready {
  const back = !!step.back;
  const gone = back && step.trail ? found(step.trail).map(ghost) : [];
  const drop = () => {
    gone.forEach((each) => each.remove());
    if (step.trail) reveal(step.trail);
  };
  const start: Start = (timing) => {
    if (step.trail) reveal(step.trail);
    const trail = step.trail && !back ? found(step.trail) : gone;
    const going = found(step.at).map((each) => play(each, along(each, step.path, back), step, timing));
    return run([...going, ...trail.flatMap((each) => inked(each, step, timing, back))], drop);
  };
  return { start, drop };
}

function along(element: Thing, d: string, back: boolean): Keyframe[] {
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', d);
  const matrix = element instanceof SVGElement ? element.ownerSVGElement?.getScreenCTM() : null;
  const length = path.getTotalLength();
  const points = Array.from({ length: PIECES + 1 }, (_, i) => {
    const point = path.getPointAtLength((length * (back ? PIECES - i : i)) / PIECES);
    return matrix ? new DOMPoint(point.x, point.y).matrixTransform(matrix) : point;
  });
  const end = points[PIECES];
  return points.map((point) => {
    const way = inParent(element, point.x - end.x, point.y - end.y);
    return { translate: `${way.x}px ${way.y}px`, easing: 'linear' };
  });
}

function leave(step: Extract<Step, { do: 'leave' }>): Ready {
  const gone = found(step.at).map(ghost);
  const drop = () => gone.forEach((each) => each.remove());
  const start: Start = (timing) => {
    const to = step.to ? spot(step.to) : null;
    const go = (each: Thing) =>
      step.undraw
        ? inked(each, step, timing, true)
        : [to ? slide(each, to, step, timing, true) : fade(each, step, timing, true)];
    return run(gone.filter((each) => each.isConnected).flatMap(go), drop);
  };
  return { start, drop };
}

function points({ from, seat, points }: Extract<Step, { do: 'points' }>): null {
  const cause = spot(from);
  if (cause) fly(signed(points), middle(cause), seat, points < 0);
  return null;
}

/** The one layer over the page on which drawings fly. */
export function layer(): HTMLElement {
  let found = document.querySelector<HTMLElement>('.motion-layer');
  if (!found) {
    found = document.createElement('div');
    found.className = 'motion-layer';
    found.setAttribute('aria-hidden', 'true');
    document.body.append(found);
  }
  return found;
}

function flight(step: Extract<Step, { do: 'fly' }>, reveal: (at: Anchor) => void): Ready {
  const copy = copyOf(step.drawing);
  // A card that was taken may leave its place empty.
  const was = spot(step.from);
  const end = () => {
    if (step.brings) reveal(step.brings);
  };
  const start: Start = (timing) => {
    const [from, to] = [spot(step.from) ?? was, spot(step.to)];
    const drawing = from && to && (copy ?? built(step.drawing));
    if (!drawing) return run([], end);
    layer().append(drawing.element);
    const frames = [place(from, step.from), place(to, step.to)];
    return run([play(drawing.element, frames, step, timing)], () => (drawing.remove(), end()));
  };
  return { start, drop: end };
}

/** A drawing at an anchor; in the strip it is small and fades into the seat. */
function place(box: DOMRect, at: Anchor): Keyframe {
  const { x, y } = middle(box);
  const seat = at.startsWith('seat:');
  const transform = `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${seat ? 0.4 : 1})`;
  return { transform, opacity: seat ? 0.5 : 1 };
}

interface Made {
  element: HTMLElement;
  remove(): void;
}

function box(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'flight';
  return element;
}

function copyOf(drawing: Drawing): Made | null {
  const from = 'copy' in drawing ? found(drawing.copy)[0] : undefined;
  if (!from) return null;
  const { width, height } = from.getBoundingClientRect();
  const element = box();
  const copy = plain(from);
  if (from instanceof HTMLElement) {
    copy.style.width = `${width}px`;
    copy.style.height = `${height}px`;
    copy.style.margin = '0';
    element.append(copy);
  } else if (from instanceof SVGGraphicsElement) {
    const { x, y, width: w, height: h } = from.getBBox();
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', `${x} ${y} ${w} ${h}`);
    svg.setAttribute('width', `${width}`);
    svg.setAttribute('height', `${height}`);
    copy.removeAttribute('transform');
    svg.append(copy);
    element.append(svg);
  }
  return { element, remove: () => element.remove() };
}

function built(drawing: Drawing): Made | null {
  if (!('component' in drawing)) return null;
  const element = box();
  const component = mount(drawing.component, { target: element, props: drawing.props });
  return {
    element,
    remove: () => {
      element.remove();
      void unmount(component);
    },
  };
}

/** Animations as one run. What was changed for it is put back at the end. */
function run(animations: Animation[], end: () => void = () => undefined): Run | null {
  if (!animations.length) return (end(), null);
  // A tab in the background stops its animations, and a thing may go away with its own: time ends them then.
  const most = Math.max(...animations.map((each) => Number(each.effect?.getComputedTiming().endTime ?? 0)));
  let late = 0;
  const ended = Promise.all(animations.map((each) => each.finished));
  const timeout = new Promise((go) => (late = window.setTimeout(go, most + 200)));
  const done = Promise.race([ended, timeout]).then(() => {
    clearTimeout(late);
    end();
    for (const each of animations) each.cancel();
  });
  return { done, finish: () => animations.forEach((each) => each.finish()) };
}

function join(runs: (Run | null)[]): Run | null {
  const all = runs.filter((each) => each !== null);
  if (!all.length) return null;
  return { done: Promise.all(all.map((each) => each.done)), finish: () => all.forEach((each) => each.finish()) };
}
