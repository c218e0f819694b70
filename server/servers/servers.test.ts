import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checks } from '../../contract/calls/checks.ts';
import { search } from '../../contract/calls/search.ts';
import { serverNeeds } from '../../contract/calls/server-needs.ts';
import { serverLimits } from '../../contract/calls/server-limits.ts';
import { serverOverview } from '../../contract/calls/server-overview.ts';
import { servers } from '../../contract/calls/servers.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import { aDocument, aUser } from '../../test/factories.ts';

const at = withApp({ settings: { ORG_DOMAIN: 'corp-one.org' } });
const whole = {
  name: 'mel-db-02',
  hostname: 'mel-db-02.corp.example.com',
  ipAddress: '10.4.0.12',
  domain: 'corp.example.com',
  network: 'Secure Zone',
  environment: 'production' as const,
  operatingSystem: 'Debian 12',
  serverType: 'physical' as const,
  hardwareModel: 'Lenovo SR650 V3',
  serverLocation: 'Melbourne, rack 7',
  primaryFunction: 'PostgreSQL primary',
  secondaryFunction: 'Backups',
  tertiaryFunction: 'Metrics',
  teamOwner: 'Midrange Services Team',
  keyContacts: 'Kim Tran',
  description: 'Orders database',
  notes: 'Fan tray replaced',
};

describe('one server', () => {
  test('INFRA-03 only the name is required; the rest has defaults', async () => {
    const ann = await at.current.signedIn();
    const created = await ann.call(servers.create, { body: { name: ' web-01 ' } });
    expect(created).toMatchObject({
      name: 'web-01',
      environment: 'development',
      status: 'unknown',
      cpuUsage: 0,
      memoryUsage: 0,
      uptime: 0,
      lastHealthCheck: null,
      measured: [],
    });
    expect(await ann.call(servers.find, { params: { id: created.id } })).toEqual(created);
  });

  test('INFRA-15 the creator is the default manager; refuses an account that cannot be', async () => {
    const ann = await at.current.signedIn();
    const created = await ann.call(servers.create, { body: whole });
    expect(created).toMatchObject({ ...whole, managedBy: ann.user.id, managedByName: 'Ann Smith' });
    const gone = await aUser(at.current.database.db, { accountStatus: 'deactivated' });
    for (const managedBy of [gone.id, randomUUID()]) {
      const answer = await ann.send({
        method: 'PUT',
        url: `/api/servers/${created.id}`,
        payload: { managedBy },
      });
      expect(expectRefusal(answer, 400, 'validation_failed').fields).toHaveProperty('managedBy');
    }
  });

  test('API-01 a change: missing fields stay, null clears, read-only fields are ignored', async () => {
    const ann = await at.current.signedIn();
    const { id } = await ann.call(servers.create, { body: whole });
    const body = { notes: null, name: 'mel-db-03', createdAt: 'x', id: randomUUID(), cpuUsage: 99 };
    const changed = await ann.call(servers.update, { params: { id }, body });
    expect(changed).toMatchObject({ ...whole, id, name: 'mel-db-03', notes: null, cpuUsage: 0 });
  });

  test.each([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(101) }],
    ['ipAddress', { name: 'x', ipAddress: '10.0.0.256' }],
    ['environment', { name: 'x', environment: 'moon' }],
    ['status', { name: 'x', status: 'fine' }],
    ['serverType', { name: 'x', serverType: 'cloud' }],
    ['hostname', { name: 'x', hostname: 'h'.repeat(256) }],
    ['check.timeoutMs', { name: 'x', check: { kind: 'tcp', target: 'a:1', timeoutMs: 1 } }],
  ])('API-02 refuses an invalid %s', async (field, payload) => {
    const ann = await at.current.signedIn();
    const answer = await ann.send({ method: 'POST', url: '/api/servers', payload });
    expect(expectRefusal(answer, 400, 'validation_failed').fields).toHaveProperty([field]);
  });

  test('INFRA-12 history shows who changed what, before and after', async () => {
    const ann = await at.current.signedIn();
    const { id } = await ann.call(servers.create, { body: whole });
    await ann.call(servers.update, { params: { id }, body: { teamOwner: 'Server Services' } });
    const [last, first] = await ann.call(servers.history, { params: { id } });
    expect(last).toMatchObject({
      actorName: 'Ann Smith',
      action: 'server.update',
      before: { teamOwner: 'Midrange Services Team' },
      after: { teamOwner: 'Server Services' },
    });
    expect(first?.action).toBe('server.create');
  });

  test('INFRA-12 one call returns all data for the page of a server, equal to the calls of its parts', async () => {
    const ann = await at.current.signedIn();
    const params = await ann.call(servers.create, { body: whole });
    const linked = await aDocument(at.current.database.db, ann.user);
    await ann.call(servers.linkDocument, { params, body: { documentId: linked } });
    await ann.call(servers.metrics, { params, body: { cpuUsage: 7, status: 'online' } });
    await ann.call(servers.watch, { params });
    const query = { from: new Date(Date.now() - 3_600_000).toISOString() };
    expect(await ann.call(serverOverview.read, { params, query })).toEqual({
      server: await ann.call(servers.find, { params }),
      watching: true,
      availability: await ann.call(checks.availability, { params }),
      results: await ann.call(checks.list, { params, query }),
      incidents: [],
      documents: await ann.call(servers.documents, { params }),
      needs: await ann.call(serverNeeds.find, { params }),
      limits: await ann.call(serverLimits.find, { params }),
      mentions: await ann.call(servers.mentions, { params }),
      changes: await ann.call(servers.history, { params }),
    });
    expectRefusal(
      await ann.send({ url: `/api/servers/${linked}/overview?from=${query.from}` }),
      404,
      'not_found',
    );
  });

  test('INFRA-08 a deleted server is in no list and no search, and is restored completely', async () => {
    const ann = await at.current.signedIn();
    const { id } = await ann.call(servers.create, { body: { ...whole, name: 'bin-me-01' } });
    const found = () => ann.call(search.find, { query: { q: 'bin-me-01' } });
    expect(await found()).toMatchObject([{ kind: 'server', id, url: `/infrastructure/${id}` }]);
    await ann.call(servers.remove, { params: { id } });
    expect(await found()).toEqual([]);
    expectRefusal(await ann.send({ url: `/api/servers/${id}` }), 404);
    expect((await ann.call(servers.bin, {})).map((one) => one.id)).toContain(id);
    expect(await ann.call(servers.undelete, { params: { id } })).toMatchObject({ name: 'bin-me-01' });
    expect(await found()).toHaveLength(1);
  });

  test('INFRA-03 the form gets the company domains and the accounts', async () => {
    const ann = await at.current.signedIn();
    const { domains, accounts } = await ann.call(servers.options, {});
    expect(domains).toEqual(
      ['', 'au.', 'corp.', 'nz.', 'ie.', 'uk.', 'sg.', 'my.'].map((prefix) => `${prefix}corp-one.org`),
    );
    expect(accounts).toContainEqual({ id: ann.user.id, name: 'Ann Smith' });
  });
});

