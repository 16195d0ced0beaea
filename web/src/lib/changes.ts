/** A view after the changes that the server sends to a large audience; the old one stays as it is. */
type Path = (string | number)[];
export type Change = [Path, unknown] | [Path];

export function changed<T>(old: T, changes: Change[]): T {
  let now: unknown = old;
  for (const [path, ...value] of changes) now = put(now, path, value);
  return now as T;
}

function put(old: unknown, path: Path, value: unknown[]): unknown {
  if (!path.length) return value[0];
  const [name, ...rest] = path;
  if (Array.isArray(old)) return old.with(Number(name), put(old[Number(name)], rest, value));
  const copy = { ...(old as Record<string, unknown>) };
  if (!rest.length && !value.length) delete copy[name];
  else copy[name] = put(copy[name], rest, value);
  return copy;
}
