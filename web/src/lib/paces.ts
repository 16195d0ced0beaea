/** The clocks that people usually play with. */
import type { Clock } from './types';

const live = (minutes: number, increment: number): Clock => ({ kind: 'live', base: minutes * 60, increment, delay: 2 });
const days = (n: number): Clock => ({ kind: 'days', hours: n * 24, bank: n * 24 });

export const PACES: Clock[] = [live(2, 5), live(5, 10), live(10, 15), live(30, 30), days(1), days(2), days(3), days(7)];
