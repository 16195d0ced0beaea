/** The REST calls of notices. They are loaded with their screen only. */
import type { components } from '../generated/rest';
import { call } from '../lib/api';
import type { Language } from '../lib/types';

type Schemas = components['schemas'];
export type Notices = Schemas['NoticesInfo'];
export type Channel = Schemas['ChannelInfo'];
export type Kind = Notices['kinds'][number];
export type Quiet = NonNullable<Notices['quiet']>;
export type ChannelKind = Channel['kind'];

export const api = {
  look: () => call('get', '/api/notices'),
  change: (kinds: Kind[], quiet: Quiet | null) => call('put', '/api/notices', undefined, { kinds, quiet }),
  add: (kind: ChannelKind, address: string, language: Language) =>
    call('post', '/api/notices/channels', undefined, { kind, address, language }),
  addBrowser: (address: string, keys: Schemas['PushKeys'], label: string, language: Language) =>
    call('post', '/api/notices/channels', undefined, { kind: 'push', address, keys, label, language }),
  confirm: (id: string, code: string) => call('post', '/api/notices/channels/{id}/confirm', { id }, { code }),
  test: (id: string) => call('post', '/api/notices/channels/{id}/test', { id }),
  remove: (id: string) => call('delete', '/api/notices/channels/{id}', { id }),
};
