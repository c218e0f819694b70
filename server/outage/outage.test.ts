import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { search } from '../../contract/calls/search.ts';
import { servers } from '../../contract/calls/servers.ts';
import { settings } from '../../contract/calls/settings.ts';
import { expectRefusal } from '../../test/answers.ts';
import { startTestApp, type Client, type TestApp } from '../../test/app.ts';
import { createCuttableDatabase, type CuttableDatabase } from '../../test/database-proxy.ts';
import type { TestUser } from '../../test/factories.ts';
import { waitUntil } from '../db/wait-until.ts';
import { hashToken } from '../tokens.ts';

type Person = Client & { user: TestUser };
let app: TestApp & { stop(): Promise<void> };
let database: CuttableDatabase;
let ann: Person;
let bob: Person;
/** How much later the copy is read than it is. */
let laterMs = 0;

const SERVERS = [
  { name: 'web-2', status: 'online', environment: 'production', ipAddress: '10.1.0.2', teamOwner: 'Web' },
  { name: 'web-10', status: 'online', environment: 'production', ipAddress: '10.1.0.10', notes: 'Café' },
  {
    name: 'db-1',
    status: 'offline',
    environment: 'production',
    ipAddress: '10.2.0.1',
    hostname: 'db-1.example.com',
  },
  { name: 'test-1', status: 'warning', environment: 'development', operatingSystem: 'Debian 13' },
] as const;

beforeAll(async () => {
  database = await createCuttableDatabase();
  app = await startTestApp({ database, copyClock: () => new Date(Date.now() + laterMs) });
  [ann, bob] = [await app.signedIn(), await app.signedIn()];
  for (const body of SERVERS) await ann.call(servers.create, { body });
  const make = (title: string, content: string, more: object = {}) =>
    ann.call(documents.create, { body: { title, content, ...more } });
  await make('Restart the database', 'On db-1.example.com run `systemctl restart postgresql`', {
    category: 'Runbooks',
    tags: ['database'],
    templateType: 'work_instruction',
  });
  await make('Café opening hours', 'The café opens at eight', { category: 'Kitchen' });
  await make('KubeNodeDown', 'Drain the node. Then look at web-2.', { tags: ['kubernetes', 'database'] });
  await make('Keys of the safe', 'Behind the rack', { readers: [`person:${ann.user.id}`] });
});
afterAll(() => app.stop());

const isAway = async () =>
  (await ann.send({ url: '/api/documents?limit=1' })).headers['x-copy-of'] !== undefined;
const cut = async (how: 'cut' | 'silence' = 'cut') => {
  await database[how]();
  expect(await waitUntil(isAway, { limitMs: 10_000, everyMs: 20 })).toBe(true);
};
const mend = async () => {
  await database.mend();
  expect(await waitUntil(async () => !(await isAway()), { limitMs: 20_000, everyMs: 50 })).toBe(true);
};

/** Every read that the copy answers, and how it is filtered, sorted and paged. */
async function reads(): Promise<string[]> {
  const documentIds = (await ann.call(documents.list, {})).map(({ id }) => id);
  const serverIds = (await ann.call(servers.list, {})).map(({ id }) => id);
  const queries = [
    '',
    'limit=2',
    'fields=card',
    'q=database',
    'q=cafe',
    'q="drain the node"',
    'q=kube+node',
    'q=data*',
  ];
  const filters = [
    'category=Runbooks',
    'tag=database',
    'type=work-instructions',
    'q=-database+drain',
    'category=Uncategorized',
  ];
  return [
    ...[...queries, ...filters].map((query) => `/api/documents?${query}`),
    '/api/knowledge-base',
    '/api/documents/recent?limit=2',
    '/api/documents/facets',
    '/api/documents/facets?category=Runbooks',
    ...documentIds.flatMap((id) => [
      `/api/documents/${id}`,
      `/api/knowledge-base/${id}`,
      `/api/documents/${id}/servers`,
    ]),
    ...[
      '',
      'limit=2',
      'sort=name',
      'sort=-name',
      'sort=team',
      'sort=-os',
      'q=web',
      'q=cafe',
      'status=offline',
    ].map((query) => `/api/servers?${query}`),
    ...[
      'env:production',
      'name:web',
      'ip:10.1.0.0/16',
      'has:ip',
      '-has:team',
      'os:debian status:warning',
      'cpu>1',
    ].map((filter) => `/api/servers?filter=${encodeURIComponent(filter)}`),
    ...serverIds.flatMap((id) => [`/api/servers/${id}`, `/api/servers/${id}/documents`]),
    ...['restart', 'cafe', 'web-2', 'debian', 'nothing+at+all'].map((q) => `/api/search?q=${q}`),
    '/api/search?q=web&kinds=server',
    '/api/auth/user',
    '/api/settings',
  ];
}

