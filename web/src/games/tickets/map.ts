/** The map of a table: the one that comes with the game, or the one that the table's option holds whole. */
import usa from '../../../../src/branchline/games/tickets/data/usa.json';
import type { Language } from '../../lib/types';
import type { MapFile } from './types';

const own = new Map<string, MapFile>();

export function mapOf(options: Record<string, unknown>): MapFile {
  const value = String(options.map ?? 'usa');
  if (!value.startsWith('{')) return usa as unknown as MapFile;
  let found = own.get(value);
  if (!found) own.set(value, (found = JSON.parse(value) as MapFile));
  return found;
}

export function cityName(map: MapFile, city: number, language: Language): string {
  const { name, name_ru } = map.cities[city];
  return language === 'ru' ? (name_ru ?? name) : name;
}

export function routeName(map: MapFile, route: number, language: Language): string {
  const number = (name: string) => map.cities.findIndex((city) => city.name === name);
  const { a, b } = map.routes[route];
  return `${cityName(map, number(a), language)} – ${cityName(map, number(b), language)}`;
}
