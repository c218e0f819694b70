import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { documentEditing } from '../../contract/calls/drafts.ts';
import { documents } from '../../contract/calls/documents.ts';
import { notifications } from '../../contract/calls/notifications.ts';
import { documentShares, knowledgeBaseShares, sharing } from '../../contract/calls/sharing.ts';
import { withApp, type Client } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { aDocument } from '../../test/factories.ts';
import { aStoredImage } from '../../test/stored-image.ts';
import { DOWNLOAD } from '../objects/queries.ts';

const at = withApp();

const tokenIn = (url: string): string => url.split('/share/')[1] ?? '';
const open = (url: string) => at.current.anonymous.send({ url: `/api/share/${tokenIn(url)}` });

async function aLink(client: Client & { user: { id: string } }, body: object = {}, content = 'Text') {
  const { database } = at.current;
  const id = await aDocument(database.db, client.user as Parameters<typeof aDocument>[1], {
    title: 'Plan',
    content,
  });
  const share = await client.call(documentShares.create, { params: { id }, body });
  return { id, share };
}

describe('API-04 a link', () => {
  test('shows the document to people without an account, and nothing else', async () => {
    const ann = await at.current.signedIn();
    const { share } = await aLink(ann, {}, '# Plan\n\nGo.');
    expect(share.url).toMatch(/^http:\/\/localhost:3000\/share\/[\w-]{43}$/);
    const answer = await open(share.url);
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.json<object>()).toSorted()).toEqual([
      'content',
      'title',
      'updatedAt',
      'version',
    ]);
    expect(answer.json()).toMatchObject({ title: 'Plan', content: '# Plan\n\nGo.', version: 1 });
    expectRefusal(await open('/share/wrong'), 404, 'not_found');
    const { rows } = await at.current.database.pool.query<{ row: string }>(
      'select t::text as row from document_shares t',
    );
    expect(JSON.stringify(rows)).not.toContain(tokenIn(share.url));
    expect(at.current.logLines.join('\n')).not.toContain(tokenIn(share.url));
  });

  test('is closed by its creator or an administrator, by expiry, and with the document', async () => {
    const [ann, bob, eve] = await Promise.all([
      at.current.signedIn(),
      at.current.signedIn(),
      at.current.signedIn({ role: 'admin' }),
    ]);
    const { share: revoked } = await aLink(ann);
    expectRefusal(await bob.send({ method: 'DELETE', url: `/api/shares/${revoked.id}` }), 403, 'forbidden');
    expect((await open(revoked.url)).statusCode).toBe(200);
    await ann.call(sharing.revoke, { params: { id: revoked.id } });
    expectRefusal(await open(revoked.url), 404, 'not_found');
    const { share: second, id } = await aLink(ann);
    await eve.call(sharing.revoke, { params: { id: second.id } });
    expectRefusal(await open(second.url), 404);

    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const late = await ann.call(documentShares.create, { params: { id }, body: { expiresAt: soon } });
    expect((await open(late.url)).statusCode).toBe(200);
    await at.current.database.pool.query(
      `update document_shares set expires_at = now() - interval '1 second' where id = $1`,
      [late.id],
    );
    expectRefusal(await open(late.url), 404);

    const { share: binned, id: deletedId } = await aLink(ann);
    await ann.call(documents.remove, { params: { id: deletedId } });
    expectRefusal(await open(binned.url), 404);
    // A failed attempt does not count as a view.
    const { share: kept, id: back } = await aLink(ann, { maxViews: 1 });
    await ann.call(documents.remove, { params: { id: back } });
    expectRefusal(await open(kept.url), 404);
    await ann.call(documents.undelete, { params: { id: back } });
    expect(
      (await at.current.anonymous.send({ method: 'HEAD', url: `/api/share/${tokenIn(kept.url)}` }))
        .statusCode,
    ).toBe(404);
    expect((await open(kept.url)).statusCode).toBe(200);
    const { share: orphan, id: left } = await aLink(ann);
    await ann.call(documents.remove, { params: { id: left } });
    expect((await ann.send({ method: 'DELETE', url: `/api/shares/${orphan.id}` })).statusCode).toBe(204);
  });

  test('threat 52 gives the same response for every reason why it is closed, and opens nothing else', async () => {
    const ann = await at.current.signedIn();
    const shares = [await aLink(ann), await aLink(ann), await aLink(ann, { maxViews: 1 }), await aLink(ann)];
    const [expired, revoked, used, opens] = shares.map(({ share }) => share);
    await at.current.database.pool.query(
      `update document_shares set expires_at = now() - interval '1 second' where id = $1`,
      [expired?.id],
    );
    await ann.call(sharing.revoke, { params: { id: revoked?.id ?? '' } });
    await open(used?.url ?? '');
    const closed = new Set<string>();
    for (const url of [expired?.url, revoked?.url, used?.url, `/share/${'x'.repeat(43)}`]) {
      const { statusCode, headers, body } = await open(url ?? '');
      closed.add(JSON.stringify([statusCode, { ...headers, date: '' }, body]));
    }
    expect([...closed]).toHaveLength(1);
    expect([...closed][0]).toContain('[404,');
    const token = tokenIn(opens?.url ?? '');
    const id = shares[3]?.id ?? '';
    for (const headers of [{ authorization: `Bearer ${token}` }, { cookie: `sid=${token}` }])
      for (const method of ['GET', 'PUT', 'DELETE'] as const)
        expectRefusal(await at.current.anonymous.send({ method, url: `/api/documents/${id}`, headers }), 401);
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      expectRefusal(await at.current.anonymous.send({ method, url: `/api/share/${token}` }), 404);
  });

  test('threat 52 sends its token to no other site, and leaves code unchanged', async () => {
    const ann = await at.current.signedIn();
    const id = randomUUID();
    const elsewhere =
      `[a](https://evil.example/objects/${id}) [b](https://evil.example/?q=/objects/${id}) ` +
      `[c](//evil.example/objects/${id})`;
    const code = `\`/objects/${id}\`\n\n\`\`\`\n![x](/objects/${id})\n\`\`\``;
    const { share } = await aLink(ann, {}, `${elsewhere}\n\n${code}\n\n![own](/objects/${id})`);
    const { content } = (await open(share.url)).json<{ content: string }>();
    expect(content).toBe(`${elsewhere}\n\n${code}\n\n![own](/objects/${id}/shared/${tokenIn(share.url)})`);
  });

  test('threat 52 shows the saved text, never a draft of its writer', async () => {
    const ann = await at.current.signedIn();
    const { share, id } = await aLink(ann, {}, 'Saved text');
    await ann.call(documentEditing.keep, {
      params: { id },
      body: { fields: { content: 'Canary of a draft' } },
    });
    expect((await open(share.url)).body).toContain('Saved text');
    expect((await open(share.url)).body).not.toContain('Canary');
  });

  test('API-04 reports every opening to its creator and administrators, and to nobody else', async () => {
    const [ann, bob, eve] = [
      await at.current.signedIn(),
      await at.current.signedIn(),
      await at.current.signedIn({ role: 'admin' }),
    ];
    const { share } = await aLink(ann, { maxViews: 2 });
    for (const device of ['Firefox', 'curl/8', 'too late'])
      await at.current.anonymous.send({
        url: `/api/share/${tokenIn(share.url)}`,
        headers: { 'user-agent': device },
        remoteAddress: '203.0.113.5',
      });
    const views = await ann.call(sharing.views, { params: { id: share.id } });
    expect(views.map(({ device, address }) => [device, address])).toEqual([
      ['curl/8', '203.0.113.5'],
      ['Firefox', '203.0.113.5'],
    ]);
    expect(await eve.call(sharing.views, { params: { id: share.id } })).toEqual(views);
    expectRefusal(await bob.send({ url: `/api/shares/${share.id}/views` }), 404);
    await ann.call(sharing.revoke, { params: { id: share.id } });
    expectRefusal(await ann.send({ url: `/api/shares/${share.id}/views` }), 404);
  });

  test('threat 53 is closed while its creator has no active account', async () => {
    const ann = await at.current.signedIn();
    const admin = await at.current.signedIn({ role: 'admin' });
    const { share } = await aLink(ann);
    const setActive = (active: boolean) =>
      admin.send({ method: 'PUT', url: `/api/admin/users/${ann.user.id}`, payload: { active } });
    expect((await open(share.url)).statusCode).toBe(200);
    await setActive(false);
    expectRefusal(await open(share.url), 404, 'not_found');
    await setActive(true);
    expect((await open(share.url)).statusCode).toBe(200);
  });

  test('threat 52 is never opened more often than allowed, however many visitors open it at once', async () => {
    const ann = await at.current.signedIn();
    const { share, id } = await aLink(ann, { maxViews: 7 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => open(share.url)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(7);
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(43);
    const [listed] = await ann.call(knowledgeBaseShares.list, { params: { id } });
    expect(listed).toMatchObject({ views: 7, maxViews: 7 });
    expect(listed).not.toHaveProperty('url');
  });

  test('opens exactly those images of its document that every account can see', async () => {
    const ann = await at.current.signedIn();
    const image = (visibility: 'public' | 'private', contentType = 'image/png') =>
      aStoredImage(at.current, ann.user.id, { visibility, contentType });
    const [shown, hidden, other] = [await image('public'), await image('private'), await image('public')];
    const file = await image('public', DOWNLOAD);
    const { share } = await aLink(
      ann,
      { maxViews: 1 },
      `![a](/objects/${shown}) ![b](/objects/${hidden}) [c](/objects/${file})`,
    );
    const fetched = (id: string) =>
      at.current.anonymous.send({ url: `/objects/${id}/shared/${tokenIn(share.url)}` });
    // A share link shows images only after it was opened.
    expectRefusal(await fetched(shown), 404);
    expect((await open(share.url)).json()).toMatchObject({
      content: expect.stringContaining(`(/objects/${shown}/shared/`) as string,
    });
    const answer = await fetched(shown);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
    for (const id of [hidden, other, file]) expectRefusal(await fetched(id), 404);
    expect(at.current.logLines.join('\n')).not.toContain(tokenIn(share.url));
    // A visitor who opened the link sees its images only while the link and its creator's account are valid.
    const { pool } = at.current.database;
    for (const [closed, open] of [
      [
        `update document_shares set expires_at = now() - interval '1 second' where id = '${share.id}'`,
        `update document_shares set expires_at = null where id = '${share.id}'`,
      ],
      [
        `update users set account_status = 'deactivated' where id = '${ann.user.id}'`,
        `update users set account_status = 'active' where id = '${ann.user.id}'`,
      ],
      [
        `update document_shares set last_viewed_at = now() - interval '61 minutes' where id = '${share.id}'`,
        `update document_shares set last_viewed_at = now() - interval '50 minutes' where id = '${share.id}'`,
      ],
    ] as const) {
      await pool.query(closed);
      expectRefusal(await fetched(shown), 404);
      await pool.query(open);
      expect((await fetched(shown)).statusCode).toBe(200);
    }
    await ann.call(sharing.revoke, { params: { id: share.id } });
    expectRefusal(await fetched(shown), 404);
    expectRefusal(await at.current.anonymous.send({ url: `/objects/${shown}` }), 401);
  });
});

