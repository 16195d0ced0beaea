/** The REST half of docs/api.md. Everything that fails is a Refused with the server's reason. */
import type { paths } from '../generated/rest';
import type { Fault, GameInfo, Language, NewTable, SeatRequest } from './types';

export class Refused extends Error {
  constructor(
    readonly fault: Fault,
    readonly status = 0,
  ) {
    super(fault.code);
  }
}

/** Which step of which lesson. */
export interface LessonPlace {
  game: string;
  part: 'lesson' | 'exercises';
  step: number;
}

type Method = 'get' | 'post' | 'put' | 'delete';
type Sent<P extends keyof paths, M extends Method> = NonNullable<Body<Operation<P, M>>>;
type Operation<P extends keyof paths, M extends Method> = paths[P][M];
type Part<T> = [T] extends [undefined] ? unknown : NonNullable<T>;
type Parameters<O> = O extends { parameters: { path?: infer P; query?: infer Q } } ? Part<P> & Part<Q> : never;
type Body<O> = O extends { requestBody: { content: { 'application/json': infer B } } } ? B : undefined;
type Content<R> = R extends { content: infer C } ? C[keyof C] : never;
type Answer<O> = O extends { responses: infer R } ? Content<R[keyof R & (200 | 201)]> : never;

export async function call<P extends keyof paths, M extends Method>(
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
  myTables: (before: number) => call('get', '/api/me/tables', { before }),
  rename: (name: string) => call('put', '/api/me', undefined, { name }),
  tables: () => call('get', '/api/tables'),
  open: (table: NewTable) => call('post', '/api/tables', undefined, table),
  table: (id: string) => call('get', '/api/tables/{id}', { id }),
  join: (id: string, seat: number) => call('post', '/api/tables/{id}/join', { id }, { seat }),
  claim: (id: string, secret: string) => call('post', '/api/tables/{id}/claim', { id }, { secret }),
  leave: (id: string, seat: number) => call('post', '/api/tables/{id}/leave', { id }, { seat }),
  seat: (id: string, seat: number, kind: 'open' | 'bot', level: string | null) =>
    call('post', '/api/tables/{id}/seats/{seat}', { id, seat }, { kind, level }),
  invite: (id: string, name: string, seat: number | null) =>
    call('post', '/api/tables/{id}/invite', { id }, { name, seat }),
  decline: (id: string, seat: number) => call('post', '/api/tables/{id}/decline', { id }, { seat }),
  waiting: () => call('get', '/api/waiting'),
  search: (data: Sent<'/api/search', 'put'>) => call('put', '/api/search', undefined, data),
  searchWithBots: () => call('post', '/api/search/bots'),
  stopSearch: () => call('delete', '/api/search'),
  follows: () => call('get', '/api/follows'),
  follow: (name: string) => call('post', '/api/follows', undefined, { name }),
  unfollow: (id: string) => call('delete', '/api/follows/{id}', { id }),
  relations: () => call('get', '/api/relations'),
  relate: (data: Sent<'/api/relations', 'post'>) => call('post', '/api/relations', undefined, data),
  unrelate: (id: string) => call('delete', '/api/relations/{id}', { id }),
  report: (data: Sent<'/api/reports', 'post'>) => call('post', '/api/reports', undefined, data),
  start: (id: string) => call('post', '/api/tables/{id}/start', { id }),
  resign: (id: string, seat: number) => call('post', '/api/tables/{id}/resign', { id }, { seat }),
  abort: (id: string) => call('post', '/api/tables/{id}/abort', { id }),
  handOver: (id: string, seat: number) => call('post', '/api/tables/{id}/hand-over', { id }, { seat }),
  takeBack: (id: string, seat: number) => call('post', '/api/tables/{id}/take-back', { id }, { seat }),
  vote: (id: string, seat: number) => call('post', '/api/tables/{id}/vote', { id }, { seat }),
  revokeLink: (id: string, seat: number) => call('post', '/api/tables/{id}/revoke-link', { id }, { seat }),
  rematch: (id: string) => call('post', '/api/tables/{id}/rematch', { id }),
  daily: () => call('get', '/api/daily'),
  dailyArchive: (week: number) => call('get', '/api/daily/archive', { week }),
  dailyResults: (day: string, game: string) => call('get', '/api/daily/{day}/{game}', { day, game }),
  playDaily: (day: string, game: string) => call('post', '/api/daily/{day}/{game}', { day, game }),
  lessons: (game: string) => call('get', '/api/lessons/{game}', { game }),
  lessonPosition: (at: LessonPlace, actions: object[]) =>
    call('post', '/api/lessons/{game}/{part}/{step}', at, { actions } as Sent<
      '/api/lessons/{game}/{part}/{step}',
      'post'
    >),
  lessonAnswer: (at: LessonPlace, question: Sent<'/api/lessons/{game}/{part}/{step}/ask', 'post'>) =>
    call('post', '/api/lessons/{game}/{part}/{step}/ask', at, question),
  position: (id: string, n: number, seat: number | null) =>
    call('get', '/api/tables/{id}/positions/{n}', { id, n, seat }),
  review: (id: string) => call('get', '/api/tables/{id}/review', { id }),
  beginReview: (id: string, again: boolean) => call('post', '/api/tables/{id}/review', { id }, { again }),
  instead: (id: string, n: number, seat: number, action: Record<string, unknown>) =>
    call('post', '/api/tables/{id}/positions/{n}/instead', { id, n }, { seat, action }),
  hint: (id: string, seat: number) => call('post', '/api/tables/{id}/hint', { id }, { seat }),
  resume: (id: string, n: number, seats: SeatRequest[]) =>
    call('post', '/api/tables/{id}/continue', { id }, { n, seats }),
  bring: (record: Record<string, unknown>) => call('post', '/api/records', undefined, record),
  text: (id: string, seat: number | null, language: Language) =>
    call('get', '/api/tables/{id}/text', { id, seat, language }),
  account: () => call('get', '/api/account'),
  signUp: (data: Sent<'/api/account', 'post'>) => call('post', '/api/account', undefined, data),
  signUpOptions: (data: Sent<'/api/account/passkey-options', 'post'>) =>
    call('post', '/api/account/passkey-options', undefined, data),
  signUpByPasskey: (data: Sent<'/api/account/passkey', 'post'>) =>
    call('post', '/api/account/passkey', undefined, data),
  signIn: (data: Sent<'/api/account/sign-in', 'post'>) => call('post', '/api/account/sign-in', undefined, data),
  signInOptions: () => call('post', '/api/account/sign-in/passkey-options'),
  signInByPasskey: (data: Sent<'/api/account/sign-in/passkey', 'post'>) =>
    call('post', '/api/account/sign-in/passkey', undefined, data),
  recover: (data: Sent<'/api/account/recover', 'post'>) => call('post', '/api/account/recover', undefined, data),
  signOut: () => call('post', '/api/account/sign-out'),
  setPassword: (password: string | null) => call('put', '/api/account/password', undefined, { password }),
  keepSettings: (settings: Sent<'/api/account/settings', 'put'>['settings']) =>
    call('put', '/api/account/settings', undefined, { settings }),
  newCodes: () => call('post', '/api/account/recovery-codes'),
  passkeyOptions: () => call('post', '/api/account/passkeys/options'),
  addPasskey: (data: Sent<'/api/account/passkeys', 'post'>) => call('post', '/api/account/passkeys', undefined, data),
  removePasskey: (id: string) => call('delete', '/api/account/passkeys/{id}', { id }),
  endSession: (id: string) => call('delete', '/api/account/sessions/{id}', { id }),
  endOtherSessions: () => call('delete', '/api/account/sessions'),
  makeToken: (name: string) => call('post', '/api/account/tokens', undefined, { name }),
  revokeToken: (id: string) => call('delete', '/api/account/tokens/{id}', { id }),
  removeAccount: () => call('delete', '/api/account'),
  person: (name: string) => call('get', '/api/people/{name}', { name }),
  gamesOf: (name: string, filters: { game?: string; result?: 'won' | 'lost'; opponent?: string; page: number }) =>
    call('get', '/api/people/{name}/games', { name, ...filters }),
  statistics: (name: string, game: string) => call('get', '/api/people/{name}/statistics/{game}', { name, game }),
  board: (game: string, players: number, page: number) =>
    call('get', '/api/leaderboards/{game}/{players}', { game, players, page }),
  exportAddress: '/api/account/export',
  recordAddress: (id: string) => address('/api/tables/{id}/record', { id }),
};
