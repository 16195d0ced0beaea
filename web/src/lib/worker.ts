/** The service worker: it keeps the shell and the rules for when there is no network, and shows notices. */
export async function work(): Promise<ServiceWorkerRegistration | null> {
  // Browsers have it under https and on this machine only; while the page is being developed it would be in the way.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return null;
  try {
    return await navigator.serviceWorker.register('/sw.js');
  } catch {
    // a private window, or one whose owner forbids it: the page works without
    return null;
  }
}
