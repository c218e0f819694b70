import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { ImportReport, knowledgeBaseImports } from '../../../contract/calls/imports.ts';
import { documents } from '../../../contract/calls/documents.ts';
import { servers } from '../../../contract/calls/servers.ts';
import { team } from '../../../contract/calls/team.ts';
import { documentVersions } from '../../../contract/calls/versions.ts';
import { expectRefusal } from '../../../test/answers.ts';
import type { Client } from '../../../test/app.ts';
import { importJobOf, zipOf } from '../../../test/imports.ts';
import { aDocument, documentsOf } from '../../../test/factories.ts';
import { createJob, findJob } from '../../jobs/queries.ts';
import { Stopping } from '../../jobs/run.ts';
import { importJob } from '../job.ts';
import { IMPORT } from '../routes.ts';
import {
  change,
  exported,
  find,
  imported,
  versionsOf,
  withTwoInstances,
} from '../../../test/instance-files.ts';

const { from, into, both, clear } = withTwoInstances();

const undoNewest = async (client: Client, includeChanged = false) => {
  const [newest] = await client.call(knowledgeBaseImports.list, {});
  return client.call(knowledgeBaseImports.undo, {
    params: { id: newest?.id ?? '' },
    body: { includeChanged },
  });
};

describe('KB-11 permissions and completeness', () => {
  test('threat 54 only administrators import an export of an instance, because it contains authors', async () => {
    const { here } = await both();
    const files = await exported(here);
    const bob = await into.current.signedIn();
    expect(await importJobOf(bob, zipOf(files))).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/^This is an export of a whole Ops Hub\. Only administrators/),
    });
    expect(await bob.call(knowledgeBaseImports.list, {})).toEqual([]);
  });

  test('KB-11 refuses an export that is newer than the product or incomplete, and imports nothing', async () => {
    const { here, there } = await both();
    const newer = await exported(here, (files) =>
      change(files, 'export.json', (text) => text.replace('"formatVersion": 1', '"formatVersion": 2')),
    );
    expect(await importJobOf(there, zipOf(newer))).toMatchObject({
      state: 'failed',
      message:
        'This export was made by Ops Hub 0.1.0, which is newer than this one (0.1.0). Update this one and import again',
    });
    const { 'documents.csv': _, ...rest } = await exported(here);
    expect(await importJobOf(there, zipOf(rest))).toMatchObject({
      state: 'failed',
      message: 'The export is not whole: documents.csv is missing',
    });
    const odd = await exported(here, (files) =>
      change(files, 'export.json', (text) => text.replace('"counts"', '"sums"')),
    );
    expect(await importJobOf(there, zipOf(odd))).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/^export\.json cannot be read: counts: /),
    });
  });

  test('KB-11 imports a repacked export unchanged, and refuses one without its manifest', async () => {
    const { here, there } = await both();
    await clear(from.current);
    const id = await aDocument(from.current.database.db, here.user, { title: 'Packed again' });
    await here.call(documents.update, { params: { id }, body: { content: 'Second' } });
    const files = await exported(here);
    const report = await imported(
      there,
      Object.fromEntries(Object.entries(files).map(([path, file]) => [`ops-hub/${path}`, file])),
    );
    expect(report).toMatchObject({ format: 'Ops Hub', created: 1, versions: 2, problems: [] });
    expect((await versionsOf(there, id)).map(({ version }) => version)).toEqual([2, 1]);
    const { 'export.json': _, ...rest } = files;
    expect(await importJobOf(there, zipOf(rest))).toMatchObject({
      state: 'failed',
      message: 'The export is not whole: export.json is missing',
    });
  });

  test('threat 75 refuses a hostile zip, whatever its manifest contains', async () => {
    const { here, there } = await both();
    const files = await exported(here, (all) => void (all['documents/../../etc/passwd.md'] = 'x'));
    const payload = new FormData();
    payload.set('file', new File([zipOf(files)], 'x.zip'));
    const request = new Request('http://x', { method: 'POST', body: payload });
    const answer = await there.send({
      method: 'POST',
      url: '/api/documents/import',
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    expectRefusal(answer, 400, 'invalid_archive');
  });
});

