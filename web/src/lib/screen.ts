/** How wide the window is, where a style sheet alone cannot answer. */
import { MediaQuery } from 'svelte/reactivity';

/** The drawer is a sheet from below, shut until it is asked for. */
export const narrow = new MediaQuery('(max-width: 900px)');
