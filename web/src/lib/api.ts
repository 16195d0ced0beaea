/** The REST half of docs/api.md. Everything that fails is a Refused with the server's reason. */
import type { paths } from '../generated/rest';
import type { Fault, GameInfo, Language, OptionValues, SeatRequest } from './types';

export class Refused extends Error {
  constructor(
    readonly fault: Fault,
    readonly status = 0,
  ) {
    super(fault.code);
  }
}

type Method = 'get' | 'post' | 'put';
type Operation<P extends keyof paths, M extends Method> = paths[P][M];
type Part<T> = [T] extends [undefined] ? unknown : NonNullable<T>;
type Parameters<O> = O extends { parameters: { path?: infer P; query?: infer Q } } ? Part<P> & Part<Q> : never;
type Body<O> = O extends { requestBody: { content: { 'application/json': infer B } } } ? B : undefined;
type Content<R> = R extends { content: infer C } ? C[keyof C] : never;
type Answer<O> = O extends { responses: infer R } ? Content<R[keyof R & (200 | 201)]> : never;

async function call<P extends keyof paths, M extends Method>(
  method: M,
  path: P,
  parameters?: Parameters<Operation<P, M>>,
  body?: Body<Operation<P, M>>,
): Promise<Answer<Operation<P, M>>> {
  let answer: Response;
  try {
    answer = await fetch(address(path, parameters), {
      method: method.toUpperCase(),
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused({ code: 'page.offline', facts: {} });
  }
  const type = answer.headers.get('content-type') ?? '';
  const data = type.includes('json') ? await answer.json() : await answer.text();
  if (!answer.ok)
    throw new Refused(data?.error ?? { code: 'page.failed', facts: { status: answer.status } }, answer.status);
  return data;
}

/** The path with its parameters filled in; the others become the query. */
function address(path: keyof paths, parameters: object = {}): string {
  const query = new URLSearchParams();
  let filled: string = path;
  for (const [name, value] of Object.entries(parameters)) {
    if (filled.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (value !== null && value !== undefined) query.set(name, String(value));
  }
  return query.size ? `${filled}?${query}` : filled;
}

let games: Promise<GameInfo[]> | undefined;

export const api = {
  games(): Promise<GameInfo[]> {
    games ??= call('get', '/api/games').catch((error) => {
      games = undefined;
      throw error;
    });
    return games;
  },
  words: (language: Language) => call('get', '/api/words/{language}', { language }),
  me: () => call('get', '/api/me'),
  rename: (name: string) => call('put', '/api/me', undefined, { name }),
  tables: () => call('get', '/api/tables'),
  open: (table: { game: string; options: OptionValues; seats: SeatRequest[]; public: boolean; start: boolean }) =>
    call('post', '/api/tables', undefined, table),
  table: (id: string) => call('get', '/api/tables/{id}', { id }),
  join: (id: string, seat: number) => call('post', '/api/tables/{id}/join', { id }, { seat }),
  claim: (id: string, secret: string) => call('post', '/api/tables/{id}/claim', { id }, { secret }),
  leave: (id: string, seat: number) => call('post', '/api/tables/{id}/leave', { id }, { seat }),
  seat: (id: string, seat: number, kind: 'open' | 'bot', level: string | null) =>
    call('post', '/api/tables/{id}/seats/{seat}', { id, seat }, { kind, level }),
  start: (id: string) => call('post', '/api/tables/{id}/start', { id }),
  rematch: (id: string) => call('post', '/api/tables/{id}/rematch', { id }),
  position: (id: string, n: number, seat: number | null) =>
    call('get', '/api/tables/{id}/positions/{n}', { id, n, seat }),
  resume: (id: string, n: number, seats: SeatRequest[]) =>
    call('post', '/api/tables/{id}/continue', { id }, { n, seats }),
  bring: (record: Record<string, unknown>) => call('post', '/api/records', undefined, record),
  text: (id: string, seat: number | null, language: Language) =>
    call('get', '/api/tables/{id}/text', { id, seat, language }),
  recordAddress: (id: string) => address('/api/tables/{id}/record', { id }),
};
