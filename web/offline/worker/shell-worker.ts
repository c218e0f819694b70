declare const self: ServiceWorkerGlobalScope;

// The server writes these lines before this script (server/http/offline-shell.ts).
declare const BUILD: string;
declare const FILES: string[];
declare const SCREENS: string[];

const SHELL = '/index.html';
const nameOf = (build: string) => `shell-${build}`;
const CACHE = nameOf(BUILD);

/** The build that was in control last, which open tabs may still need. */
const LAST = { cache: 'shell', key: '/build' };

/** A server that has not answered by then counts as gone, until it answers the calls of the application. */
const PATIENCE_MS = 300;
/** The page of the first visit has requests of its own. */
const FILES_AT_ONCE = 4;

self.addEventListener('install', (event) => event.waitUntil(keepBuild()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

/** A tab asks for the build, or takes it over. */
self.addEventListener('message', ({ data, ports }) => {
  if (data === 'take-over') void self.skipWaiting();
  else ports[0]?.postMessage(BUILD);
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode !== 'navigate') {
    if (pathname.startsWith('/assets/') || FILES.includes(pathname + search))
      event.respondWith(keptFile(request));
  } else if (isScreen(pathname)) event.respondWith(pageOrShell(event));
});

/** All files or none: the storage may be full, and the server may change to another build meanwhile. */
async function keepBuild(): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    const shell = await fetch(SHELL, { cache: 'no-store' });
    if (!shell.ok || !(await shell.clone().text()).includes(`data-build="${BUILD}"`))
      throw new Error('The page is of another build');
    for (let next = 0; next < FILES.length; next += FILES_AT_ONCE)
      await cache.addAll(FILES.slice(next, next + FILES_AT_ONCE));
    await cache.put(SHELL, shell);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** Removes what no tab needs. After a click in one tab, the others go on with the build before until they are reloaded. */
async function takeOver(): Promise<void> {
  const last = await caches.match(LAST.key, { cacheName: LAST.cache });
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const needed = [CACHE, LAST.cache, tabs.length > 0 && last ? nameOf(await last.text()) : CACHE];
  for (const name of await caches.keys()) if (!needed.includes(name)) await caches.delete(name);
  await (await caches.open(LAST.cache)).put(LAST.key, new Response(BUILD));
  // The request of a page does not wait for the start of this worker.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

const isScreen = (pathname: string): boolean => {
  const path = pathname.replace(/(?<=.)\/$/, '');
  return SCREENS.includes(path) || SCREENS.includes(path.replace(/[^/]+$/, ':'));
};

/** The name of a file says which content it has, so those of two builds do not mix. */
const keptFile = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true }).catch(nothing)) ?? fetch(request);

/** The page of the server has the text in it. The shell is for an outage, and then shows the copies of the browser. */
async function pageOrShell(event: FetchEvent): Promise<Response> {
  const answer = preloaded(event);
  answer.catch(nothing);
  const shell = await caches.match(SHELL, { cacheName: CACHE }).catch(nothing);
  if (!shell) return answer;
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS, undefined));
  const page = await Promise.race([answer.catch(nothing), tooLate]);
  return page && !isOfProxy(page) ? page : shell;
}

const preloaded = async (event: FetchEvent): Promise<Response> =>
  ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request);

/** An error that a proxy reports. Its redirect and its request to sign in (401) are for the person. */
const isOfProxy = ({ status, headers }: Response): boolean =>
  status >= 400 && status !== 401 && headers.get('x-answered-by') !== 'ops-hub';

const nothing = () => undefined;
