/** A table's name: one of the stations of a line, chosen by its number, so that everybody reads the same. */
import type { Language } from './types';

const STATIONS: Record<Language, string>[] = [
  { en: 'Junction', ru: 'Узловая' },
  { en: 'Riverside', ru: 'Речная' },
  { en: 'Northern', ru: 'Северная' },
  { en: 'Woodland', ru: 'Лесная' },
  { en: 'Seaside', ru: 'Приморская' },
  { en: 'Hillside', ru: 'Нагорная' },
  { en: 'Steppe', ru: 'Степная' },
  { en: 'Meadow', ru: 'Луговая' },
  { en: 'Lakeside', ru: 'Озёрная' },
  { en: 'Quarry', ru: 'Карьерная' },
  { en: 'Harbour', ru: 'Портовая' },
  { en: 'Orchard', ru: 'Садовая' },
  { en: 'Southern', ru: 'Южная' },
  { en: 'Eastern', ru: 'Восточная' },
  { en: 'Western', ru: 'Западная' },
  { en: 'Bridge', ru: 'Мостовая' },
  { en: 'Fairground', ru: 'Ярмарочная' },
  { en: 'Pinewood', ru: 'Сосновая' },
  { en: 'Birchwood', ru: 'Берёзовая' },
  { en: 'Limestone', ru: 'Известковая' },
  { en: 'Signal', ru: 'Сигнальная' },
  { en: 'Sunnyside', ru: 'Солнечная' },
  { en: 'Springs', ru: 'Ключевая' },
  { en: 'Frontier', ru: 'Пограничная' },
];

export function tableName(id: string, language: Language): string {
  let sum = 0;
  for (const sign of id) sum = (sum * 31 + sign.charCodeAt(0)) % 1_000_003;
  return STATIONS[sum % STATIONS.length][language];
}
