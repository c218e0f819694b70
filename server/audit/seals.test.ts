import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import type { Database } from '../db/open.ts';
import { record } from './record.ts';
import { listChain, sealEntries, verifyChain } from './seals.ts';

const ANN = { userId: null, name: 'Ann' };

async function aLog(count: number): Promise<Database> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  for (let n = 1; n <= count; n += 1)
    await record(database.db, ANN, { action: 'document.create', kind: 'shelf', after: { n, text: 'ä"\\' } });
  return database;
}

/** As somebody with the database password does it. */
async function tamper({ pool }: Database, statement: string) {
  await pool.query('alter table audit_entries disable trigger user');
  await pool.query(statement);
  await pool.query('alter table audit_entries enable trigger user');
}

test('ACCESS-32 each entry gets the next position and a hash; a whole log verifies', async () => {
  const { db } = await aLog(1_203);
  await sealEntries(db);
  await record(db, ANN, { action: 'document.update', kind: 'shelf' });
  await sealEntries(db);
  await sealEntries(db);
  const chain = await listChain(db, 0, 5_000);
  expect(chain.map(({ position }) => position)).toEqual(Array.from({ length: 1_204 }, (_, n) => n + 1));
  expect(new Set(chain.map(({ hash }) => hash)).size).toBe(1_204);
  const { hash } = chain.at(-1)!;
  expect(await verifyChain(db)).toEqual({ count: 1_204, last: { position: 1_204, hash } });
});

test.each([
  [
    `update audit_entries set after = '{"n": 3, "text": "harmless"}' where id = 3`,
    /^Entry 3 at position 3 was changed: document\.create by Ann at \d{4}-/,
  ],
  [`update audit_entries set actor_name = 'Bob' where id in (4, 2)`, /^Entry 2 at position 2 was changed/],
  [`update audit_entries set at = at - interval '1 ms' where id = 5`, /^Entry 5 at position 5 was changed/],
  ['delete from audit_entries where id = 4', /^Entry 4 at position 4 was deleted/],
  [
    'delete from audit_entries where id = 4; delete from audit_seals where entry_id = 4',
    /^The seal of position 4 was deleted; the next is 5, of entry 5/,
  ],
  [
    `insert into audit_entries (actor_name, action, kind) values ('Ann', 'shelf.burn', 'shelf')`,
    /^Entry 6 \(shelf\.burn at .*\) has no seal/,
  ],
  [
    `delete from audit_entries where id = 5; delete from audit_seals where entry_id = 5;
     insert into audit_forwards (receiver, position) values ('syslog', 5)`,
    /^The chain ends at position 4, but the syslog receiver got 5 entries/,
  ],
])('ACCESS-32 %s is found, and the first broken entry is named', async (statement, fault) => {
  const database = await aLog(5);
  await sealEntries(database.db);
  expect((await verifyChain(database.db)).fault).toBeUndefined();
  await tamper(database, statement);
  expect((await verifyChain(database.db)).fault).toMatch(fault);
});

test('ACCESS-32 an entry that commits after one with a higher id is sealed, and no writer waits', async () => {
  const database = await aLog(1);
  const late = database.newClient();
  await late.connect();
  onTestFinished(() => late.end());
  const insert = (name: string) =>
    `insert into audit_entries (actor_name, action, kind) values ('${name}', 'shelf.fill', 'shelf')`;
  await late.query('begin');
  await late.query(insert('Late'));
  await database.pool.query(insert('Early'));
  await sealEntries(database.db);
  await database.pool.query(insert('Next'));
  await late.query('commit');
  await sealEntries(database.db);
  const names = (await listChain(database.db, 0, 10)).map(({ entry }) => entry.actorName);
  expect(names).toEqual(['Ann', 'Early', 'Late', 'Next']);
  expect((await verifyChain(database.db)).fault).toBeUndefined();
});

test('ACCESS-32 nodes that seal at the same time make one chain', async () => {
  const { db } = await aLog(30);
  await Promise.all([sealEntries(db), sealEntries(db), sealEntries(db)]);
  await sealEntries(db);
  expect(await verifyChain(db)).toMatchObject({ count: 30, last: { position: 30 } });
});
