/** The REST half of docs/api.md. Everything that fails is a Refused with the server's reason. */
import type { Fault, Form, GameInfo, SeatWish, Table, ViewMessage } from './types';

export class Refused extends Error {
  constructor(
    readonly fault: Fault,
    readonly status = 0,
  ) {
    super(fault.code);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, {
      method,
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
  return data as T;
}

const table = (id: string) => `tables/${encodeURIComponent(id)}`;
let games: Promise<GameInfo[]> | undefined;

export const api = {
  games(): Promise<GameInfo[]> {
    games ??= call<GameInfo[]>('GET', 'games').catch((error) => {
      games = undefined;
      throw error;
    });
    return games;
  },
  me: () => call<{ name: string | null; tables: Table[] }>('GET', 'me'),
  rename: (name: string) => call<{ name: string | null; tables: Table[] }>('PUT', 'me', { name }),
  tables: () => call<{ tables: Table[] }>('GET', 'tables'),
  open: (wish: { game: string; options: Form; seats: SeatWish[]; public: boolean; start: boolean }) =>
    call<Table>('POST', 'tables', wish),
  table: (id: string) => call<Table>('GET', table(id)),
  join: (id: string, seat?: number, name?: string) =>
    call<Table>('POST', `${table(id)}/join`, { ...(seat === undefined ? {} : { seat }), ...(name ? { name } : {}) }),
  claim: (id: string, secret: string) => call<Table>('POST', `${table(id)}/claim`, { secret }),
  leave: (id: string, seat: number) => call<Table>('POST', `${table(id)}/leave`, { seat }),
  seat: (id: string, seat: number, wish: SeatWish) => call<Table>('POST', `${table(id)}/seats/${seat}`, wish),
  start: (id: string) => call<Table>('POST', `${table(id)}/start`),
  rematch: (id: string) => call<Table>('POST', `${table(id)}/rematch`),
  position: (id: string, n: number, seat: number | null) =>
    call<ViewMessage>('GET', `${table(id)}/positions/${n}${seat === null ? '' : `?seat=${seat}`}`),
  resume: (id: string, n: number, seats: SeatWish[]) => call<Table>('POST', `${table(id)}/continue`, { n, seats }),
  bring: (record: unknown) => call<Table>('POST', 'records', record),
  text: (id: string, seat: number | null, language: string) =>
    call<string | { text: string }>(
      'GET',
      `${table(id)}/text?${seat === null ? '' : `seat=${seat}&`}language=${language}`,
    ),
  recordAddress: (id: string) => `/api/${table(id)}/record`,
};
