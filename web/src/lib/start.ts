/** Starts a game against bots at once. */
import { api, Refused } from './api';
import { notices } from './notice.svelte';
import { router } from './router.svelte';
import { explain } from './settings.svelte';
import type { GameInfo, SeatRequest } from './types';

/** The fewest at a table, so that there is somebody to play with. */
const COMPANY = 3;

export async function playBots(info: GameInfo, level: string): Promise<void> {
  const players = Math.min(info.players[1], Math.max(info.default_players, COMPANY));
  const seats: SeatRequest[] = Array.from({ length: players }, (_, i) => (i ? { kind: 'bot', level } : { kind: 'me' }));
  try {
    const table = await api.open({ game: info.game, options: {}, seats, public: false, start: true });
    router.go(`/t/${table.id}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notices.say(explain(error.fault));
  }
}
