/** The games' signs for lists, all in one file; the shell names no game. */
import type { Component } from 'svelte';

const FOUND = import.meta.glob<{ default: Component<Record<string, never>> }>('../games/*/Sign.svelte', {
  eager: true,
});

/** By the game's folder. */
export const SIGNS = new Map(Object.entries(FOUND).map(([path, { default: sign }]) => [path.split('/')[2], sign]));
