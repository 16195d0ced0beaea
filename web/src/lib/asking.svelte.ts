/** Asking the server: once, or again and again while a screen is shown. What it refuses is said in passing. */
import { Refused } from './api';
import { notices } from './notice.svelte';
import { explain } from './settings.svelte';

export async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refused) notices.say(explain(error.fault));
  }
}

/** Loads now and every few seconds, as long as the component that asks for it is there. */
export function keepLoaded(seconds: number, load: () => void): void {
  load();
  $effect(() => {
    const timer = setInterval(load, seconds * 1000);
    return () => clearInterval(timer);
  });
}
