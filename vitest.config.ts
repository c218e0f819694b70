import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const folders = ['contract', 'server', 'web', 'test'].map((room) => `${room}/**/*.test.{ts,tsx}`);
/** What stands in for a module in one file would stand in for it in those that follow. */
const withStandIns = globSync(folders).filter((file) => /\bvi\.mock\(/.test(readFileSync(file, 'utf8')));

/** What begins and ends a file has no second try, as a test has that a busy machine cut short. */
const HOOK_MS = 120_000;
/** What a test waits for takes longer on a busy machine. */
const expecting = { poll: { timeout: 15_000, interval: 20 } };
const common = {
  environment: 'node',
  pool: 'forks',
  testTimeout: 30_000,
  hookTimeout: HOOK_MS,
  expect: expecting,
} as const;

export default defineConfig({
  test: {
    // Starts a PostgreSQL, or takes the one of TEST_DATABASE_URL, and makes the template that each file copies.
    globalSetup: 'test/global-setup.ts',
    // Each waits a fifth of its time for other processes, so three keep two processors busy.
    maxWorkers: 3,
    projects: [
      // Files share what they import: reading the whole server anew for each of them takes as long as its tests.
      { test: { ...common, name: 'shared', include: folders, exclude: withStandIns, isolate: false } },
      { test: { ...common, name: 'alone', include: withStandIns } },
    ],
  },
});
