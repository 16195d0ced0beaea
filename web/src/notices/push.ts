/** Notices in this browser: whether it can have them, and the subscription that is made at a press. */
import { work } from '../lib/worker';

export type Ability = 'yes' | 'denied' | 'home_screen' | 'insecure' | 'no';

/** Whether this browser can be called, and if not, why. */
export function ability(): Ability {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return /iP(hone|ad|od)/.test(navigator.userAgent) ? 'home_screen' : 'no';
  return Notification.permission === 'denied' ? 'denied' : 'yes';
}

/** This browser's subscription, if it was made already. */
export async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration('/');
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Asks for permission and subscribes. Call it at a press only: browsers remember who asks unbidden. */
export async function subscribe(key: string): Promise<PushSubscription | Ability> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  if (!(await work())) return 'no';
  const registration = await navigator.serviceWorker.ready;
  const old = await registration.pushManager.getSubscription();
  try {
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch {
    // One that was made with another key, as after a move to another server, is in the way.
    await old?.unsubscribe();
  }
  try {
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch {
    return 'no';
  }
}

/** How this browser is called in the list of channels. */
export function label(): string {
  const agent = navigator.userAgent;
  const find = (pairs: [RegExp, string][]) => pairs.find(([known]) => known.test(agent))?.[1];
  const browser = find([
    [/Firefox|FxiOS/, 'Firefox'],
    [/Edg/, 'Edge'],
    [/OPR/, 'Opera'],
    [/YaBrowser/, 'Yandex'],
    [/Chrom|CriOS/, 'Chrome'],
    [/Safari/, 'Safari'],
  ]);
  const system = find([
    [/Android/, 'Android'],
    [/iPhone|iPad/, 'iOS'],
    [/Windows/, 'Windows'],
    [/Mac/, 'macOS'],
    [/Linux/, 'Linux'],
  ]);
  return [browser, system].filter(Boolean).join(' · ');
}
