import { describe, expect, test } from 'vitest';
import { documents, knowledgeBase } from '../../contract/calls/documents.ts';
import { ApiError } from '../../contract/shared/error.ts';
import { withApp } from '../../test/app.ts';

const at = withApp();
const runbook = { title: 'Fail over PostgreSQL', content: '# Steps\n\nPromote `mel-db-02`.' };

const refusalOf = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error('the call was not refused', { cause: error });
  return error;
};

describe.each([
  ['/api/documents', documents],
  ['/api/knowledge-base', knowledgeBase],
])('%s', (base, calls) => {
  test('API-01 a created document has version 1, its defaults and its author', async () => {
    const ann = await at.current.signedIn();
    const created = await ann.call(calls.create, { body: runbook });
    expect(created).toMatchObject({
      ...runbook,
      version: 1,
      isPublished: false,
      isTemplate: false,
      tags: [],
    });
    expect(created).toMatchObject({ authorName: 'Ann Smith', authorId: ann.user.id, excerpt: null });
    expect(await ann.call(calls.find, { params: { id: created.id } })).toEqual(created);
  });

  test('API-01 each change creates one version; missing fields stay, null clears, others are ignored', async () => {
    const ann = await at.current.signedIn();
    const bob = await at.current.signedIn({ firstName: 'Bob' });
    const { id } = await ann.call(calls.create, { body: { ...runbook, category: 'DNS', excerpt: 'Short' } });
    const body = {
      content: 'New text',
      excerpt: null,
      changeLog: 'Shorter',
      authorId: bob.user.id,
      id: bob.user.id,
    };
    const changed = await bob.call(calls.update, { params: { id }, body });
    expect(changed).toMatchObject({
      id,
      title: runbook.title,
      content: 'New text',
      excerpt: null,
      category: 'DNS',
    });
    expect(changed).toMatchObject({ version: 2, authorId: ann.user.id, lastUpdatedByName: 'Bob Smith' });
    const versions = await ann.call(calls.versions, { params: { id } });
    expect(
      versions.map(({ version, authorName, changeLog }) => ({ version, authorName, changeLog })),
    ).toEqual([
      { version: 2, authorName: 'Bob Smith', changeLog: 'Shorter' },
      { version: 1, authorName: 'Ann Smith', changeLog: null },
    ]);
    expect(versions[1]?.content).toBe(runbook.content);
  });

  test('ED-10 refuses a change that started from an older version, and stores nothing', async () => {
    const ann = await at.current.signedIn();
    const { id } = await ann.call(calls.create, { body: runbook });
    await ann.call(calls.update, { params: { id }, body: { content: 'Mine', version: 1 } });
    const refusal = await refusalOf(
      ann.call(calls.update, { params: { id }, body: { content: 'Late', version: 1 } }),
    );
    expect(refusal).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', current: { content: 'Mine', version: 2 } },
    });
    expect(await ann.call(calls.versions, { params: { id } })).toHaveLength(2);
  });

  test('ED-10 of 20 writers with the same base version one wins', async () => {
    const ann = await at.current.signedIn();
    const { id } = await ann.call(calls.create, { body: runbook });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        ann.send({ method: 'PUT', url: `${base}/${id}`, payload: { content: `Text ${n}`, version: 1 } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(19).fill(409),
    ]);
    expect((await ann.call(calls.find, { params: { id } })).version).toBe(2);
  });

  test('KB-10 a deleted document is in the bin and nowhere else, and can be restored', async () => {
    const word = `zorb${base.length}filter`;
    const ann = await at.current.signedIn();
    const { id } = await ann.call(calls.create, { body: { ...runbook, title: `Flush the ${word}` } });
    await ann.call(calls.remove, { params: { id } });
    expect(await refusalOf(ann.call(calls.find, { params: { id } }))).toMatchObject({ status: 404 });
    expect(await ann.call(calls.list, { query: { q: word } })).toEqual([]);
    expect((await ann.call(calls.bin, {})).map((item) => item.id)).toContain(id);
    expect(await refusalOf(ann.call(calls.update, { params: { id }, body: { title: 'x' } }))).toMatchObject({
      status: 404,
    });
    await ann.call(calls.undelete, { params: { id } });
    expect((await ann.call(calls.list, { query: { q: word } })).map((item) => item.id)).toEqual([id]);
    expect((await ann.call(calls.bin, {})).map((item) => item.id)).not.toContain(id);
  });
});
