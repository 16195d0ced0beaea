import type { Card } from '../../lib/board';
import Picture from './Picture.svelte';

export default {
  game: 'ticket-to-ride',
  no: 2,
  stock: 'rose',
  picture: Picture,
  about: {
    title: { en: 'Ticket to Ride', ru: 'Билет на поезд' },
    designer: { en: 'Alan R. Moon', ru: 'Алан Р. Мун' },
    players: [2, 5],
    minutes: 45,
  },
  line: { en: 'Train cards, secret tickets and all America.', ru: 'Карты вагонов, тайные билеты и вся Америка.' },
  brief: { en: 'Ticket', ru: 'Билет' },
} satisfies Card;
