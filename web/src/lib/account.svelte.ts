/** The account of this browser's person, and the ways into it. */
import { api, Refused } from './api';
import { me } from './me.svelte';
import { makePasskey, usePasskey } from './passkeys';
import { explain, say, settings } from './settings.svelte';
import type { Account as Info, Standing } from './types';

class Account {
  /** Undefined until it is known; null for a guest. */
  info = $state.raw<Info | null | undefined>(undefined);
  signUp = $state<Standing['sign_up']>('open');
  /** Recovery codes that were made just now: they are shown only once. */
  codes = $state.raw<string[]>([]);

  async load(): Promise<void> {
    const standing = await api.account();
    this.signUp = standing.sign_up;
    this.info = standing.account;
  }

  // ── ways in ──
  async make(name: string, password: string | null, invitation: string | null): Promise<void> {
    const kept = { name, invitation, settings: settings.values() };
    if (password !== null) return this.made(await api.signUp({ ...kept, password }));
    const { ceremony, options } = await api.signUpOptions({ name, invitation });
    this.made(await api.signUpByPasskey({ ...kept, ceremony, credential: await makePasskey(options) }));
  }
  async enter(name: string, password: string): Promise<void> {
    this.entered(await api.signIn({ name, password }));
  }
  async enterByPasskey(): Promise<void> {
    const { ceremony, options } = await api.signInOptions();
    this.entered(await api.signInByPasskey({ ceremony, credential: await usePasskey(options) }));
  }
  async recover(name: string, code: string): Promise<void> {
    this.entered(await api.recover({ name, code }));
  }
  async leave(): Promise<void> {
    await api.signOut();
    this.gone();
  }
  async remove(): Promise<void> {
    await api.removeAccount();
    this.gone();
  }

  // ── changing ──
  async addPasskey(): Promise<void> {
    const { ceremony, options } = await api.passkeyOptions();
    this.info = await api.addPasskey({ ceremony, credential: await makePasskey(options) });
  }
  async renewCodes(): Promise<void> {
    this.codes = (await api.newCodes()).recovery_codes;
    await this.load();
  }
  async rename(name: string): Promise<void> {
    me.take(await api.rename(name));
    await this.load();
  }

  private made(answer: { account: Info; recovery_codes: string[] }): void {
    this.codes = answer.recovery_codes;
    this.entered(answer.account);
  }
  private entered(info: Info): void {
    this.info = info;
    me.name = info.name;
    me.account = true;
    // What was chosen on another device holds here too.
    if (info.settings) settings.take(info.settings);
    // Other tabs still have the guest's cookie in their connections.
    me.announce();
  }
  private gone(): void {
    this.info = null;
    this.codes = [];
    me.name = null;
    me.account = false;
    me.announce();
  }
}

export const account = new Account();

/** Does something and gives back what went wrong, in words; an authenticator's refusal is the person's own. */
export async function attempt(what: () => Promise<unknown>): Promise<string> {
  try {
    await what();
    return '';
  } catch (error) {
    if (error instanceof Refused) return explain(error.fault);
    if (error instanceof DOMException) return say('people.passkey_cancelled');
    throw error;
  }
}
