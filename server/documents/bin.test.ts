import { describe, expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { withApp } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { aDocument } from '../../test/factories.ts';
import { sweep } from '../operations/maintenance.ts';

const at = withApp();

async function aDeleted(days = 0, title = 'Thrown away') {
  const ann = await at.current.signedIn();
  const id = await aDocument(at.current.database.db, ann.user, { title });
  await ann.call(documents.remove, { params: { id } });
  await at.current.database.pool.query(
    `update documents set deleted_at = deleted_at - $2 * interval '1 day' where id = $1`,
    [id, days],
  );
  return { ann, id };
}
const rowsWith = async (id: string) => {
  const { rows } = await at.current.database.pool.query<{ at: string }>(
    `select 'documents' as at from documents where id = $1
     union all select 'versions' from document_versions where document_id = $1
     union all select 'search' from search_entries where id = $1`,
    [id],
  );
  return rows.map((row) => row.at);
};

describe('KB-10 the bin', () => {
  test('returns pages, last deleted first, without contents', async () => {
    const ids: string[] = [];
    const ann = await at.current.signedIn();
    for (let n = 0; n < 7; n++) ids.unshift((await aDeleted(0, `Bin ${n}`)).id);
    const first = await ann.page(documents.bin, { query: { limit: 3 } });
    expect(first.total).toBe(7);
    expect(first.items.every((item) => item.content === undefined && item.deletedAt)).toBe(true);
    // Deletes two documents between the pages: one before and one after the end of the first page.
    await aDeleted(0, 'Bin 7');
    ids.push((await aDeleted(29, 'Bin of old')).id);
    const seen = first.items.map((item) => item.id);
    for (let cursor = first.nextCursor; cursor;) {
      const page = await ann.page(documents.bin, { query: { limit: 3, cursor } });
      seen.push(...page.items.map((item) => item.id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(ids);
  });

  test.each(['x', Buffer.from('["2026-01-01T00:00:00Z"]').toString('base64url')])(
    'refuses the cursor %s',
    async (cursor) => {
      const ann = await at.current.signedIn();
      expectRefusal(await ann.send({ url: `/api/documents/bin?cursor=${cursor}` }), 400, 'validation_failed');
    },
  );

  test('restores for 30 days, with the versions', async () => {
    const { ann, id } = await aDeleted(29.9);
    expect((await ann.call(documents.bin, { query: { limit: 200 } })).map((item) => item.id)).toContain(id);
    expect(await ann.call(documents.undelete, { params: { id } })).toMatchObject({ id, version: 1 });
    expect(await ann.call(documents.versions, { params: { id } })).toHaveLength(1);
    const missing = { method: 'POST', url: `/api/documents/${id}/undelete` } as const;
    expectRefusal(await ann.send(missing), 404, 'not_found');
  });

  test('keeps nothing after 30 days, whether or not the clean-up has run', async () => {
    const { ann, id } = await aDeleted(30.1);
    expect((await ann.call(documents.bin, { query: { limit: 200 } })).map((item) => item.id)).not.toContain(
      id,
    );
    expectRefusal(await ann.send({ method: 'POST', url: `/api/documents/${id}/undelete` }), 404, 'not_found');
    const young = await aDeleted(29.9);
    await sweep(at.current.database.db, at.current.storage);
    expect(await rowsWith(id)).toEqual([]);
    expect(await rowsWith(young.id)).toEqual(['documents', 'versions']);
  });

  test('a deleted document cannot be deleted, changed or read again', async () => {
    const { ann, id } = await aDeleted();
    const url = `/api/documents/${id}`;
    for (const method of ['GET', 'DELETE'] as const)
      expectRefusal(await ann.send({ method, url }), 404, 'not_found');
    const refused = await ann.send({ method: 'PUT', url, payload: { title: 'x' } });
    expectRefusal(refused, 404, 'not_found');
    expect(refused.json()).toMatchObject({ message: 'Document not found: Ann Smith moved it to the bin' });
    expectRefusal(await ann.send({ url: `${url}/versions` }), 404, 'not_found');
  });

  test('only administrators delete permanently, and only from the bin', async () => {
    const { ann, id } = await aDeleted();
    const url = `/api/documents/bin/${id}`;
    expectRefusal(await ann.send({ method: 'DELETE', url }), 403, 'forbidden');
    expect(await rowsWith(id)).toEqual(['documents', 'versions']);
    const admin = await at.current.signedIn({ role: 'admin' });
    const alive = await aDocument(at.current.database.db, admin.user);
    expectRefusal(
      await admin.send({ method: 'DELETE', url: `/api/documents/bin/${alive}` }),
      404,
      'not_found',
    );
    expect(await rowsWith(alive)).toHaveLength(3);
    const answer = await admin.send({ method: 'DELETE', url });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await rowsWith(id)).toEqual([]);
    expectRefusal(await admin.send({ method: 'DELETE', url }), 404, 'not_found');
  });
});

describe('the clean-up of every minute', () => {
  test('removes expired documents only', async () => {
    const { pool, db } = at.current.database;
    const ann = await at.current.signedIn();
    const rows = async (table: string) => (await pool.query(`select 1 from ${table}`)).rows.length;
    const key = `insert into idempotency_keys (user_id, key, request, created_at) values ($1, $2, 'r', now() - $3 * interval '1 hour')`;
    await pool.query(key, [ann.user.id, 'old', 24.1]);
    await pool.query(key, [ann.user.id, 'young', 23.9]);
    const job =
      `insert into jobs (owner_id, kind, state, input, finished_at) values ($1, 'import', 'done', ` +
      `'{}', now() - $2 * interval '1 day')`;
    await pool.query(job, [ann.user.id, 7.1]);
    await pool.query(job, [ann.user.id, 6.9]);
    const live = await rows('sessions');
    await pool.query(
      `insert into sessions (sid, sess, expire, user_id) values ('ended', '{}', now() - interval '1 second', $1)`,
      [ann.user.id],
    );
    await sweep(db, at.current.storage);
    expect(await rows('idempotency_keys')).toBe(1);
    expect(await rows('jobs')).toBe(1);
    expect(await rows('sessions')).toBe(live);
  });
});
