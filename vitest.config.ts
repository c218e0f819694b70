import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['contract', 'server', 'web', 'test'].map((room) => `${room}/**/*.test.{ts,tsx}`),
    // Starts a PostgreSQL, or takes the one of TEST_DATABASE_URL, and makes the template that each file copies.
    globalSetup: 'test/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    fileParallelism: true,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
