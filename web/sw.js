// The service worker. The build puts the names of the files in and writes it to /sw.js (vite.config.ts).
const VERSION = '__VERSION__';
const FILES = JSON.parse('__FILES__');
const CACHE = `branchline-${VERSION}`;
const GAMES = '/api/games';
/** Addresses that are not the page's. */
const OTHERS = /^\/(api\/|metrics$|healthz$)/;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && !OTHERS.test(pathname)) event.respondWith(fresh(request, '/'));
  else if (pathname === GAMES) event.respondWith(fresh(request, GAMES));
  else if (FILES.includes(pathname) && pathname !== '/') event.respondWith(kept(request));
});

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...FILES, GAMES]);
  await self.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith('branchline-') && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** From the network; without one, what was kept under that name. */
async function fresh(request, name) {
  try {
    const answer = await fetch(request);
    if (name === GAMES && answer.ok) await (await caches.open(CACHE)).put(name, answer.clone());
    return answer;
  } catch (error) {
    const found = await caches.match(name);
    if (found) return found;
    throw error;
  }
}

/** Files named by their content never change. */
async function kept(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

// ── notices ──
self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json();
  const look = { icon: '/icons/192.png', badge: '/icons/badge.png' };
  // A newer notice of the same table takes the place of the old one, and is heard all the same.
  const place = tag ? { tag, renotify: true } : {};
  event.waitUntil(self.registration.showNotification(title, { body, data: { url }, ...look, ...place }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

/** The window that shows the address already, or one of ours led there that is at no table, or a new one. */
async function open(url) {
  const windows = await self.clients.matchAll({ type: 'window' });
  const path = (each) => new URL(each.url).pathname;
  const free = windows.find((each) => !/^\/[tm]\//.test(path(each)));
  const there = windows.find((each) => path(each) === url) ?? (await free?.navigate(url));
  if (!there) await self.clients.openWindow(url);
  // A browser may refuse to bring a window to the front; it has gone to the right place all the same.
  else await there.focus().catch(() => undefined);
}

/** Push services change a browser's address now and then. */
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain()));

async function subscribeAgain() {
  const { push_key } = await (await fetch('/api/notices')).json();
  const made = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push_key });
  const { endpoint, keys } = made.toJSON();
  const language = navigator.language.startsWith('ru') ? 'ru' : 'en';
  const body = JSON.stringify({ kind: 'push', address: endpoint, keys, language });
  await fetch('/api/notices/channels', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
}
