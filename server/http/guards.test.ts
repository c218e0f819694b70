import type { Database } from '../db/open.ts';
import { waitUntil } from '../db/wait-until.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { everyEndpoint } from '../../contract/calls/api.ts';
import { SCOPES, type Endpoint } from '../../contract/calls/endpoint.ts';
import { objects } from '../../contract/calls/objects.ts';
import { startTestApp, withApp, type Client } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { aDocument, aSession, aUser } from '../../test/factories.ts';
import { tableState } from '../../test/table-state.ts';

const at = withApp();

const endpoints = everyEndpoint();
const writes = endpoints.filter(({ method }) => method !== 'GET');
const named = (list: Endpoint[]) =>
  list.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

/** Reads only the headers of the response, because an event stream has no end. */
async function statusOf(endpoint: Endpoint, cookie: string): Promise<number> {
  const answer = await at.current.app.inject({
    method: endpoint.method,
    url: endpoint.path.replace(':id', randomUUID()),
    headers: { cookie },
    payloadAsStream: true,
  });
  answer.stream().destroy();
  return answer.statusCode;
}

describe('threat 45 permissions of every call', () => {
  const accounts: Record<string, Parameters<typeof aUser>[1]> = {
    viewer: { role: 'viewer' },
    user: { role: 'user' },
    admin: { role: 'admin' },
    unverified: { accountStatus: 'pending_verification' },
    waiting: { accountStatus: 'pending_approval' },
    rejected: { accountStatus: 'rejected', role: 'admin' },
    deactivated: { accountStatus: 'deactivated', role: 'admin' },
  };
  type Actor =
    | 'nobody'
    | 'expired'
    | 'viewer'
    | 'user'
    | 'admin'
    | 'unverified'
    | 'waiting'
    | 'rejected'
    | 'deactivated';
  const actors: Actor[] = [
    'nobody',
    'expired',
    'viewer',
    'user',
    'admin',
    'unverified',
    'waiting',
    'rejected',
    'deactivated',
  ];

  async function cookieOf(actor: Actor): Promise<string> {
    if (actor === 'nobody') return '';
    const { db } = at.current.database;
    const user = await aUser(db, actor === 'expired' ? { role: 'admin' } : accounts[actor]);
    const ended = { expire: new Date(Date.now() - 1000) };
    return `sid=${await aSession(db, user, actor === 'expired' ? ended : {})}`;
  }

  const expected = ({ scope, path }: Endpoint, actor: Actor) => {
    if (scope === 'public') return 'let in';
    if (actor !== 'viewer' && actor !== 'user' && actor !== 'admin') return 401;
    // Upload addresses need a token of their own.
    if (path === objects.put.path) return 403;
    return SCOPES.indexOf(actor) < SCOPES.indexOf(scope) ? 403 : 'let in';
  };

  test.each(named(endpoints))('%s', async (_, endpoint) => {
    const seen: Record<string, number | string> = {};
    for (const actor of actors) {
      const status = await statusOf(endpoint, await cookieOf(actor));
      seen[actor] = status === 401 || status === 403 ? status : 'let in';
      expect(status).toBeLessThan(500);
    }
    // Two calls return 401 themselves: a sign-in without a password, and metrics without their token.
    expect(seen).toEqual(Object.fromEntries(actors.map((actor) => [actor, expected(endpoint, actor)])));
  });
});

