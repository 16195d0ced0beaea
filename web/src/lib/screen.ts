/** How wide the window is, where a style sheet alone cannot answer. */
import { MediaQuery } from 'svelte/reactivity';

/** The drawer is a sheet over the board, shut until it is asked for. */
export const narrow = new MediaQuery('(max-width: 900px), ((max-height: 520px) and (orientation: landscape))');

/** A phone on its side, or a page at 200 %: every pixel of height counts. */
export const flat = new MediaQuery('(max-height: 520px) and (orientation: landscape)');
