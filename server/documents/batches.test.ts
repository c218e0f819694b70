import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { documentBatches, knowledgeBaseBatches } from '../../contract/calls/document-batches.ts';
import { documents } from '../../contract/calls/documents.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp();
type Ann = Awaited<ReturnType<typeof at.current.signedIn>>;

const add = (ann: Ann, title: string, more: Parameters<typeof aDocument>[2] = {}) =>
  aDocument(at.current.database.db, ann.user, { title, ...more });
const find = (ann: Ann, id: string) => ann.call(documents.find, { params: { id } });

describe('KB-10 many documents at once', () => {
  test('KB-10 are tagged, categorised and published, each with one new version, and one undo reverts all', async () => {
    const ann = await at.current.signedIn();
    const ids = [
      await add(ann, 'bulk one', { tags: ['old', 'both'], category: 'DNS' }),
      await add(ann, 'bulk two', { content: 'Its text' }),
      await add(ann, 'bulk three', { tags: ['both', 'new'], category: 'Mail', isPublished: true }),
    ];
    const before = await Promise.all(ids.map((id) => find(ann, id)));
    const gone = randomUUID();
    const fields = { category: 'Mail', addTags: ['new'], removeTags: ['old'], isPublished: true };
    const result = await ann.call(documentBatches.bulk, {
      body: { ids: [...ids, gone, ids[0]!], action: 'set', fields },
    });
    expect(result).toMatchObject({
      changed: 3,
      problems: [{ id: gone, reason: 'There is no such document' }],
    });
    const after = await Promise.all(ids.map((id) => find(ann, id)));
    expect(
      after.map(({ tags, category, isPublished, version }) => [tags, category, isPublished, version]),
    ).toEqual([
      [['both', 'new'], 'Mail', true, 2],
      [['new'], 'Mail', true, 2],
      // The document already has these values, so no version is created.
      [['both', 'new'], 'Mail', true, 1],
    ]);
    const found = await ann.call(documents.list, { query: { q: 'bulk', tag: 'new' } });
    expect(found).toHaveLength(3);

    await ann.call(documents.update, { params: { id: ids[0]! }, body: { content: 'Changed since' } });
    const params = { id: result.batchId ?? '' };
    expect(await ann.call(knowledgeBaseBatches.undo, { params })).toEqual({ changed: 1, kept: 1 });
    expect(await find(ann, ids[0]!)).toMatchObject({
      content: 'Changed since',
      category: 'Mail',
      version: 3,
    });
    const { tags, category, isPublished, content } = before[1]!;
    expect(await find(ann, ids[1]!)).toMatchObject({ tags, category, isPublished, content, version: 3 });
    expectRefusal(await ann.send({ method: 'POST', url: `/api/documents/batches/${params.id}/undo` }), 404);
  });

  test('KB-10 are deleted and restored by one undo, which only its author can use, for a day', async () => {
    const ann = await at.current.signedIn();
    const ids = [await add(ann, 'leave one'), await add(ann, 'leave two')];
    const { batchId, changed } = await ann.call(knowledgeBaseBatches.bulk, {
      body: { ids, action: 'delete' },
    });
    expect(changed).toBe(2);
    expect(await ann.call(documents.list, { query: { q: 'leave' } })).toEqual([]);
    const url = `/api/knowledge-base/batches/${batchId}/undo`;
    const bob = await at.current.signedIn();
    expectRefusal(await bob.send({ method: 'POST', url }), 404);
    const { pool } = at.current.database;
    const older = (hours: number) =>
      pool.query(
        `update document_batches set created_at = created_at - $1 * interval '1 hour' where id = $2`,
        [hours, batchId],
      );
    await older(25);
    expectRefusal(await ann.send({ method: 'POST', url }), 404);
    await older(-25);
    await ann.call(documents.undelete, { params: { id: ids[0]! } });
    expect((await ann.send({ method: 'POST', url })).json()).toEqual({ changed: 1, kept: 1 });
    expect(await ann.call(documents.list, { query: { q: 'leave' } })).toHaveLength(2);
  });

  test('KB-10 reports changes that a document refuses and continues; refuses unknown documents', async () => {
    const ann = await at.current.signedIn();
    const full = await add(ann, 'full', { tags: Array.from({ length: 50 }, (_, n) => `t${n}`) });
    const free = await add(ann, 'free', { category: 'DNS' });
    const { changed, problems } = await ann.call(documentBatches.bulk, {
      body: { ids: [full, free], action: 'set', fields: { addTags: ['more'], category: null } },
    });
    expect([changed, problems]).toEqual([1, [{ id: full, reason: 'It would have more than 50 tags' }]]);
    expect(await find(ann, free)).toMatchObject({ category: null, tags: ['more'] });
    const wrong: [string, object][] = [
      ['ids', { ids: [], action: 'delete' }],
      ['ids', { ids: Array.from({ length: 1_001 }, () => full), action: 'delete' }],
      ['ids.0', { ids: ['../x'], action: 'delete' }],
      ['action', { ids: [full], action: 'purge' }],
      ['fields', { ids: [full], action: 'set' }],
      ['fields', { ids: [full], action: 'set', fields: { content: 'No', authorId: randomUUID() } }],
      ['fields.category', { ids: [full], action: 'set', fields: { category: 'x'.repeat(101) } }],
    ];
    for (const [field, payload] of wrong) {
      const answer = await ann.send({ method: 'POST', url: '/api/knowledge-base/bulk', payload });
      expect(expectRefusal(answer, 400, 'validation_failed').fields).toHaveProperty([field]);
    }
  });

  test('KB-10 KB-11 the selected ones are exported as a zip, without those in the bin', async () => {
    const ann = await at.current.signedIn();
    const ids = [await add(ann, 'chosen'), await add(ann, 'binned'), await add(ann, 'not chosen')];
    await ann.call(documents.remove, { params: { id: ids[1]! } });
    const answer = await ann.send({ url: `/api/documents/export?ids=${ids[0]},${ids[1]}` });
    const files = unzipSync(answer.rawPayload);
    expect(Object.keys(files)).toEqual(['chosen.md']);
    expect(strFromU8(files['chosen.md']!)).toContain('title: chosen');
    for (const wrong of ['x', `${ids[0]},`, Array.from({ length: 301 }, () => ids[0]).join(',')])
      expectRefusal(await ann.send({ url: `/api/documents/export?ids=${wrong}` }), 400, 'validation_failed');
  });
});
