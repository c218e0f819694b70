import type { Page } from '@playwright/test';

/** Holds files back until the returned function is called. `isHeld` tells which of the matching addresses. */
export async function hold(page: Page, files: RegExp, isHeld: (address: string) => boolean = () => true) {
  const { promise: going, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    if (isHeld(route.request().url())) await going;
    await route.continue();
  });
  return letGo;
}
