import type { ReactNode } from 'react';
import { whenIdle } from '../lib/when-idle.ts';
import { NewVersionNotice } from './new-version-notice.tsx';
import { offlineSupport } from '../lib/offline-support.ts';

/** Leaves network and processor to the first screen. */
const DELAY_MS = 2_500;

/** A tab may stay open for weeks. Opening a page looks for a new version as well. */
const LOOK_EVERY_MS = 3_600_000;
const TAKE_OVER_MS = 3_000;

/** Keeps the shell in this browser. `show` receives the notice of a version that is newer than this page. */
export async function keepShell(show: (notice: ReactNode) => void): Promise<void> {
  if (!offlineSupport().isSupported) return;
  await new Promise<void>((resolve) => whenIdle(resolve, DELAY_MS));
  const { serviceWorker } = navigator;
  await serviceWorker.register('/sw.js');
  const registration = await serviceWorker.ready;

  const compare = async (worker: ServiceWorker | null) => {
    if (worker && (await buildOf(worker)) !== document.documentElement.dataset['build'])
      show(<NewVersionNotice onReload={() => openVersionOf(registration)} />);
  };
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => worker.state === 'installed' && void compare(worker));
  registration.addEventListener('updatefound', () => follow(registration.installing));
  // Another tab took the new version over.
  serviceWorker.addEventListener('controllerchange', () => void compare(serviceWorker.controller));
  follow(registration.installing);
  void compare(registration.waiting);
  // A check that fails is repeated by the next one.
  setInterval(() => registration.update().catch(() => undefined), LOOK_EVERY_MS);
}

function buildOf(worker: ServiceWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage('build', [port2]);
  });
}

function openVersionOf({ waiting }: ServiceWorkerRegistration): void {
  if (!waiting) return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  waiting.postMessage('take-over');
  // The worker before may be busy. The server answers with the new version anyway.
  setTimeout(() => location.reload(), TAKE_OVER_MS);
}
