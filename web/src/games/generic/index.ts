import type { GameModule } from '../../lib/board';
import Board from './Board.svelte';

// Nothing is known of the game, so a seat's view is kept from the others at the same screen.
export default { board: Board, hidden: true } satisfies GameModule;
