import type { Card } from '../../lib/board';
import Picture from './Picture.svelte';

export default {
  game: 'stephensons-rocket',
  no: 3,
  stock: 'sage',
  picture: Picture,
  about: {
    title: { en: 'Stephenson’s Rocket', ru: 'Ракета Стивенсона' },
    designer: { en: 'Reiner Knizia', ru: 'Райнер Книция' },
    players: [2, 4],
    minutes: 75,
  },
  line: { en: 'Seven lines, shared stock and a right of veto.', ru: 'Семь линий, общие акции и право вето.' },
  brief: { en: 'Rocket', ru: 'Ракета' },
} satisfies Card;