describe('threat 36 writes that another site causes', () => {
  let client: Client;
  let [live, deleted] = ['', ''];
  /** The rows after the last test if it changed none, for the next test. */
  let unchanged: Record<string, string> | undefined;
  beforeAll(async () => {
    const { database, as } = at.current;
    const admin = await aUser(database.db, { role: 'admin' });
    client = await as(admin);
    live = await aDocument(database.db, admin);
    deleted = await aDocument(database.db, admin);
    await database.pool.query('update documents set deleted_at = now() where id = $1', [deleted]);
    // A backup of an earlier test still writes rows until it ends.
    const isOver = async () => (await countOfJobs(database)) === 0;
    if (!(await waitUntil(isOver, { limitMs: 60_000, everyMs: 50 })))
      throw new Error('A backup is being written for a minute');
  });
  /** A valid request, so that a missing guard shows as a changed row. */
  const goodRequest = (endpoint: Endpoint, headers: Record<string, string>) =>
    client.send({
      method: endpoint.method,
      url: endpoint.path.replace(':id', /undelete|\/bin\//.test(endpoint.path) ? deleted : live),
      headers,
      ...(endpoint.body ? { payload: { title: 'Foreign', content: 'Text' } } : {}),
    });
  const rows = () => tableState(at.current.database).then(withoutSessions);
  const countOfJobs = async ({ pool }: Database): Promise<number | undefined> => {
    const unfinished = `select count(*)::int as n from jobs where state in ('waiting', 'running')`;
    return (await pool.query<{ n: number }>(unfinished)).rows[0]?.n;
  };
  const withoutSessions = (state: Record<string, string>): Record<string, string> => ({
    ...state,
    sessions: '',
  });

  const foreign: [string, Record<string, string>][] = [
    ['another site', { origin: 'https://evil.example' }],
    ['a site that hides its name', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
    ['our address by another scheme', { origin: 'https://localhost:3000' }],
    ['the host it went to by another scheme', { origin: 'https://10.0.0.7', host: '10.0.0.7' }],
    [
      'a proxy that nobody trusts',
      { origin: 'https://10.0.0.7', host: '10.0.0.7', 'x-forwarded-proto': 'https' },
    ],
    ['our host on another port', { origin: 'http://localhost:3001' }],
    ['a site whose name begins like ours', { origin: 'http://localhost:3000.evil.example' }],
    ['another site, told by the browser alone', { 'sec-fetch-site': 'cross-site' }],
    [
      'another site, whatever the browser says',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
  ];

  test.each(named(writes))('%s is refused and changes no row', async (_, endpoint) => {
    const before = unchanged ?? (await rows());
    unchanged = undefined;
    for (const [, headers] of foreign)
      expectRefusal(await goodRequest(endpoint, headers), 403, 'foreign_origin');
    expect(await rows()).toEqual(before);
    unchanged = before;
  });

  test.each([
    ['the address that people use', { origin: 'http://localhost:3000', host: '10.0.0.7:8080' }],
    ['the address the request went to', { origin: 'http://10.0.0.7:8080', host: '10.0.0.7:8080' }],
    ['a program, which has no origin', {}],
    ['the product’s own page, according to the browser', { 'sec-fetch-site': 'same-origin' }],
  ])('%s is allowed', async (_, headers) => {
    const create = writes.find(({ path }) => path === '/api/documents')!;
    const before = await rows();
    const answer = await goodRequest(create, headers as Record<string, string>);
    expect(answer.statusCode).toBe(201);
    expect((await rows())['documents']).not.toBe(before['documents']);
  });

  test('threat 36 behind a proxy the scheme in its header counts, whatever address people use', async () => {
    const { database } = at.current;
    const hub = await startTestApp({
      database: { ...database, drop: () => Promise.resolve() },
      settings: { TRUST_PROXY: 'on', PUBLIC_URL: 'https://hub.example' },
    });
    const send = (origin: string, proto: string, host = 'hub.intranet') =>
      hub.anonymous.send({
        method: 'POST',
        url: '/api/auth/login',
        headers: { origin, host, 'x-forwarded-proto': proto },
        payload: {},
      });
    for (const [origin, proto] of [
      ['https://hub.intranet', 'https'],
      ['http://hub.intranet', 'http'],
      ['https://hub.example', 'http'],
    ] as const)
      expectRefusal(await send(origin, proto), 400, 'validation_failed');
    for (const [origin, proto] of [
      ['http://hub.intranet', 'https'],
      ['https://hub.intranet', 'http'],
      ['http://hub.example', 'https'],
    ] as const)
      expectRefusal(await send(origin, proto), 403, 'foreign_origin');
    await hub.stop();
  });

  test('threat 38 no other site can read a response', async () => {
    const ann = await at.current.signedIn();
    for (const origin of ['https://evil.example', 'null']) {
      for (const method of ['GET', 'OPTIONS'] as const) {
        const answer = await ann.send({ method, url: '/api/documents', headers: { origin } });
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    }
  });
});
