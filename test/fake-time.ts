import type { Client } from 'pg';

/** The settings by which faketime works, besides LD_PRELOAD. Programs that a test starts inherit them. */
export const FAKE_TIME_VARIABLES = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC', 'TZ'];

/** Names the moment at which a run under faketime began, as an ISO time; no other run has it. */
export const EXPECTED_TIME = 'CALENDAR_EXPECTED_TIME';

/** A run takes minutes, and the moments lie days apart. */
const LONGEST_RUN_MS = 3_600_000;

/** Throws where Node or PostgreSQL has another time than the run is meant to have: it would prove nothing. */
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
