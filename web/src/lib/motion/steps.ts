/** What a game may let happen before the player's eyes when an entry of the log is new. */
import type { Component } from 'svelte';

/** The value of an element's `data-at`, such as `route:12` or `deck`. `seat:2` is the seat's place in the strip. */
export type Anchor = string;

/** How long a step takes unless it says so; the queue goes faster when much is waiting. */
export const STEP_MS = 250;

export type Step =
  /** The thing fades in. */
  | { do: 'appear'; at: Anchor; ms?: number }
  /** The lines of the thing are drawn from their beginning. */
  | { do: 'draw'; at: Anchor; ms?: number }
  /** The thing comes from another place to its own. */
  | { do: 'come'; at: Anchor; from: Anchor; ms?: number }
  /** The thing travels along a path (the `d` of an SVG path in the coordinates of its `<svg>`) that ends where it
   * stands now; the lines of `trail` are drawn behind it. `back` goes from the path's end to its beginning. */
  | { do: 'travel'; at: Anchor; path: string; trail?: Anchor; back?: boolean; ms?: number }
  /** The thing that the new position has no more goes: to another place, undrawn, or fading where it stood. */
  | { do: 'leave'; at: Anchor; to?: Anchor; undraw?: boolean; ms?: number }
  /** A drawing goes over the page from one place to another; what it brings is seen when it has arrived. */
  | { do: 'fly'; from: Anchor; to: Anchor; drawing: Drawing; brings?: Anchor; ms?: number }
  /** Points go from their cause to the seat. Nothing waits for them. */
  | { do: 'points'; from: Anchor; seat: number; points: number }
  /** Several steps at once, each `gap` milliseconds after the one before. */
  | { do: 'together'; steps: Step[]; gap?: number };

/** A copy of what stands at an anchor before the position changes, or a component made for the flight. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- components of any props; `drawn` checks them
export type Drawing = { copy: Anchor } | { component: Component<any>; props: Record<string, unknown> };

/** A component with its props as a drawing. */
export function drawn<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): Drawing {
  return { component, props };
}

/** The step as it is seen when the history goes back over it; null for one that is not seen then. */
export function reversed(step: Step): Step | null {
  switch (step.do) {
    case 'appear':
      return { do: 'leave', at: step.at, ms: step.ms };
    case 'draw':
      return { do: 'leave', at: step.at, undraw: true, ms: step.ms };
    case 'come':
      return { do: 'leave', at: step.at, to: step.from, ms: step.ms };
    case 'travel':
      return { ...step, back: !step.back };
    case 'leave':
      if (step.undraw) return { do: 'draw', at: step.at, ms: step.ms };
      return step.to
        ? { do: 'come', at: step.at, from: step.to, ms: step.ms }
        : { do: 'appear', at: step.at, ms: step.ms };
    case 'fly':
      return { ...step, from: step.to, to: step.from, brings: undefined };
    case 'points':
      return null;
    case 'together':
      return { ...step, steps: backwards(step.steps) };
  }
}

/** Steps in the order in which the history goes back over them. */
export function backwards(steps: Step[]): Step[] {
  return steps
    .map(reversed)
    .filter((step) => step !== null)
    .reverse();
}

/** The anchors whose things are not to be seen before their step begins. */
export function brought(step: Step): Anchor[] {
  switch (step.do) {
    case 'appear':
    case 'draw':
    case 'come':
      return [step.at];
    case 'travel':
      return step.trail && !step.back ? [step.trail] : [];
    case 'fly':
      return step.brings ? [step.brings] : [];
    case 'together':
      return step.steps.flatMap(brought);
    default:
      return [];
  }
}

/** How long a step takes. */
export function lasts(step: Step): number {
  if (step.do === 'points') return 0;
  if (step.do !== 'together') return step.ms ?? STEP_MS;
  return step.steps.reduce((longest, each, i) => Math.max(longest, i * (step.gap ?? 0) + lasts(each)), 0);
}
