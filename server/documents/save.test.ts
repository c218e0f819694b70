import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { withApp } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { tableState } from '../../test/table-state.ts';

const at = withApp();

const auditOf = async (id: string) => {
  const { rows } = await at.current.database.pool.query(
    `select action, actor_name as by, before, after from audit_entries where kind = 'document' and subject_id = $1 order by id`,
    [id],
  );
  return rows;
};

describe('API-05 every write leaves its audit entry', () => {
  test('with the changes, before and after, and never the text itself', async () => {
    const ann = await at.current.signedIn();
    const bob = await at.current.signedIn({ firstName: 'Bob', role: 'admin' });
    const { id } = await ann.call(documents.create, {
      body: { title: 'One', content: 'Old text', tags: ['a'] },
    });
    const params = { id };
    const body = { title: 'Two', content: 'New text', tags: ['a', 'b'], category: 'DNS' };
    await bob.call(documents.update, { params, body });
    await bob.call(documents.update, { params, body: {} });
    await ann.call(documents.remove, { params });
    await ann.call(documents.undelete, { params });
    await ann.call(documents.remove, { params });
    await bob.call(documents.purge, { params });
    expect(await auditOf(id)).toEqual([
      { action: 'document.create', by: 'Ann Smith', before: null, after: { title: 'One', version: 1 } },
      {
        action: 'document.update',
        by: 'Bob Smith',
        before: { title: 'One', tags: ['a'], category: null, version: 1 },
        after: { title: 'Two', tags: ['a', 'b'], category: 'DNS', version: 2 },
      },
      { action: 'document.update', by: 'Bob Smith', before: { version: 2 }, after: { version: 3 } },
      { action: 'document.delete', by: 'Ann Smith', before: null, after: { title: 'Two' } },
      { action: 'document.undelete', by: 'Ann Smith', before: null, after: { title: 'Two' } },
      { action: 'document.delete', by: 'Ann Smith', before: null, after: { title: 'Two' } },
      { action: 'document.purge', by: 'Bob Smith', before: null, after: { title: 'Two' } },
    ]);
  });

  test('a refused write leaves none', async () => {
    const ann = await at.current.signedIn();
    const { id } = await ann.call(documents.create, { body: { title: 'One', content: 'Text' } });
    const before = await tableState(at.current.database);
    const put = (payload: object, url = `/api/documents/${id}`) => ann.send({ method: 'PUT', url, payload });
    expectRefusal(await put({ title: 'Two', version: 7 }), 409, 'version_conflict');
    expectRefusal(await put({ title: '' }), 400, 'validation_failed');
    expectRefusal(await put({ title: 'Two' }, `/api/documents/${randomUUID()}`), 404, 'not_found');
    expectRefusal(
      await ann.send({ method: 'DELETE', url: `/api/documents/${randomUUID()}` }),
      404,
      'not_found',
    );
    expectRefusal(await ann.send({ method: 'DELETE', url: `/api/documents/bin/${id}` }), 403, 'forbidden');
    expect(await tableState(at.current.database)).toEqual(before);
  });
});

describe('API-01 a write is atomic', () => {
  const parts = ['document_versions', 'search_entries', 'audit_entries'];

  test.each(parts)('a failure at %s leaves no row anywhere', async (part) => {
    const ann = await at.current.signedIn();
    const { pool } = at.current.database;
    const { id } = await ann.call(documents.create, { body: { title: 'Whole', content: 'Text' } });
    const calls = [
      { method: 'POST', url: '/api/documents', payload: { title: 'Half', content: 'Text' } },
      { method: 'PUT', url: `/api/documents/${id}`, payload: { title: 'Half' } },
      { method: 'DELETE', url: `/api/documents/${id}` },
    ] as const;
    const before = await tableState(at.current.database);
    await pool.query(
      `create or replace function broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
       create trigger broken before insert or update or delete on ${part} execute function broken()`,
    );
    const answers = [];
    for (const call of calls)
      answers.push(await ann.send({ ...call, headers: { 'idempotency-key': randomUUID() } }));
    await pool.query(`drop trigger broken on ${part}`);
    // Deleting writes no version, so it succeeds.
    const failed = part === 'document_versions' ? answers.slice(0, 2) : answers;
    for (const answer of failed) expectRefusal(answer, 500, 'internal_error');
    if (part === 'document_versions') await ann.call(documents.undelete, { params: { id } });
    const after = await tableState(at.current.database);
    for (const table of ['document_versions', 'search_entries']) expect(after[table]).toBe(before[table]);
    const count = await pool.query(`select count(*)::int as n from documents where title = 'Half'`);
    expect(count.rows).toEqual([{ n: 0 }]);
  });
});

describe('API-02 limits also apply in the database', () => {
  test('the longest values of every field are stored and returned unchanged', async () => {
    const ann = await at.current.signedIn();
    const body = {
      title: 'Ä'.repeat(255),
      content: `${'字'.repeat(100_000)}\n\ttail \u200b`,
      excerpt: '😀'.repeat(1_000),
      technology: 'ß'.repeat(50),
      domain: 'é'.repeat(20),
      category: 'İ'.repeat(100),
      tags: Array.from({ length: 50 }, (_, n) => `${n}`.padStart(50, 'ǆ')),
      isPublished: true,
      isTemplate: true,
      templateType: 'build_document' as const,
    };
    const created = await ann.call(documents.create, { body });
    expect(created).toMatchObject(body);
    const change = { changeLog: 'ñ'.repeat(500) };
    await ann.call(documents.update, { params: { id: created.id }, body: change });
    expect((await ann.call(documents.versions, { params: { id: created.id } }))[0]).toMatchObject(change);
  });

  test('a lone surrogate, which no text can contain, is stored as the replacement character', async () => {
    const ann = await at.current.signedIn();
    const payload = '{"title":"a\\ud83d","content":"b\\udc00","tags":["c\\ud83d"]}';
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'half' };
    const answer = await ann.send({ method: 'POST', url: '/api/documents', headers, payload });
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { title: 'a\ufffd', tags: ['c\ufffd'] }]);
  });
});

test('KB-05 the response of a save is the document as every reader sees it', async () => {
  const { pool } = at.current.database;
  const ann = await at.current.signedIn({ firstName: '', lastName: '' });
  const bob = await at.current.signedIn({ firstName: 'Bob' });
  const { id } = await ann.call(documents.create, { body: { title: 'One', content: 'Text' } });
  const params = { id };
  const saves = async () => {
    for (const { who, body } of [
      { who: bob, body: { title: 'Two', tags: ['a'], excerpt: 'Short' } },
      { who: ann, body: { isPublished: true, templateType: 'how_to_guide' as const } },
      { who: bob, body: {} },
    ]) {
      const saved = await who.call(documents.update, { params, body });
      expect(saved).toEqual(await ann.call(documents.find, { params }));
    }
  };
  await saves();
  await pool.query(
    `update documents set author_elsewhere = 'Eve <eve@example.com>', updater_elsewhere = 'Eve' where id = $1`,
    [id],
  );
  await saves();
  expect(await bob.call(documents.find, { params })).toMatchObject({
    authorName: 'Eve',
    lastUpdatedByName: 'Bob Smith',
  });
});
