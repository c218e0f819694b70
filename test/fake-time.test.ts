import type { Client } from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { checkFakeTime, EXPECTED_TIME } from './fake-time.ts';

const databaseAt = (now: Date) => ({ query: async () => ({ rows: [{ now }] }) }) as unknown as Client;

afterEach(() => vi.unstubAllEnvs());

describe('OPS-01 a run at another moment is refused unless it has the time of that moment', () => {
  test('OPS-01 accepts both clocks at that moment', async () => {
    vi.stubEnv(EXPECTED_TIME, new Date(Date.now() - 1_000).toISOString());
    await expect(checkFakeTime(databaseAt(new Date()))).resolves.toBeUndefined();
  });

  test('OPS-01 Node has another time', async () => {
    const expected = new Date(Date.now() - 86_400_000);
    vi.stubEnv(EXPECTED_TIME, expected.toISOString());
    await expect(checkFakeTime(databaseAt(expected))).rejects.toThrow(`Node should have the time`);
  });

  test('OPS-01 PostgreSQL has another time', async () => {
    vi.stubEnv(EXPECTED_TIME, new Date(Date.now() - 1_000).toISOString());
    const late = databaseAt(new Date(Date.now() + 86_400_000));
    await expect(checkFakeTime(late)).rejects.toThrow('PostgreSQL should have the time');
  });

  test('OPS-01 a run at the real time expects nothing', async () => {
    vi.stubEnv(EXPECTED_TIME, undefined);
    await expect(checkFakeTime(databaseAt(new Date(0)))).resolves.toBeUndefined();
  });
});