describe('the list', () => {
  test.each(Object.entries(whole).filter(([field]) => field !== 'environment'))(
    'INFRA-04 the search covers %s, in any case',
    async (_, value) => {
      const ann = await at.current.signedIn();
      const mark = randomUUID().slice(0, 8);
      const { id } = await ann.call(servers.create, { body: { ...whole, name: `${whole.name}-${mark}` } });
      const listed = await ann.call(servers.list, { query: { q: value.slice(1).toUpperCase(), limit: 200 } });
      expect(listed.map((server) => server.id)).toContain(id);
    },
  );

  test('INFRA-04 issue 6 the search understands words, operators, exclusions and exact texts like every other field', async () => {
    const ann = await at.current.signedIn();
    const made = [
      {
        name: 'kea-1',
        environment: 'production',
        status: 'offline',
        serverLocation: 'AKL Rack 4',
        serverType: 'physical',
      },
      { name: 'kea-2', environment: 'production', status: 'online', serverLocation: 'AKL - Rack 5' },
      {
        name: 'kea-3',
        environment: 'staging',
        status: 'offline',
        serverLocation: 'WLG',
        notes: 'was in akl',
      },
    ] as const;
    for (const body of made) await ann.call(servers.create, { body });
    const found = async (q: string, more = {}) =>
      (await ann.call(servers.list, { query: { q, ...more } }))
        .map(({ name }) => name.slice(-1))
        .toSorted()
        .join('');
    expect(await found('kea')).toBe('123');
    expect(await found('akl kea')).toBe('123');
    expect(await found('offline akl')).toBe('13');
    expect(await found('kea env:production')).toBe('12');
    expect(await found('status:offline akl kea', { environment: 'production' })).toBe('1');
    expect(await found('kea -status:offline')).toBe('2');
    expect(await found('kea -wlg')).toBe('12');
    expect(await found('kea "akl rack"')).toBe('1');
    expect(await found('kea type:physical')).toBe('1');
    expect(await found('name:kea-3')).toBe('3');
    expect(await found('kea changed>30d')).toBe('');
    expect(await found('server:kea-3')).toBe('');
    // The exact text of a field is found, whatever characters it contains.
    expect(await found('akl - rack 5')).toBe('2');
    expect(await found('tag:kea')).toBe('');
  });

  test('INFRA-04 filters combine; pattern characters match themselves', async () => {
    const ann = await at.current.signedIn();
    const add = (body: Parameters<typeof ann.call<typeof servers.create>>[1]['body']) =>
      ann.call(servers.create, { body });
    await add({ name: 'mix-1', environment: 'staging', status: 'offline' });
    await add({ name: 'mix-2', environment: 'staging', status: 'online' });
    await add({ name: 'mix-3', environment: 'production', status: 'offline', notes: '100%_done' });
    const names = async (query: object) =>
      (await ann.call(servers.list, { query })).map((server) => server.name);
    expect(await names({ q: 'MIX', environment: 'staging', status: 'offline' })).toEqual(['mix-1']);
    expect(await names({ q: 'mix', environment: 'all', status: 'all' })).toEqual(['mix-1', 'mix-3', 'mix-2']);
    expect(await names({ q: '100%_' })).toEqual(['mix-3']);
    expect(await names({ q: '%%%' })).toEqual([]);
  });

  test('INFRA-14 pages contain every server once, problems first, srv2 before srv10', async () => {
    const ann = await at.current.signedIn();
    for (const n of [10, 2, 1, 3, 11])
      await ann.call(servers.create, {
        body: { name: `Page-srv${n}`, status: n === 3 ? 'offline' : 'online' },
      });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ann.page(servers.list, {
        query: { q: 'page-srv', limit: 2, ...(cursor ? { cursor } : {}) },
      });
      expect(page.total).toBe(5);
      seen.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(['Page-srv3', 'Page-srv1', 'Page-srv2', 'Page-srv10', 'Page-srv11']);
    const { nextCursor = '' } = await ann.page(servers.list, { query: { q: 'page-srv', limit: 2 } });
    const rest = await ann.page(servers.list, { query: { q: 'page-srv', cursor: nextCursor } });
    expect(rest.items.map(({ name }) => name)).toEqual(['Page-srv2', 'Page-srv10', 'Page-srv11']);
    expect(rest.total).toBe(5);
  });
});

