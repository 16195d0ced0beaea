import { defineGame, type GameTypes } from '../../lib/board';
import Board from './Board.svelte';

export default defineGame<GameTypes>({ board: Board });
