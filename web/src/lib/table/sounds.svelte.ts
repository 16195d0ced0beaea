/** What is heard at a table: one's turn, moves, points, the end. */
import { sound } from '../sound';
import type { Table } from '../types';
import type { Seating } from './seating.svelte';

interface Given {
  table: Table;
  active: boolean;
  past: boolean;
}

export class Sounds {
  /** Whether the game ended before one's eyes. */
  ended = $state(false);
  private wasActive = false;
  private wasOver: boolean | null = null;
  private told = -1;

  constructor(seating: Seating, given: () => Given) {
    $effect(() => {
      const { table, past } = given();
      const last = seating.log.at(-1);
      if (!last) return;
      const { told } = this;
      const news = told >= 0 && !past ? seating.log.filter((line) => line.n > told && line.seat !== null) : [];
      this.told = last.n;
      if (news.some((line) => line.points > 0)) sound('points');
      if (news.some((line) => !table.you.includes(line.seat!))) sound('other');
    });
    $effect(() => {
      const { active } = given();
      if (active && !this.wasActive) sound('turn');
      this.wasActive = active;
    });
    $effect(() => {
      const over = seating.sight?.view.over;
      if (over === undefined) return;
      if (over && this.wasOver === false) {
        sound('end');
        this.ended = true;
      }
      this.wasOver = over;
    });
  }
}