describe('documents of a server', () => {
  test('INFRA-12 are linked both ways, once; deleted ones are not shown', async () => {
    const ann = await at.current.signedIn();
    const { id } = await ann.call(servers.create, { body: { name: 'link-01' } });
    const documentId = await aDocument(at.current.database.db, ann.user, { title: 'Fail over' });
    for (let round = 0; round < 2; round += 1)
      await ann.call(servers.linkDocument, { params: { id }, body: { documentId, documentType: 'runbook' } });
    expect(await ann.call(servers.documents, { params: { id } })).toMatchObject([
      { id: documentId, title: 'Fail over', documentType: 'runbook' },
    ]);
    expect(await ann.call(servers.ofDocument, { params: { id: documentId } })).toMatchObject([
      { id, name: 'link-01', linked: true, named: false },
    ]);
    await ann.call(servers.unlinkDocument, { params: { id, documentId } });
    expect(await ann.call(servers.documents, { params: { id } })).toEqual([]);
    expectRefusal(
      await ann.send({ method: 'DELETE', url: `/api/servers/${id}/documents/${documentId}` }),
      404,
    );
  });

  test('INFRA-12 suggests a document that names the server by name, host or address', async () => {
    const ann = await at.current.signedIn();
    const body = { name: 'Naming-07', hostname: 'naming.host.example.com', ipAddress: '10.99.0.7' };
    const { id } = await ann.call(servers.create, { body });
    for (const content of [
      'Restart `naming-07`.',
      'ssh naming.HOST.example.com',
      'ping 10.99.0.7, then wait',
    ]) {
      const documentId = await aDocument(at.current.database.db, ann.user, { content });
      expect(await ann.call(servers.ofKnowledgeItem, { params: { id: documentId } })).toMatchObject([
        { id, linked: false, named: true },
      ]);
    }
    const other = await aDocument(at.current.database.db, ann.user, { content: 'naming-071 and 110.99.0.7' });
    expect(await ann.call(servers.ofDocument, { params: { id: other } })).toEqual([]);
  });
});
