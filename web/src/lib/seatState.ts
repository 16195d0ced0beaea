/** What is said of a seat under its name: a sign and words. */
import { say } from './settings.svelte';

export interface Standing {
  /** What a bot is called here; null for people. */
  bot: string | null;
  /** Its place when the game is over. */
  place: number | null;
  won: boolean;
  resigned: boolean;
  /** Whether a bot plays in the holder's place. */
  replaced: boolean;
  away: boolean;
  /** Whether it may act, and whether in this browser. */
  acts: boolean;
  mine: boolean;
  thinks: boolean;
}

export interface SeatState {
  icon: 'flag' | 'clock' | 'away' | 'pencil' | 'check';
  words: string[];
}

/** The result before all, then who is not there, then whose turn it is. */
export function stateOf({ bot, place, won, resigned, replaced, away, acts, mine, thinks }: Standing): SeatState {
  const who = bot === null ? [] : [bot];
  if (place !== null) return { icon: 'flag', words: [say(won ? 'page.won' : 'page.place', { place }), ...who] };
  if (resigned) return { icon: 'flag', words: [say('page.has_resigned')] };
  if (replaced) return { icon: 'clock', words: [say('page.bot_plays')] };
  if (away) return { icon: 'away', words: [say('page.away'), ...(acts ? [say('page.their_turn')] : [])] };
  if (mine) return { icon: 'pencil', words: [say('page.your_turn')] };
  if (!acts) return { icon: 'check', words: bot === null ? [say('page.ready')] : who };
  // Its level gives way to what it does: there is no room for both, and bars beside its name say it too.
  if (bot !== null) return { icon: 'clock', words: thinks ? [say('page.bot_brief'), say('page.bot_thinks')] : who };
  return { icon: 'pencil', words: [say('page.their_turn')] };
}
