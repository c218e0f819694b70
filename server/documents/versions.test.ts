import { describe, expect, test } from 'vitest';
import { documents, knowledgeBase } from '../../contract/calls/documents.ts';
import { documentVersions, knowledgeBaseVersions, type LineChange } from '../../contract/calls/versions.ts';
import { withApp } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { actorFor } from '../../test/factories.ts';
import { restoreVersion } from './versions.ts';
import { diffTexts } from './text-diff.ts';

const at = withApp();

describe.each([
  ['/api/documents', documents, documentVersions],
  ['/api/knowledge-base', knowledgeBase, knowledgeBaseVersions],
])('%s', (base, calls, versions) => {
  test('VER-03 VER-05 a restore creates a new current version with everything as it was', async () => {
    const ann = await at.current.signedIn();
    const bob = await at.current.signedIn({ firstName: 'Bob' });
    const first = {
      title: 'Fail over',
      content: 'One',
      excerpt: 'Short',
      category: 'DNS',
      tags: ['a'],
      templateType: 'maintenance',
    } as const;
    const { id } = await ann.call(calls.create, {
      body: { ...first, tags: [...first.tags], changeLog: 'From the old wiki' },
    });
    const params = { id };
    await ann.call(calls.update, {
      params,
      body: {
        title: 'Other',
        content: 'Two',
        excerpt: null,
        category: 'Azure',
        tags: ['b'],
        isPublished: true,
        changeLog: 'Rewritten',
      },
    });
    const [, oldest] = await ann.call(calls.versions, { params });
    const restored = await bob.call(versions.restore, { params: { id, versionId: oldest?.id ?? '' } });
    expect(restored).toMatchObject({
      ...first,
      version: 3,
      isPublished: false,
      lastUpdatedByName: 'Bob Smith',
    });
    const all = await ann.call(calls.versions, { params });
    expect(all.map(({ version, changeLog, authorName }) => [version, changeLog, authorName])).toEqual([
      [3, 'Restored from version 1', 'Bob Smith'],
      [2, 'Rewritten', 'Ann Smith'],
      [1, 'From the old wiki', 'Ann Smith'],
    ]);
    const found = await ann.call(calls.list, { query: { q: 'Short', category: 'DNS' } });
    expect(found.map((item) => item.id)).toContain(id);
  });

  test('VER-03 threat 50 refuses to restore a version of another, missing or deleted document', async () => {
    const ann = await at.current.signedIn();
    const { id } = await ann.call(calls.create, { body: { title: 'Mine', content: 'One' } });
    const other = await ann.call(calls.create, { body: { title: 'Other', content: 'Two' } });
    const [version] = await ann.call(calls.versions, { params: { id: other.id } });
    const restore = (versionId: string) =>
      ann.send({ method: 'POST', url: `${base}/${id}/restore/${versionId}` });
    for (const versionId of [version?.id ?? '', id, 'x'])
      expectRefusal(await restore(versionId), 404, 'not_found');
    expect((await ann.call(calls.find, { params: { id } })).version).toBe(1);
    const [own] = await ann.call(calls.versions, { params: { id } });
    await ann.call(calls.remove, { params: { id } });
    expectRefusal(await restore(own?.id ?? ''), 404, 'not_found');
    const { db } = at.current.database;
    const writing = db.transaction((tx) => restoreVersion(tx, actorFor(ann.user), id, own?.id ?? ''));
    await expect(writing).rejects.toThrow('Document not found');
  });

  test('VER-03 simultaneous writers and restores create one version each', async () => {
    const ann = await at.current.signedIn();
    const { id } = await ann.call(calls.create, { body: { title: 'Mine', content: 'One' } });
    const [first] = await ann.call(calls.versions, { params: { id } });
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        n % 2
          ? ann.call(versions.restore, { params: { id, versionId: first?.id ?? '' } })
          : ann.call(calls.update, { params: { id }, body: { content: `Text ${n}` } }),
      ),
    );
    const all = await ann.call(calls.versions, { params: { id } });
    expect(all.map(({ version }) => version)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test('VER-04 the difference of any two versions, in either order', async () => {
    const ann = await at.current.signedIn();
    const { id } = await ann.call(calls.create, {
      body: { title: 'Fail over', content: 'a\nb\nc', tags: ['x'] },
    });
    await ann.call(calls.update, { params: { id }, body: { content: 'a\nB two\nc', tags: ['x', 'y'] } });
    await ann.call(calls.update, {
      params: { id },
      body: { title: 'Fail back', isPublished: true, content: 'a\nB two\nc\nd' },
    });
    const diff = await ann.call(versions.diff, { params: { id, from: 1, to: 3 } });
    expect(diff.fields).toEqual([
      { field: 'title', before: 'Fail over', after: 'Fail back' },
      { field: 'tags', before: ['x'], after: ['x', 'y'] },
      { field: 'isPublished', before: false, after: true },
    ]);
    expect(diff.lines.map((line) => line.kind)).toEqual(['same', 'removed', 'added', 'same', 'added']);
    const back = await ann.call(versions.diff, { params: { id, from: 3, to: 2 } });
    expect(back.lines.at(-1)).toEqual({ kind: 'removed', oldLine: 4, newLine: null, text: 'd' });
    expect(await ann.call(versions.diff, { params: { id, from: 2, to: 2 } })).toMatchObject({
      fields: [],
      lines: [],
    });
    for (const pair of ['1/4', '0/1', 'x/1'])
      expectRefusal(await ann.send({ url: `${base}/${id}/diff/${pair}` }), 404, 'not_found');
  });
});

describe('VER-04 texts', () => {
  /** Both texts, reconstructed from their comparison as far as it is not folded. */
  const sides = (lines: LineChange[]) => ({
    old: lines.flatMap((line) => (line.kind === 'same' || line.kind === 'removed' ? [line.text] : [])),
    now: lines.flatMap((line) => (line.kind === 'same' || line.kind === 'added' ? [line.text] : [])),
  });

  test('words of a changed line are marked, and equal lines far from changes are folded', () => {
    const many = Array.from({ length: 20 }, (_, n) => `line ${n}`);
    const { lines } = diffTexts({
      before: [...many, 'Promote mel-db-02 now'].join('\n'),
      after: [...many, 'Promote mel-db-03 now'].join('\n'),
    });
    expect(lines[0]).toEqual({ kind: 'folded', lines: 17 });
    expect(lines.at(-1)).toMatchObject({ kind: 'added', oldLine: null, newLine: 21 });
    const words = lines.flatMap((line) => (line.kind === 'folded' ? [] : (line.words ?? [])));
    expect(words.filter(({ kind }) => kind !== 'same').map(({ kind, text }) => [kind, text])).toEqual([
      ['removed', '02'],
      ['added', '03'],
    ]);
  });

  test('different line endings are no difference', () => {
    expect(diffTexts({ before: 'a\r\nb', after: 'a\nb' }).lines).toEqual([]);
    const { lines } = diffTexts({ before: 'a\r\nb', after: 'a\nc' });
    expect(sides(lines)).toEqual({ old: ['a', 'b'], now: ['a', 'c'] });
  });

  test('texts of megabytes with nothing in common are compared coarsely, and completely', () => {
    const text = (salt: number) =>
      Array.from({ length: 120_000 }, (_, n) => `${(n * salt) % 99_991} is what line ${n} says`);
    const [old, now] = [text(7), text(13)];
    const { lines, isCoarse } = diffTexts({
      before: ['same', ...old, 'end'].join('\n'),
      after: ['same', ...now, 'end'].join('\n'),
    });
    expect(isCoarse).toBe(true);
    expect(sides(lines)).toEqual({ old: ['same', ...old, 'end'], now: ['same', ...now, 'end'] });
  });
});
