import { defineConfig } from '@playwright/test';

// Started by `npm run e2e` and `npm test`, which build the screens and name the browser.
const executablePath = process.env.PLAYWRIGHT_CHROMIUM_PATH;

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/first-start.ts',
  // `npm run pictures` makes pictures instead of tests.
  testMatch: process.env.PICTURES ? '**/*.pictures.ts' : '**/*.e2e.ts',
  outputDir: 'test-results/browser',
  // No two workers have the same product, so files run beside each other. Each waits half of its time for a draft or a toast, so
  // four keep two processors busy.
  workers: 4,
  // A machine that is busy with something else as well is slow, not wrong.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    // A trace costs a third of the time, so only a second try makes one.
    trace: 'on-first-retry',
    // Clicks wait until a window stands still. `journey.e2e.ts` keeps the motion that most people see.
    contextOptions: { reducedMotion: 'reduce' },
    // What a worker fetches passes by `page.route`. Tests of the worker allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Without these Chromium calls home at start and waits for it on closed networks.
      args: [
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
