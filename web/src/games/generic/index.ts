import type { GameModule } from '../../lib/board';
import Board from './Board.svelte';

export default { board: Board } satisfies GameModule;
