/** Keys of boards and lists, and when a key is meant for something else. */

/** The arrow keys as steps: across (right is +1) and down (+1). */
export const ARROWS: Record<string, [across: number, down: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

const on = (event: Event, what: string) => (event.target as Element | null)?.closest?.(what) != null;

/** The browser's own: Ctrl, ⌘ or Alt is held. */
export const chorded = (event: KeyboardEvent) => event.ctrlKey || event.metaKey || event.altKey;

/** A field, a tab or an open dialog has the key, and the board does not. */
export const typing = (event: KeyboardEvent) => on(event, 'input, select, textarea, dialog, [role=tab]');

/** Something long is being read, which the arrows scroll. */
export const reading = (event: KeyboardEvent) => on(event, '.log, .legal-list, .rules');

/** Enter belongs to the thing that has the focus. */
export const onButton = (event: KeyboardEvent) => on(event, 'button, a, summary, [role=button]');

/** Enter and Space do what a press does, for a shape that is no button; true if the key was one of them. */
export function pressed(event: KeyboardEvent, act: () => void): boolean {
  if (event.key !== 'Enter' && event.key !== ' ') return false;
  event.preventDefault();
  event.stopPropagation();
  act();
  return true;
}

/** A shape that can be pressed, by pointer and by keys: `<g role="button" tabindex="0" {...press(act)}>`. */
export const press = (act: () => void) => ({
  onclick: act,
  onkeydown: (event: KeyboardEvent) => void pressed(event, act),
});
