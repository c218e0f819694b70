import type { Client } from 'pg';

/** Environment variable with the start of a run under faketime, as an ISO time. Only these runs have it. */
export const EXPECTED_TIME = 'CALENDAR_EXPECTED_TIME';

/** Environment for every program of a run under faketime. Empty in other runs. */
export const fakeTimeVariables =
  process.env[EXPECTED_TIME] === undefined
    ? []
    : ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC', 'TZ'];

/** A run takes minutes, and the moments are days apart. */
const LONGEST_RUN_MS = 3_600_000;

/** Throws if Node or PostgreSQL does not have the time of the run, because the run would prove nothing. */
export async function checkFakeTime(database: Client): Promise<void> {
  const expected = process.env[EXPECTED_TIME];
  if (expected === undefined) return;
  const { rows } = await database.query<{ now: Date }>('select now()');
  const clocks = { Node: new Date(), PostgreSQL: rows[0]?.now };
  for (const [name, time] of Object.entries(clocks)) {
    const passed = time ? time.getTime() - Date.parse(expected) : Number.NaN;
    if (!(passed >= 0 && passed < LONGEST_RUN_MS))
      throw new Error(`${name} should have the time ${expected} and has ${time?.toISOString()}`);
  }
}
