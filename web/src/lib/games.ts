/** Finds boards, cards and rules pages by folder; the shell names no game. */
import type { Component } from 'svelte';
import { api } from './api';
import type { Card, GameModule } from './board';
import { settings } from './settings.svelte';
import type { GameInfo } from './types';
import Mark from '../parts/Mark.svelte';

const BOARDS = import.meta.glob<{ default: GameModule }>('../games/*/index.ts');
const CARDS = import.meta.glob<{ default: Card }>('../games/*/card.ts');
const RULES = import.meta.glob<{ default: Component<{ compact?: boolean }> }>('../games/*/Rules.svelte');

/** The name of the game's package, which its folder here has too. */
export async function folderOf(game: string): Promise<string> {
  const found = (await api.games()).find((info) => info.game === game);
  return found?.package ?? '';
}

export async function loadBoard(game: string): Promise<GameModule> {
  const folder = await folderOf(game);
  const load = BOARDS[`../games/${folder}/index.ts`] ?? BOARDS['../games/generic/index.ts'];
  const [board] = await Promise.all([load(), settings.need(folder)]);
  return board.default;
}

export async function loadRules(game: string): Promise<Component<{ compact?: boolean }> | null> {
  const cards = await loadCards();
  const folder = cards.find((card) => card.game === game)?.folder ?? (await folderOf(game));
  const load = RULES[`../games/${folder}/Rules.svelte`];
  if (!load) return null;
  const [rules] = await Promise.all([load(), settings.need(folder)]);
  return rules.default;
}

let cards: Promise<(Card & { folder: string; rules: boolean })[]> | undefined;

export function loadCards(): Promise<(Card & { folder: string; rules: boolean })[]> {
  cards ??= Promise.all(
    Object.entries(CARDS).map(async ([path, load]) => {
      const folder = path.split('/')[2];
      return { ...(await load()).default, folder, rules: `../games/${folder}/Rules.svelte` in RULES };
    }),
  ).then((all) => all.sort((a, b) => a.no - b.no));
  return cards;
}

/** A card for a game that has none: all that the server says of it. */
export function plainCard(info: GameInfo, no: number): Card {
  const { game, title, designer, players, minutes } = info;
  const about = { title, designer: { en: designer, ru: designer }, players, minutes };
  return { game, no, stock: 'buff', picture: Mark, about, line: { en: '', ru: '' } };
}