describe('API-04 a person', () => {
  test('gets a notification, finds it under shared documents, and loses it again', async () => {
    const ann = await at.current.signedIn();
    const kim = await at.current.signedIn({ firstName: 'Kim', lastName: 'Quillfeather' });
    const people = await ann.call(sharing.people, { query: { q: 'quillf' } });
    expect(people).toEqual([{ id: kim.user.id, name: 'Kim Quillfeather', department: null }]);
    // The form finds every person, however many there are.
    const { rows: more } = await at.current.database.pool.query<{ id: string }>(
      `insert into users (email, first_name, last_name, account_status) select 'crowd' || n || ` +
        `'@example.com', 'Crowd', n::text, 'active' from generate_series(1, 60) n returning id`,
    );
    const offered = new Set((await ann.call(sharing.people, {})).map((person) => person.id));
    expect(more.filter((person) => !offered.has(person.id))).toEqual([]);
    const { share, id } = await aLink(ann, { sharedWithUserId: kim.user.id });
    expect(share).toMatchObject({
      sharedWithName: 'Kim Quillfeather',
      permission: 'read',
      url: `http://localhost:3000/knowledge-base/${id}`,
    });
    const { rows } = await at.current.database.pool.query(
      'select title, link from notifications where user_id = $1',
      [kim.user.id],
    );
    expect(rows).toEqual([{ title: 'Ann Smith shared "Plan" with you', link: `/knowledge-base/${id}` }]);
    expect(
      (await kim.call(sharing.withMe, {})).map(({ documentId, sharedByName }) => [documentId, sharedByName]),
    ).toEqual([[id, 'Ann Smith']]);
    expect(await ann.call(sharing.withMe, {})).toEqual([]);
    const { pool } = at.current.database;
    await pool.query("update document_shares set expires_at = now() - interval '1 second' where id = $1", [
      share.id,
    ]);
    expect(await kim.call(sharing.withMe, {})).toEqual([]);
    await pool.query('update document_shares set expires_at = null where id = $1', [share.id]);
    expect(await kim.call(sharing.withMe, {})).toHaveLength(1);
    const unread = async () =>
      (await kim.call(notifications.list, {})).filter(({ readAt }) => readAt === null).length;
    expect(await unread()).toBe(1);
    await ann.call(sharing.revoke, { params: { id: share.id } });
    expect(await kim.call(sharing.withMe, {})).toEqual([]);
    expect(await unread()).toBe(0);
  });

  test('has a document once and hears of it once, however often it is shared with them', async () => {
    const ann = await at.current.signedIn();
    const kim = await at.current.signedIn();
    const { id } = await aLink(ann, { sharedWithUserId: kim.user.id });
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const again = { params: { id }, body: { sharedWithUserId: kim.user.id, expiresAt } };
    await ann.call(documentShares.create, again);
    expect((await kim.call(sharing.withMe, {})).map((share) => share.expiresAt)).toEqual([expiresAt]);
    expect(await kim.call(notifications.list, {})).toHaveLength(1);
  });

  test('threat 52 API-04 expiry follows the clock of the database, whatever the clock of a node shows', async () => {
    const ann = await at.current.signedIn();
    const { id } = await aLink(ann);
    const [soon, past] = [60, -60].map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString());
    const url = `/api/documents/${id}/shares`;
    for (const years of [10, -10]) {
      const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + years * 365 * 86_400_000);
      const answers = [
        await ann.send({ method: 'POST', url, payload: { expiresAt: soon } }),
        await ann.send({ method: 'POST', url, payload: { expiresAt: past } }),
        await ann.send({ method: 'POST', url: '/api/auth/tokens', payload: { name: 'a', expiresAt: soon } }),
        await ann.send({ method: 'POST', url: '/api/auth/tokens', payload: { name: 'b', expiresAt: past } }),
      ];
      clock.mockRestore();
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 400, 201, 400]);
    }
  });

  test('refuses inactive accounts and past times with an error at their field', async () => {
    const ann = await at.current.signedIn();
    const waiting = await at.current.signedIn();
    await at.current.database.pool.query(`update users set account_status = 'deactivated' where id = $1`, [
      waiting.user.id,
    ]);
    const offered = await ann.call(sharing.people, {});
    expect(offered.map((person) => person.id)).not.toContain(waiting.user.id);
    const { id } = await aLink(ann);
    const wrong: [string, object][] = [
      ['sharedWithUserId', { sharedWithUserId: waiting.user.id }],
      ['sharedWithUserId', { sharedWithUserId: randomUUID() }],
      ['expiresAt', { expiresAt: '2020-01-01T00:00:00.000Z' }],
      ['maxViews', { maxViews: 0 }],
    ];
    for (const [field, payload] of wrong) {
      const answer = await ann.send({ method: 'POST', url: `/api/documents/${id}/shares`, payload });
      expect(expectRefusal(answer, 400, 'validation_failed').fields).toHaveProperty(field);
    }
    expectRefusal(
      await ann.send({ method: 'POST', url: `/api/documents/${randomUUID()}/shares`, payload: {} }),
      404,
    );
  });
});