/** The copy ranks by titles alone, so the hits of words are compared without their order. */
async function bodyOf(client: Client, url: string) {
  const answer = await client.send({ url });
  const body = answer.json<object>();
  const isRanked = /[?&]q=/.test(url) && Array.isArray(body);
  const hits = isRanked ? (body as { id: string }[]).map((hit) => ({ ...hit, score: 0 })) : [];
  return {
    statusCode: answer.statusCode,
    total: answer.headers['x-total-count'],
    body: isRanked ? hits.toSorted((x, y) => (x.id < y.id ? -1 : 1)) : body,
  };
}

describe('OUTAGE-02 while the database is away', () => {
  test.each(['cut', 'silence'] as const)('reads give the same results from the copy (%s)', async (how) => {
    const urls = await reads();
    const before = await Promise.all(urls.map((url) => bodyOf(ann, url)));
    await app.updateCopy();
    await cut(how);
    for (const [index, url] of urls.entries()) {
      const answer = await ann.send({ url });
      expect([url, answer.statusCode]).toEqual([url, 200]);
      expect([url, Number(answer.headers['age'])]).toEqual([url, expect.any(Number)]);
      expect(Date.parse(String(answer.headers['x-copy-of']))).toBeLessThanOrEqual(Date.now());
      expect([url, await bodyOf(ann, url)]).toEqual([url, before[index]]);
    }
    await mend();
    for (const url of ['/api/documents', '/api/servers', '/api/search?q=web'])
      expect((await ann.send({ url })).headers['x-copy-of']).toBeUndefined();
  });

  test('the pages of a list go on in the copy where they were, and back', async () => {
    for (const path of ['/api/documents', '/api/documents?fields=card', '/api/servers']) {
      const page = (cursor?: string) =>
        ann.send({
          url: `${path}${path.includes('?') ? '&' : '?'}limit=1${cursor ? `&cursor=${cursor}` : ''}`,
        });
      const ids = (await ann.send({ url: path })).json<{ id: string }[]>().map(({ id }) => id);
      const first = await page();
      await app.updateCopy();
      await cut();
      const second = await page(String(first.headers['x-next-cursor']));
      await mend();
      const third = await page(String(second.headers['x-next-cursor']));
      const shown = [first, second, third].map((each) => each.json<{ id: string }[]>()[0]?.id);
      expect([path, shown]).toEqual([path, ids.slice(0, 3)]);
    }
  });

  test('everything else stays refused: writes, other reads, API tokens, unknown sessions, filters that need a history', async () => {
    await app.updateCopy();
    const late = await app.signedIn();
    await cut();
    const refused = [
      () => ann.send({ method: 'POST', url: '/api/documents', payload: { title: 'Lost', content: 'Text' } }),
      () => ann.send({ url: '/api/team-members' }),
      () => ann.send({ url: '/api/notifications' }),
      () => ann.send({ url: '/api/servers?filter=has:outage' }),
      () => ann.send({ url: '/api/documents?q=category:run' }),
      () => late.send({ url: '/api/documents' }),
      () => app.anonymous.send({ url: '/api/documents', headers: { authorization: 'Bearer hub_x' } }),
    ];
    for (const send of refused) expectRefusal(await send(), 503, 'unavailable');
    // Nobody is signed out by an outage, and nobody reads without a session.
    expectRefusal(await app.anonymous.send({ url: '/api/documents' }), 401, 'signed_out');
    await mend();
    expect((await late.send({ url: '/api/documents' })).statusCode).toBe(200);
  });

  test('a restricted document is for its readers alone, and for nobody from a copy older than 15 minutes', async () => {
    const titles = async (client: Client) =>
      (await client.call(documents.list, {})).map(({ title }) => title);
    const [secret] = (await ann.call(documents.list, { query: { q: 'keys of the safe' } })).map(
      ({ id }) => id,
    );
    await app.updateCopy();
    await cut();
    expect(await titles(ann)).toContain('Keys of the safe');
    expect(await titles(bob)).not.toContain('Keys of the safe');
    const hidden = [`/api/documents/${secret}`, `/api/documents/${secret}/servers`];
    for (const url of hidden) expectRefusal(await bob.send({ url }), 404, 'not_found');
    expect(await bob.call(search.find, { query: { q: 'rack' } })).toEqual([]);
    expect((await bob.call(documents.facets, {})).categories).toContainEqual({
      value: 'Uncategorized',
      count: 1,
    });
    laterMs = 14 * 60_000;
    expect(await titles(ann)).toContain('Keys of the safe');
    laterMs = 16 * 60_000;
    expect(await titles(ann)).not.toContain('Keys of the safe');
    for (const url of hidden) expectRefusal(await ann.send({ url }), 404, 'not_found');
    laterMs = 0;
    await mend();
    expect(await titles(ann)).toContain('Keys of the safe');
  });

  test('the copy follows changes of texts, servers, links, readers, accounts and the bin', async () => {
    const made = await ann.call(documents.create, { body: { title: 'Plan', content: 'First' } });
    const [server] = await ann.call(servers.list, { query: { q: 'db-1' } });
    await app.updateCopy();
    await ann.call(documents.update, {
      params: { id: made.id },
      body: { content: 'Second', readers: [`person:${ann.user.id}`] },
    });
    await ann.call(servers.update, { params: { id: server!.id }, body: { notes: 'In rack 7' } });
    await ann.call(servers.linkDocument, { params: { id: server!.id }, body: { documentId: made.id } });
    const gone = await ann.call(documents.create, { body: { title: 'Gone', content: 'Text' } });
    await ann.call(documents.remove, { params: { id: gone.id } });
    const carl = await app.signedIn();
    const sid = hashToken(carl.cookie.slice('sid='.length));
    const isKnown = () => {
      try {
        return app.copy?.actorOf(sid).userId === carl.user.id;
      } catch {
        return false;
      }
    };
    expect(await waitUntil(isKnown, { limitMs: 30_000, everyMs: 50 })).toBe(true);
    await database.db.execute(`update users set account_status = 'deactivated' where id = '${carl.user.id}'`);
    const isCopied = () => {
      const reader = { principals: [`person:${ann.user.id}`] };
      const read = app.copy?.documentToRead(reader, made.id);
      return read?.document.content === 'Second' && read.servers.length === 1 && !isKnown();
    };
    expect(await waitUntil(isCopied, { limitMs: 30_000, everyMs: 50 })).toBe(true);
    await cut();
    expect((await ann.call(documents.find, { params: { id: made.id } })).content).toBe('Second');
    expectRefusal(await bob.send({ url: `/api/documents/${made.id}` }), 404, 'not_found');
    expectRefusal(await ann.send({ url: `/api/documents/${gone.id}` }), 404, 'not_found');
    expect((await ann.call(servers.find, { params: { id: server!.id } })).notes).toBe('In rack 7');
    expect((await ann.call(servers.documents, { params: { id: server!.id } })).map(({ id }) => id)).toEqual([
      made.id,
    ]);
    expect(await ann.call(search.find, { query: { q: 'rack 7' } })).toHaveLength(1);
    expectRefusal(await carl.send({ url: '/api/documents' }), 503, 'unavailable');
    await mend();
    expect((await ann.call(settings.show, {})).preferences.autoSave).toBeDefined();
  });

  test('the file is for this account alone', async () => {
    expect((await stat(fileOfCopy())).mode & 0o777).toBe(0o600);
  });
});

const fileOfCopy = () => join(app.config.DATA_DIR, 'outage.sqlite');
