import { describe, expect, test } from 'vitest';
import { type BrokenLink, brokenLinks } from '../../contract/calls/broken-links.ts';
import { documents } from '../../contract/calls/documents.ts';
import { servers } from '../../contract/calls/servers.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { machineWords } from '../text/machine-words.ts';

const at = withApp();
const admin = () => at.current.signedIn({ role: 'admin' });
const GONE = '00000000-0000-4000-8000-000000000001';

const write = async (client: Client, title: string, content: string) =>
  (await client.call(documents.create, { body: { title, content } })).id;
const aServer = async (client: Client, body: { name: string; ipAddress?: string; hostname?: string }) =>
  (await client.call(servers.create, { body })).id;
const brokenOf = async (client: Client, documentId: string) =>
  (await client.call(brokenLinks.list, { query: { limit: 200 } })).filter(
    (link) => link.documentId === documentId,
  );

describe('missing targets of documents', () => {
  test('INFRA-12 lists a retired server until no text names it or it is restored', async () => {
    const ann = await admin();
    const id = await aServer(ann, { name: 'Ret-DB-01', ipAddress: '10.77.0.1' });
    const text = `Fail over ret-db-01 (10.77.0.1:5432), see [it](/infrastructure?server=${id}).`;
    const documentId = await write(ann, 'Fail over', text);
    await ann.call(servers.linkDocument, { params: { id }, body: { documentId } });
    expect(await brokenOf(ann, documentId)).toEqual([]);
    await ann.call(servers.remove, { params: { id } });
    const broken = await brokenOf(ann, documentId);
    expect(broken.map(({ how, target }) => [how, target])).toEqual([
      ['link', id],
      ['linked', id],
      ['name', '10.77.0.1'],
      ['name', 'ret-db-01'],
    ]);
    for (const link of broken)
      expect(link).toMatchObject({
        documentTitle: 'Fail over',
        kind: 'server',
        name: 'Ret-DB-01',
        targetId: id,
        reason: 'deleted',
        canBeRestored: true,
      });
    await ann.call(servers.undelete, { params: { id } });
    expect(await brokenOf(ann, documentId)).toEqual([]);

    await ann.call(servers.remove, { params: { id } });
    await ann.call(servers.purge, { params: { id } });
    expect(await brokenOf(ann, documentId)).toMatchObject([
      { how: 'link', name: null, reason: 'unknown', canBeRestored: false },
      { how: 'name', target: '10.77.0.1', reason: 'unknown' },
      { how: 'name', target: 'ret-db-01', reason: 'deleted', canBeRestored: false },
    ]);
    await aServer(ann, { name: 'RET-db-01', ipAddress: '10.77.0.1' });
    await ann.call(documents.update, {
      params: { id: documentId },
      body: { content: 'Fail over ret-db-01.' },
    });
    expect(await brokenOf(ann, documentId)).toEqual([]);
  });

  test('INFRA-12 an own address or host without a server is unknown; networks, mail and others are not', async () => {
    const ann = await admin();
    await aServer(ann, { name: 'known', hostname: 'known.corp.example.com' });
    const documentId = await write(
      ann,
      'Unknown',
      'ssh lost.corp.example.com and 192.168.7.9, never known.corp.example.com, 10.0.0.0/8, 10.20.0.0, 8.8.8.8, ' +
        'ops@mail.corp.example.com, corp.example.com, www.debian.org, v1.2.3 or sha-256.',
    );
    expect(await brokenOf(ann, documentId)).toMatchObject([
      { how: 'name', target: '192.168.7.9', reason: 'unknown', targetId: null, name: null },
      { how: 'name', target: 'lost.corp.example.com', reason: 'unknown' },
    ]);
  });

  test('KB-01 INFRA-12 lists links to documents in the bin or never created; skips deleted sources', async () => {
    const ann = await admin();
    const target = await write(ann, 'Was here', 'x');
    const text = `[a](/knowledge-base?doc=${target}) [b](/documents?doc=${GONE})`;
    const documentId = await write(ann, 'Points on', text);
    expect(await brokenOf(ann, documentId)).toMatchObject([{ target: GONE, reason: 'unknown' }]);
    await ann.call(documents.remove, { params: { id: target } });
    expect(await brokenOf(ann, documentId)).toMatchObject([
      { target: GONE, kind: 'document' },
      { target, name: 'Was here', reason: 'deleted', canBeRestored: true },
    ]);
    const onlyServers = await ann.call(brokenLinks.list, { query: { kind: 'server' } });
    expect(onlyServers.filter((link) => link.documentId === documentId)).toEqual([]);
    await ann.call(documents.remove, { params: { id: documentId } });
    expect(await brokenOf(ann, documentId)).toEqual([]);
  });

  test('INFRA-12 a link that is set aside is listed apart, until the link or its target changes', async () => {
    const ann = await admin();
    const serverId = await aServer(ann, { name: 'aside-db', ipAddress: '10.78.0.1' });
    const target = await write(ann, 'Aside target', 'x');
    const text = `[a](/knowledge-base/${target}) [b](/infrastructure/${serverId}) 10.78.0.9`;
    const documentId = await write(ann, 'Aside', text);
    await ann.call(servers.linkDocument, { params: { id: serverId }, body: { documentId } });
    await ann.call(documents.remove, { params: { id: target } });
    await ann.call(servers.remove, { params: { id: serverId } });
    const links = await brokenOf(ann, documentId);
    expect(links).toHaveLength(4);
    const setAside = ({ how, kind, target: to }: BrokenLink, isSetAside: boolean) =>
      ann.call(brokenLinks.setAside, { body: { documentId, how, kind, target: to, isSetAside } });
    for (const link of links) await setAside(link, true);
    expect(await brokenOf(ann, documentId)).toEqual([]);
    const asideOf = async () =>
      (await ann.call(brokenLinks.list, { query: { setAside: 'true', limit: 200 } })).filter(
        (link) => link.documentId === documentId,
      );
    const aside = await asideOf();
    const { firstName, lastName } = ann.user;
    expect(aside).toEqual(
      links.map((link) => ({
        ...link,
        setAside: { by: `${firstName} ${lastName}`, at: expect.any(String) as string },
      })),
    );
    const [document] = aside.filter(({ kind }) => kind === 'document');
    await setAside(document!, false);
    expect(await brokenOf(ann, documentId)).toEqual([document && { ...document, setAside: null }]);

    // Another edit keeps what is set aside. A link that was away, and a target that was back, are listed again.
    const change = (content: string) =>
      ann.call(documents.update, { params: { id: documentId }, body: { content } });
    await change(`${text} More.`);
    expect(await asideOf()).toHaveLength(3);
    await change('Nothing.');
    await change(text);
    const again = (await brokenOf(ann, documentId)).map(({ how, kind }) => `${how} ${kind}`);
    expect(again.toSorted()).toEqual(['link document', 'link server', 'name server']);
    await ann.call(servers.undelete, { params: { id: serverId } });
    await ann.call(servers.remove, { params: { id: serverId } });
    expect((await brokenOf(ann, documentId)).map(({ how }) => how)).toContain('linked');
    expect(await asideOf()).toEqual([]);
    const body = { documentId, how: 'name', kind: 'server', target: 'elsewhere', isSetAside: true };
    expectRefusal(
      await ann.send({ method: 'POST', url: '/api/admin/broken-links/set-aside', payload: body }),
      404,
    );
    await ann.call(documents.remove, { params: { id: documentId } });
  });

  test('INFRA-12 pages list each one once, and only administrators read them', async () => {
    const ann = await admin();
    const hosts = Array.from({ length: 12 }, (_, n) => `page-${n}.example.com`);
    await write(ann, 'Pages A', hosts.slice(0, 7).join(' '));
    await write(ann, 'Pages B', hosts.slice(7).join(' '));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ann.page(brokenLinks.list, { query: { limit: 5, cursor } });
      seen.push(...page.items.map(({ target }) => target));
      cursor = page.nextCursor;
      expect(page.total).toBeGreaterThanOrEqual(12);
    } while (cursor);
    expect(seen.filter((target) => target.startsWith('page-')).toSorted()).toEqual(hosts.toSorted());
    expect(new Set(seen).size).toBe(seen.length);
    const bob = await at.current.signedIn();
    expectRefusal(await bob.send({ url: '/api/admin/broken-links' }), 403);
  });
});

test('INFRA-12 words that can be machine names', () => {
  const text = 'Restart `MEL-DB-01:5432` on web7, not release 12, abcdef0123456789, 2026 or the cache.';
  expect(machineWords(text)).toEqual(['mel-db-01', 'web7']);
});
