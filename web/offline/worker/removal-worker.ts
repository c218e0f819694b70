declare const self: ServiceWorkerGlobalScope;

/** Served with OFFLINE=off. Takes the place of any worker at once, also of a broken one, and then removes itself. */
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));

async function remove(): Promise<void> {
  await self.registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}
