import type { Page } from '@playwright/test';

/**
 * Gives each tab a stream of events of its own, as in browsers without shared workers. A test can neither see nor change what
 * a shared worker asks for, and waits forever for its first request to end.
 */
export const withOwnStream = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
