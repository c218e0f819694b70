import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { MAX_DRAFTS } from '../contract/calls/drafts.ts';
import { objects as objectCalls } from '../contract/calls/objects.ts';
import { passkeys } from '../contract/calls/passkeys.ts';
import { VIEW_LIMITS } from '../contract/calls/server-views.ts';
import { withApp, type TestApp } from '../test/app.ts';
import { aDocument, aUser } from '../test/factories.ts';
import { cookieIn } from '../test/google-journey.ts';
import { newSoftwarePasskey } from '../test/software-passkey.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });

type Person = Awaited<ReturnType<TestApp['signedIn']>>;
type Sending = Parameters<Person['send']>[0];

/** More calls at once than the limit leaves room for. */
const MORE = 10;

type Case = {
  table: string;
  limit: number;
  /** Rows before the calls, so that few calls reach the limit. */
  fill(person: Person): Promise<unknown>;
  /** The call with this number, prepared so that only its end is left. */
  call(person: Person, n: number): Promise<Sending>;
};

const sql = (text: string, values: unknown[]) => at.current.database.pool.query(text, values);

async function newPasskey(person: Person): Promise<Sending> {
  const options = await person.send({ method: 'POST', url: passkeys.options.path, payload: {} });
  const { challenge } = options.json<{ challenge: string }>();
  const cookie = `${person.cookie}; new-passkey=${cookieIn(options, 'new-passkey')}`;
  const payload = { name: 'Key', response: newSoftwarePasskey().register(challenge) };
  return { method: 'POST', url: passkeys.create.path, payload, headers: { cookie } };
}

async function newImage(person: Person): Promise<Sending> {
  const { uploadURL } = await person.call(objectCalls.requestUpload, {});
  // About 30,000 bytes, since noise cannot be compressed.
  const image = sharp(randomBytes(30_000), { raw: { width: 100, height: 100, channels: 3 } });
  return {
    method: 'PUT',
    url: uploadURL,
    payload: await image.png().toBuffer(),
    headers: { 'content-type': 'image/png' },
  };
}

const CASES: Record<string, Case> = {
  tokens: {
    table: 'api_tokens where user_id = $1',
    limit: 50,
    fill: ({ user }) =>
      sql(
        `insert into api_tokens (user_id, name, scope, token_hash)
         select $1::uuid, 'script', 'read', md5($1::text || n) || md5(n::text) from generate_series(1, 45) n`,
        [user.id],
      ),
    call: async (_, n) => ({
      method: 'POST',
      url: '/api/auth/tokens',
      payload: { name: `token ${n}`, scope: 'read' },
    }),
  },
  views: {
    table: 'server_views where user_id = $1',
    limit: VIEW_LIMITS.perAccount,
    fill: ({ user }) =>
      sql(
        `insert into server_views (user_id, name, filter) select $1, 'view ' || n, '' from generate_series(1, $2) n`,
        [user.id, VIEW_LIMITS.perAccount - 5],
      ),
    call: async (_, n) => ({
      method: 'POST',
      url: '/api/server-views',
      payload: { name: `new ${n}`, filter: '' },
    }),
  },
  drafts: {
    table: 'drafts where user_id = $1',
    limit: MAX_DRAFTS,
    fill: ({ user }) =>
      sql(
        `insert into drafts (user_id, key, fields) select $1, 'document-' || n, '{}' from generate_series(1, $2) n`,
        [user.id, MAX_DRAFTS - 5],
      ),
    call: async (_, n) => ({
      method: 'PUT',
      url: `/api/drafts/new-${n}`,
      payload: { fields: { title: 'x' }, version: null },
    }),
  },
  passkeys: {
    table: 'passkeys where user_id = $1',
    limit: 20,
    fill: ({ user }) =>
      sql(
        `insert into passkeys (user_id, name, credential_id, public_key, counter, transports)
         select $1::uuid, 'key', $1::text || n, 'key', 0, '{}' from generate_series(1, 15) n`,
        [user.id],
      ),
    call: newPasskey,
  },
  'bytes of images': {
    table: 'objects where owner_id = $1',
    limit: 5,
    fill: ({ user }) =>
      sql(
        `insert into objects (id, owner_id, key, content_type, bytes, sha256)
         select gen_random_uuid(), $1::uuid, $1::text || n, 'image/png', 1342166000, md5($1::text || n) from generate_series(1, 4) n`,
        [user.id],
      ),
    call: newImage,
  },
};

describe('F15 a limit holds for calls that arrive together', () => {
  test.each(Object.entries(CASES))('%s', async (_, { table, limit, fill, call }) => {
    const person = await at.current.signedIn();
    await fill(person);
    const calls = await Promise.all(Array.from({ length: MORE }, (__, n) => call(person, n)));
    const answers = await Promise.all(calls.map((each) => person.send(each)));
    const { rows } = await at.current.database.pool.query<{ n: number }>(
      `select count(*)::int as n from ${table}`,
      [person.user.id],
    );
    expect(rows).toEqual([{ n: limit }]);
    expect(answers.some(({ statusCode }) => statusCode === 409 || statusCode === 413)).toBe(true);
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
  });

  test('a document is shared with a person once', async () => {
    const [person, other] = [await at.current.signedIn(), await aUser(at.current.database.db)];
    const id = await aDocument(at.current.database.db, person.user);
    const url = `/api/documents/${id}/shares`;
    const payload = { sharedWithUserId: other.id };
    await Promise.all(Array.from({ length: MORE }, () => person.send({ method: 'POST', url, payload })));
    expect((await person.send({ url })).json()).toHaveLength(1);
  });

  test('demo data is added once', async () => {
    const person = await at.current.signedIn({ role: 'admin' });
    const answers = await Promise.all(
      [1, 2, 3].map(() => person.send({ method: 'POST', url: '/api/admin/demo' })),
    );
    // The others are refused, or waited too long for their turn.
    expect(answers.filter(({ statusCode }) => statusCode < 400)).toHaveLength(1);
  });
});
