import type { Card } from '../../lib/board';
import Picture from './Picture.svelte';

export default {
  game: '30-rails',
  no: 1,
  stock: 'buff',
  picture: Picture,
  about: {
    title: { en: '30 Rails', ru: '30 рельсов' },
    designer: { en: 'Julian Anstey', ru: 'Джулиан Энсти' },
    players: [1, 12],
    minutes: 15,
  },
  line: { en: 'Two dice, one sheet and thirty decisions.', ru: 'Два кубика, один лист и тридцать решений.' },
} satisfies Card;
