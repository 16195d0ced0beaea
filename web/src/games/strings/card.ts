import type { Card } from '../../lib/board';
import Picture from './Picture.svelte';

export default {
  game: 'string-railway',
  no: 4,
  stock: 'sky',
  picture: Picture,
  about: {
    title: { en: 'String Railway', ru: 'Верёвочные рельсы' },
    designer: { en: 'Hisashi Hayashi', ru: 'Хисаси Хаяси' },
    players: [2, 5],
    minutes: 30,
  },
  line: {
    en: 'A railway made of string: lay it and it is track.',
    ru: 'Дорога из верёвки: где лёг путь, там и рельсы.',
  },
  brief: { en: 'String', ru: 'Верёвочные' },
} satisfies Card;