describe('KB-11 existing content', () => {
  test(
    'KB-11 a later export adds the missing versions after what was written here; the' +
      'undo removes only these',
    async () => {
      const { here, there } = await both();
      const made = await here.call(documents.create, { body: { title: 'Goes on', content: 'one' } });
      const write = (client: Client, content: string) =>
        client.call(documents.update, { params: { id: made.id }, body: { content } });
      await write(here, 'two');
      await imported(there, await exported(here));
      await write(here, 'three');
      await write(here, 'four');
      const files = await exported(here);
      const report = await imported(there, files);
      expect(report).toMatchObject({ created: 0, updated: 1, versions: 2 });
      expect(report.problems.filter(({ path }) => path.includes('Goes on'))).toEqual([]);
      const contents = async () => (await versionsOf(there, made.id)).map(({ content }) => content);
      expect(await contents()).toEqual(['four', 'three', 'two', 'one']);
      expect(await undoNewest(there)).toMatchObject({ removed: 0, restored: 1 });
      expect(await contents()).toEqual(['two', 'four', 'three', 'two', 'one']);

      await write(there, 'here');
      await write(here, 'five');
      const diverged = await imported(there, await exported(here));
      expect(diverged).toMatchObject({ updated: 1, versions: 1 });
      expect(diverged.problems).toContainEqual({
        path: 'documents/Goes on.md',
        isLeftOut: false,
        reason: 'It was changed here as well: what the export has beyond that comes in as version 7',
      });
      expect((await contents()).slice(0, 2)).toEqual(['five', 'here']);
      expect(await imported(there, await exported(here))).toMatchObject({ updated: 0, versions: 0 });
      // An imported version works like any other.
      const [, second] = await versionsOf(there, made.id);
      await there.call(documentVersions.restore, { params: { id: made.id, versionId: second?.id ?? '' } });
      expect((await find(there, made.id)).content).toBe('here');
    },
  );

  test(
    'KB-11 keeps existing servers and members, and reports differences; a server is' +
      'also found by its name',
    async () => {
      const { here, there } = await both();
      await clear(from.current);
      await clear(into.current);
      const mine = await here.call(servers.create, { body: { name: 'Same', notes: 'there' } });
      const doc = await here.call(documents.create, { body: { title: 'Linked', content: 'x' } });
      await here.call(servers.linkDocument, { params: { id: mine.id }, body: { documentId: doc.id } });
      await here.call(team.create, { body: { name: 'Zoë', email: 'z@example.com', role: 'VIP' } });
      const other = await there.call(servers.create, { body: { name: 'same', notes: 'here' } });
      await there.call(team.create, { body: { name: 'Zoë', email: 'z@example.com', role: 'Manager' } });
      const report = await imported(there, await exported(here));
      expect(report).toMatchObject({
        servers: { created: 0, present: 1 },
        members: { created: 0, present: 1 },
        serverDocuments: 1,
      });
      expect(report.problems.map(({ reason }) => reason)).toEqual([
        'Same is here already with another name, notes, and stays as it is',
        'Zoë is here already with another role, and stays as it is',
      ]);
      expect(await there.call(servers.find, { params: { id: other.id } })).toMatchObject({ notes: 'here' });
      expect(await there.call(servers.documents, { params: { id: other.id } })).toMatchObject([
        { id: doc.id },
      ]);
      expect(await undoNewest(there)).toMatchObject({ removed: 1, servers: 0, members: 0 });
    },
  );

  test('KB-11 the undo keeps servers and members that were changed since, unless it includes them', async () => {
    const { here, there } = await both();
    await clear(from.current);
    await clear(into.current);
    const a = await here.call(servers.create, { body: { name: 'a' } });
    await here.call(servers.create, { body: { name: 'b' } });
    const zoe = await here.call(team.create, { body: { name: 'Zoë', email: 'z@example.com', role: 'VIP' } });
    await imported(there, await exported(here));
    expect(await there.call(knowledgeBaseImports.list, {})).toMatchObject([
      { documents: 0, records: 3, left: 3, format: 'Ops Hub' },
    ]);
    await there.call(servers.update, { params: { id: a.id }, body: { notes: 'mine' } });
    await there.call(team.update, { params: { id: zoe.id }, body: { role: 'Manager' } });
    expect(await undoNewest(there)).toMatchObject({
      servers: 1,
      members: 0,
      kept: [
        { id: a.id, title: 'a' },
        { id: zoe.id, title: 'Zoë' },
      ],
    });
    expect(await undoNewest(there, true)).toMatchObject({ servers: 1, members: 1, kept: [] });
    expect(await there.call(knowledgeBaseImports.list, {})).toMatchObject([{ left: 0 }]);
  });
});

test('OPS-04 an instance import that was stopped between two steps continues after the last one and repeats nothing', async () => {
  const { here, there } = await both();
  await clear(from.current);
  await clear(into.current);
  const pages = Array.from({ length: 120 }, (_, n) => [`Page ${n}`, `Text ${n}`] as const);
  await documentsOf(from.current.database.db, here.user, pages);
  await here.call(servers.create, { body: { name: 'srv' } });
  const files = await exported(here);
  const { storage, database } = into.current;
  const [id, key] = [randomUUID(), `imports/${randomUUID()}.zip`];
  await storage.put(key, zipOf(files));
  await createJob(database.db, { id, kind: IMPORT, ownerId: there.user.id, input: { key, name: 'all.zip' } });
  const run = async (checks = Infinity) => {
    const job = await findJob(database.db, id);
    if (!job) throw new Error('no job');
    // The signal is aborted at its n-th check, like a stop in the middle of the work.
    let left = checks;
    const signal = Object.defineProperty(new AbortController().signal, 'aborted', { get: () => left-- <= 0 });
    const context = { db: database.db, signal, alone: async () => undefined, log: pino({ level: 'silent' }) };
    return importJob({ storage, schedule: { intervalSeconds: 0 } })(job, context);
  };
  await expect(run(Object.keys(files).length + 2)).rejects.toBeInstanceOf(Stopping);
  expect(await findJob(database.db, id)).toMatchObject({ done: 100, total: 121 });
  expect(await there.call(documents.list, {})).toHaveLength(100);
  const report = ImportReport.parse(await run());
  expect(report).toMatchObject({
    created: 120,
    updated: 0,
    versions: 120,
    problems: [],
    servers: { created: 1, present: 0 },
  });
  const titles = (await there.call(documents.list, {})).map(({ title }) => title);
  expect([titles.length, new Set(titles).size]).toEqual([120, 120]);
});
