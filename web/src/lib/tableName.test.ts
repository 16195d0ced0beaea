import { expect, it } from 'vitest';
import { tableName } from './tableName';

it('names a table alike for everybody, in their language', () => {
  expect(tableName('k3x9', 'ru')).toBe(tableName('k3x9', 'ru'));
  const ids = Array.from({ length: 400 }, (_, i) => `t${i.toString(36)}`);
  const [ru, en] = (['ru', 'en'] as const).map((language) => ids.map((id) => tableName(id, language)));
  expect(new Set(ru).size).toBe(24);
  expect(new Set(ru.map((name, i) => `${name} ${en[i]}`)).size).toBe(24);
});
