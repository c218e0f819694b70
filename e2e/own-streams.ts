import type { Page } from '@playwright/test';

/**
 * Gives each tab its own event stream, as in browsers without shared workers. Playwright can neither see nor change requests
 * of a shared worker, and waits forever for its first request to end.
 */
export const withOwnStream = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
