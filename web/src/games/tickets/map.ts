/** The map of a table: the one that comes with the game, or the one that the table's option holds whole. */
import usa from '../../../../src/branchline/games/tickets/data/usa.json';
import type { View } from '../../generated/tickets';
import type { Language } from '../../lib/types';

/** A map file: the rules read the same one. */
export type MapFile = typeof usa;
export type City = MapFile['cities'][number];

const own = new Map<string, MapFile>();

export function mapOf(options: View['options']): MapFile {
  const value = String(options.map ?? 'usa');
  if (!value.startsWith('{')) return usa;
  let found = own.get(value);
  if (!found) own.set(value, (found = JSON.parse(value) as MapFile));
  return found;
}

/** A map of one's own may have its names in one language. */
export function nameOfCity(city: City, language: Language): string {
  return (language === 'ru' ? city.name_ru : null) ?? city.name;
}

export function cityName(map: MapFile, city: number, language: Language): string {
  return nameOfCity(map.cities[city], language);
}

export function routeName(map: MapFile, route: number, language: Language): string {
  const number = (name: string) => map.cities.findIndex((city) => city.name === name);
  const { a, b } = map.routes[route];
  return `${cityName(map, number(a), language)} – ${cityName(map, number(b), language)}`;
}

export function ticketName(map: MapFile, { a, b }: { a: number; b: number }, language: Language): string {
  return `${cityName(map, a, language)} – ${cityName(map, b, language)}`;
}
