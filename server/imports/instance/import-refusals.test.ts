import { describe, expect, test } from 'vitest';
import { documents } from '../../../contract/calls/documents.ts';
import { search } from '../../../contract/calls/search.ts';
import { servers } from '../../../contract/calls/servers.ts';
import { team } from '../../../contract/calls/team.ts';
import { aDocument } from '../../../test/factories.ts';
import { aStoredImage } from '../../../test/stored-image.ts';
import {
  change,
  exported,
  find,
  imported,
  versionsOf,
  withTwoInstances,
} from '../../../test/instance-files.ts';

const { from, both, clear } = withTwoInstances();

describe('KB-11 content that cannot be imported', () => {
  test('KB-11 is reported with its file or line and the reason, and everything else is imported', async () => {
    const { here, there } = await both();
    await clear(from.current);
    const { user } = here;
    const image = await aStoredImage(from.current, user.id, {});
    const a = await aDocument(from.current.database.db, user, {
      title: 'Kept',
      content: `v1 ![x](/objects/${image})`,
    });
    for (const content of ['v2', 'v3', 'v4'])
      await here.call(documents.update, { params: { id: a }, body: { content } });
    await aDocument(from.current.database.db, user, { title: 'Broken' });
    await aDocument(from.current.database.db, user, { title: 'Lost' });
    const old = await aDocument(from.current.database.db, user, { title: 'Old' });
    await here.call(documents.remove, { params: { id: old } });
    const server = await here.call(servers.create, { body: { name: 'good' } });
    const bad = await here.call(servers.create, { body: { name: 'bad' } });
    await here.call(servers.linkDocument, { params: { id: bad.id }, body: { documentId: a } });
    await here.call(team.create, { body: { name: 'Zoë', email: 'zoe@example.com', role: 'VIP' } });
    const files = await exported(here, (all) => {
      change(all, 'documents/Kept.versions/0002.md', (text) => text.replace('savedAt: ', 'savedAt: x'));
      delete all['documents/Kept.versions/0003.md'];
      change(all, 'documents/Broken.md', (text) => text.replace('title: Broken', 'title: [x'));
      delete all['documents/Lost.md'];
      change(all, 'bin/documents/Old.md', (text) => text.replace(/deleted: \d{4}/, 'deleted: 2016'));
      all['documents/Stray.md'] = '# Stray';
      change(all, 'servers.csv', (text) => text.replace(/(\r\nbad,[^\r]*),development,/, '$1,moon,'));
      change(all, 'members.csv', (text) => text.replace('zoe@example.com', 'nobody'));
      all[`images/${image}.png`] = 'no image';
    });
    const report = await imported(there, files);
    expect(report).toMatchObject({
      created: 1,
      versions: 2,
      images: 0,
      servers: { created: 1 },
      members: { created: 0 },
      serverDocuments: 0,
    });
    const lines = report.problems
      .map(({ path, reason }) => `${path.replace(/line \d/, 'line n')}: ${reason}`)
      .toSorted();
    expect(lines).toEqual([
      'bin/documents/Old.md: Its 30 days in the bin are over: it was deleted on 2016' + lines[0]?.slice(-6),
      expect.stringMatching(/^documents\.csv line n: The zip does not hold documents\/Lost\.md$/),
      expect.stringMatching(/^documents\/Broken\.md: Its front matter cannot be read: /),
      'documents/Kept.md: It had 4 versions, and the zip holds 3 of them',
      'documents/Kept.versions/0002.md: savedAt: Use a time such as 2026-05-04T10:20:30.000Z',
      'documents/Stray.md: documents.csv does not list it',
      `images/${image}.png: It is not an image that can be shown`,
      expect.stringMatching(/^members\.csv line n: email: /),
      expect.stringMatching(
        /^server-documents\.csv line n: The link between bad and documents\/Kept\.md names something that did not come in$/,
      ),
      expect.stringMatching(/^servers\.csv line n: environment: /),
    ]);
    expect((await versionsOf(there, a)).map(({ version }) => version)).toEqual([4, 1]);
    expect((await there.call(servers.list, {})).map(({ id }) => id)).toEqual([server.id]);
  });

  test('KB-11 reports a value that the database cannot store, and imports everything else', async () => {
    const { here, there } = await both();
    await clear(from.current);
    const times = ['Version', 'Time', 'Person', 'Note', 'Source', 'Address'];
    for (const title of [...times, 'Good'])
      await aDocument(from.current.database.db, here.user, { title, content: '[x](/knowledge-base)' });
    const server = await here.call(servers.create, { body: { name: 'linked' } });
    const good = (await here.call(documents.list, {})).find(({ title }) => title === 'Good')?.id ?? '';
    await here.call(servers.linkDocument, { params: { id: server.id }, body: { documentId: good } });
    await here.call(servers.create, { body: { name: 'of no year' } });
    await here.call(team.create, { body: { name: 'Kim', email: 'kim-1@example.com', role: 'VIP' } });
    const files = await exported(here, (all) => {
      const say = (title: string, edit: (text: string) => string) =>
        change(all, `documents/${title}.md`, edit);
      say('Version', (text) => text.replace('version: 1', 'version: 99999999999'));
      say('Time', (text) => text.replace(/savedAt: \d{4}/, 'savedAt: 0000'));
      say('Person', (text) => text.replace(/savedBy: .*/, String.raw`savedBy: "a\0b"`));
      say('Note', (text) => text.replace('savedBy:', String.raw`note: "a\0b"` + '\nsavedBy:'));
      say('Source', (text) => text.replace('savedBy:', String.raw`importedFrom: "a\0b"` + '\nsavedBy:'));
      say('Address', (text) =>
        text.replace(
          'savedBy:',
          String.raw`addresses: [{ written: /knowledge-base, meant: "/\0" }]` + '\nsavedBy:',
        ),
      );
      change(all, 'servers.csv', (text) => text.replace(/(of no year,.*?,)\d{4}(?=-\d\d-)/, '$10000'));
      change(all, 'members.csv', (text) =>
        text.replace(/active,,[^,]*,/, (cells) => cells.replace(/,[^,]*,$/, ',+275760-09-13T00:00:00Z,')),
      );
      change(all, 'server-documents.csv', (text) =>
        text.replace('documents/Good.md,', `documents/Good.md,${'x'.repeat(51)}`),
      );
    });
    const report = await imported(there, files);
    expect(report).toMatchObject({
      created: 1,
      servers: { created: 1 },
      members: { created: 0 },
      serverDocuments: 0,
    });
    expect(
      report.problems.map(({ path, reason }) => `${path.replace(/line \d/, 'line n')}: ${reason}`).toSorted(),
    ).toEqual([
      expect.stringMatching(/^documents\/Address\.md: addresses\.0\.meant: NUL/),
      expect.stringMatching(/^documents\/Note\.md: note: NUL/),
      expect.stringMatching(/^documents\/Person\.md: savedBy: NUL/),
      expect.stringMatching(/^documents\/Source\.md: importedFrom: NUL/),
      'documents/Time.md: savedAt: Use a year after 0000',
      expect.stringMatching(/^documents\/Version\.md: version: /),
      expect.stringMatching(/^members\.csv line n: lastActive: /),
      expect.stringMatching(/^server-documents\.csv line n: documentType: /),
      'servers.csv line n: createdAt: Use a year after 0000',
    ]);
  });

  test('threat 66 threat 75 takes no image as another type, and no id that is none', async () => {
    const { here, there } = await both();
    await clear(from.current);
    const image = await aStoredImage(from.current, here.user.id, {});
    await aDocument(from.current.database.db, here.user, { title: 'A', content: `![x](/objects/${image})` });
    const b = await aDocument(from.current.database.db, here.user, { title: 'B' });
    const files = await exported(here, (all) => {
      change(all, 'files.csv', (text) => text.replace('image/png', 'text/html'));
      change(all, 'documents.csv', (text) => text.replace(b, `${b.slice(0, -1)}x`));
    });
    const report = await imported(there, files);
    expect(report).toMatchObject({ created: 1, images: 0 });
    expect(
      report.problems.map(({ path, reason }) => `${path.replace(/line \d/, 'line n')}: ${reason}`),
    ).toEqual(
      expect.arrayContaining([
        'documents.csv line n: The id is no UUID',
        `images/${image}.png: It is not an image that can be shown`,
      ]),
    );
  });

  test('KB-11 reads tables from a spreadsheet; reports another encoding, missing columns and shifted cells', async () => {
    const { here, there } = await both();
    await clear(from.current);
    await aDocument(from.current.database.db, here.user, { title: 'Page' });
    for (const name of ['first', 'second'])
      await here.call(servers.create, { body: { name, description: 'a, b' } });
    await here.call(team.create, { body: { name: 'Kim', email: 'kim-2@example.com', role: 'VIP' } });
    const files = await exported(here, (all) => {
      change(all, 'documents.csv', (text) => text.replaceAll(',', ';'));
      change(all, 'servers.csv', (text) => text.replace('first,', 'first,shifted,'));
      change(all, 'members.csv', (text) => text.replace('email', 'mail'));
      all['people.csv'] = Buffer.from('id,name,email', 'utf16le');
    });
    const report = await imported(there, files);
    expect(report).toMatchObject({ created: 1, servers: { created: 1 }, members: { created: 0 } });
    expect(report.problems.map(({ path, reason }) => `${path}: ${reason}`).toSorted()).toEqual([
      'members.csv: Its first line does not name the column email',
      'people.csv: It is not text in UTF-8',
      expect.stringMatching(/^servers\.csv line \d: It has 32 cells, and the first line 31$/),
    ]);
  });

  test('KB-11 reports managers and mentions without an account here; finds those with one by e-mail', async () => {
    const { here, there } = await both();
    const gone = await from.current.signedIn({ firstName: 'Gus', email: 'gus@example.com' });
    const server = await here.call(servers.create, { body: { name: 'of gus', managedBy: gone.user.id } });
    const own = await here.call(servers.create, { body: { name: 'of ann' } });
    const content = `@[Gus](/team?person=${gone.user.id}) @[Ann](/team?person=${here.user.id})`;
    const made = await gone.call(documents.create, { body: { title: 'Named', content } });
    const report = await imported(there, await exported(here));
    expect(report.problems.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([
        'It names gus@example.com, who has no account here; the name leads to nobody',
        'Gus Smith <gus@example.com> has no account here; the name stays as text with what this person wrote',
        'of gus is managed by gus@example.com, who has no active account here; nobody manages it now',
      ]),
    );
    const found = await find(there, made.id);
    expect(found).toMatchObject({
      authorName: 'Gus Smith',
      lastUpdatedByName: 'Gus Smith',
      authorId: there.user.id,
    });
    expect(found.content).toBe(`@[Gus](/team?person=${gone.user.id}) @[Ann](/team?person=${there.user.id})`);
    expect(await there.call(servers.find, { params: { id: server.id } })).toMatchObject({ managedBy: null });
    expect(await there.call(servers.find, { params: { id: own.id } })).toMatchObject({
      managedBy: there.user.id,
    });
    const hits = await there.call(search.find, { query: { q: 'author:gus' } });
    expect(hits.map(({ id }) => id)).toContain(made.id);
    // The next writer replaces the imported name.
    await there.call(documents.update, { params: { id: made.id }, body: { content: 'New' } });
    expect(await find(there, made.id)).toMatchObject({
      authorName: 'Gus Smith',
      lastUpdatedByName: 'Ann Smith',
    });
  });
});
