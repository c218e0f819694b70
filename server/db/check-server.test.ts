import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { configOf, inDatabase } from '../../test/global-setup.ts';
import { StartRefused, WrongSetting } from '../config.ts';
import { checkAccount } from './check-server.ts';
import { migrateDatabase } from './migrate.ts';
import { openDatabase, type Connection } from './open.ts';

const server = inject('connection');
const id = randomUUID().slice(0, 8);
/** An account with all rights, and one with none. */
const [OWNER, ACCOUNT] = [`owner_${id}`, `account_${id}`];
const DATABASE = `rights_${id}`;
let admin: pg.Client;

const as = (name: string, database = DATABASE, password = 'word'): Connection => {
  const own = inDatabase(server, database);
  return typeof own === 'string'
    ? Object.assign(new URL(own), { username: name, password }).href
    : { ...own, user: name, password };
};

async function inOwn(statement: string, name?: string) {
  const client = new pg.Client(configOf(name ? as(name) : inDatabase(server, DATABASE)));
  await client.connect();
  await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  admin = new pg.Client(configOf(server));
  await admin.connect();
  for (const name of [OWNER, ACCOUNT]) await admin.query(`create role ${name} login password 'word'`);
  await admin.query(`create database ${DATABASE} owner ${OWNER}`);
});
afterAll(async () => {
  await admin.query(`drop database ${DATABASE} with (force)`);
  for (const name of [OWNER, ACCOUNT]) await admin.query(`drop role ${name}`);
  await admin.end();
});

async function problemFor(connection: Connection): Promise<Error | undefined> {
  const client = new pg.Client(configOf(connection));
  try {
    return await checkAccount(client, 'DATABASE_URL').then(
      () => undefined,
      (error: Error) => error,
    );
  } finally {
    await client.end();
  }
}

const LACKS = `DATABASE_URL: the account ${ACCOUNT} lacks rights in the database ${DATABASE}. Run there: `;
const CREATE_SCHEMAS = `GRANT CREATE ON DATABASE ${DATABASE} TO ${ACCOUNT}`;

/** What an administrator did to the account, the message, and what undoes it. */
const FAULTS: [done: string, text: string | RegExp, undo: string][] = [
  ['', `${LACKS}${CREATE_SCHEMAS}; GRANT USAGE, CREATE ON SCHEMA public TO ${ACCOUNT}`, CREATE_SCHEMAS],
  [
    '',
    `${LACKS}GRANT USAGE, CREATE ON SCHEMA public TO ${ACCOUNT}`,
    `grant all on schema public to ${ACCOUNT}`,
  ],
  [
    `alter role ${ACCOUNT} nologin`,
    /may not sign in\. Give it the right LOGIN.*\(role "account_/,
    `alter role ${ACCOUNT} login`,
  ],
  [
    `revoke connect on database ${DATABASE} from public`,
    /lacks a right, such as CONNECT \(permission denied for database/,
    `grant connect on database ${DATABASE} to public`,
  ],
  [
    `alter role ${ACCOUNT} set default_transaction_read_only to on`,
    /may only read in rights_.*Reset default_transaction_read_only/,
    `alter role ${ACCOUNT} reset default_transaction_read_only`,
  ],
];

test('F8 OPS-05 names the right that an account of DATABASE_URL lacks, with the statement that grants it', async () => {
  for (const [done, text, undo] of FAULTS) {
    if (done) await admin.query(done);
    const problem = await problemFor(as(ACCOUNT));
    expect(problem).toBeInstanceOf(WrongSetting);
    expect(problem?.message).toMatch(text);
    expect(problem?.message).not.toContain('\n');
    await inOwn(undo);
  }
  expect(await problemFor(as(ACCOUNT))).toBeUndefined();
});

test('F8 OPS-05 names the owner of the tables, a wrong password, a missing database, and a wrong encoding', async () => {
  expect(await problemFor(as(OWNER))).toBeUndefined();
  const database = openDatabase(as(OWNER), () => undefined);
  await migrateDatabase(database);
  await database.close();
  expect(await problemFor(as(OWNER))).toBeUndefined();
  await inOwn(`${CREATE_SCHEMAS}; grant all on schema public to ${ACCOUNT}`);
  expect((await problemFor(as(ACCOUNT)))?.message).toBe(
    LACKS.replace('. Run', ` (its tables belong to ${OWNER}). Run`) + `GRANT ${OWNER} TO ${ACCOUNT}`,
  );
  await admin.query(`grant ${OWNER} to ${ACCOUNT}`);
  expect(await problemFor(as(ACCOUNT))).toBeUndefined();
  await admin.query(`revoke ${OWNER} from ${ACCOUNT}`);

  expect((await problemFor(as(OWNER, DATABASE, 'wrong')))?.message).toMatch(
    /the password or the account is wrong/,
  );
  expect((await problemFor(as(OWNER, `no_${DATABASE}`)))?.message).toMatch(/does not exist\. Create it/);
  await admin.query(
    `create database latin_${id} owner ${OWNER} encoding 'LATIN1' locale 'C' template template0`,
  );
  expect((await problemFor(as(OWNER, `latin_${id}`)))?.message).toMatch(
    /stores text as LATIN1\. Create one with/,
  );
  await admin.query(`drop database latin_${id}`);
});

test('F8 OPS-05 a server that is away is no wrong setting: it may come back', async () => {
  const problem = await problemFor('postgres://a:b@127.0.0.1:1/c');
  expect(problem).toBeInstanceOf(StartRefused);
  expect(problem?.message).toMatch(/^DATABASE_URL: the database does not let us in \(.*ECONNREFUSED.*\)\.$/);
});

/** What a server says about itself. */
const GOOD = {
  account: 'hub',
  database: 'hub',
  version: 16,
  encoding: 'UTF8',
  isStandby: false,
  isReadOnly: false,
  hasTrigrams: true,
  hasIcu: true,
  hasPublic: true,
  mayCreateSchemas: true,
  mayUsePublic: true,
  foreignOwner: null,
};

/** A server that cannot run here. */
const serverThatSays = (row: object) =>
  ({ connect: async () => undefined, query: async () => ({ rows: [row] }) }) as unknown as pg.Client;

test.each([
  [{ version: 14 }, 'the server is PostgreSQL 14; 15 or newer is needed.'],
  [{ isStandby: true }, 'leads to a standby, which is read-only. Set it to the address of the primary.'],
  [
    { hasTrigrams: false },
    'the server lacks the extension pg_trgm. Install the contrib package of PostgreSQL there.',
  ],
  [{ hasIcu: false }, 'the server was built without ICU. Use one that supports ICU collations.'],
  [{ hasPublic: false }, 'the database hub has no schema public. Run: CREATE SCHEMA public'],
])('F8 OPS-05 says what a server lacks, and what to do: %j', async (lacking, text) => {
  await expect(checkAccount(serverThatSays({ ...GOOD, ...lacking }), 'DATABASE_URL')).rejects.toThrow(
    new WrongSetting(`DATABASE_URL: ${text}`),
  );
  await checkAccount(serverThatSays(GOOD), 'DATABASE_URL');
});
