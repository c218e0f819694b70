import { expect, test } from 'vitest';
import { ImportReport, knowledgeBaseImports } from '../../../contract/calls/imports.ts';
import { documents } from '../../../contract/calls/documents.ts';
import { servers } from '../../../contract/calls/servers.ts';
import { team } from '../../../contract/calls/team.ts';
import { withApp, type Client } from '../../../test/app.ts';
import { exportFiles, fillInstance } from '../../../test/filled-instance.ts';
import { importJobOf, jobAtEnd } from '../../../test/imports.ts';
import { tableState } from '../../../test/table-state.ts';

const from = withApp();
const into = withApp();

const reportOf = async (client: Client, zip: Buffer): Promise<ImportReport> => {
  const job = await importJobOf(client, Buffer.from(zip));
  if (job.state !== 'done') throw new Error(job.message);
  return ImportReport.parse(job.result);
};

async function dryRunOf(client: Client, zip: Buffer): Promise<ImportReport> {
  const file = new File([Buffer.from(zip)], 'all.zip', { type: 'application/zip' });
  const { jobId } = await client.call(documents.import, { query: { dryRun: 'true' }, file });
  return ImportReport.parse((await jobAtEnd(client, jobId)).result);
}

/** Responses of the API without ids of accounts and versions, which differ between instances. */
async function answersOf(client: Client, own: string) {
  const list = await client.call(documents.list, {});
  const known = ({ authorId: _author, lastUpdatedBy: _updater, ...document }: (typeof list)[number]) => ({
    ...document,
    content: document.content?.replaceAll(own, 'ANN'),
  });
  const histories = [];
  for (const { id } of list) {
    const versions = await client.call(documents.versions, { params: { id } });
    const backlinks = await client.call(documents.backlinks, { params: { id } });
    histories.push([
      id,
      backlinks,
      versions.map(({ id: _id, authorId: _author, content, ...rest }) => ({
        ...rest,
        content: content?.replaceAll(own, 'ANN'),
      })),
    ]);
  }
  const inventory = await client.call(servers.list, {});
  const linked = await Promise.all(
    inventory.map(({ id }) => client.call(servers.documents, { params: { id } })),
  );
  return {
    documents: list.map(known),
    bin: (await client.call(documents.bin, {})).map(known),
    histories,
    servers: inventory.map(({ managedBy: _manager, ...server }) => server),
    serverBin: (await client.call(servers.bin, {})).map(({ name, deletedAt }) => ({ name, deletedAt })),
    linked,
    team: await client.call(team.list, {}),
  };
}

const comparable = (files: Map<string, string>, own: string) =>
  Object.fromEntries(
    [...files].map(([path, text]) => [
      path,
      text.replaceAll(own, 'ANN').replace(/"exportedAt": "[^"]+"/, '"exportedAt": ""'),
    ]),
  );

async function undoOnlyImport(client: Client) {
  const imported = (await client.call(knowledgeBaseImports.list, {})).at(-1);
  const undone = await client.call(knowledgeBaseImports.undo, {
    params: { id: imported?.id ?? '' },
    body: {},
  });
  expect(undone).toMatchObject({ restored: 0, servers: 3, members: 2, kept: [] });
  expect([
    await client.call(documents.list, {}),
    await client.call(servers.list, {}),
    await client.call(team.list, {}),
  ]).toEqual([[], [], []]);
}

/** Objects in the bin keep their ids, so an import after an undo assigns new ids and adapts the links. */
async function expectImportUnderNewIds(client: Client, zip: Buffer) {
  const fresh = await reportOf(client, zip);
  expect(fresh).toMatchObject({ servers: { created: 3 }, members: { created: 2 } });
  const list = await client.call(documents.list, {});
  const [links, plain] = ['Links', 'Überlauf / Fail over: "a"\\b?'].map((title) =>
    list.find((one) => one.title === title),
  );
  expect(links?.content).toContain(
    `[a](/knowledge-base?doc=${plain?.id}#steps) [b](/documents?doc=${plain?.id})`,
  );
  const once = await reportOf(client, zip);
  expect(once).toMatchObject({
    created: 0,
    updated: 0,
    versions: 0,
    servers: { created: 0 },
    members: { created: 0 },
  });
}

test('KB-11 an export that another instance imports and exports again is the same, file by file, and so is the API', async () => {
  const people = [
    { firstName: 'Ann', lastName: 'Smith', email: 'ann@example.com', role: 'admin' },
    { firstName: 'Bob', lastName: 'Öz', email: 'bob@example.com' },
  ] as const;
  const [ann, bob] = [await from.current.signedIn(people[0]), await from.current.signedIn(people[1])];
  await fillInstance(from.current, ann, bob);
  // Ann has an account in both instances, Bob has none. His name is imported as text, and his servers have no manager.
  await from.current.database.pool.query('update servers set managed_by = $1 where managed_by = $2', [
    ann.user.id,
    bob.user.id,
  ]);
  const first = await exportFiles(ann);
  const there = await into.current.signedIn(people[0]);
  const empty = await tableState(into.current.database);
  const plan = await dryRunOf(there, first.zip);
  const { jobs: _jobs, ...untouched } = await tableState(into.current.database);
  expect(untouched).toEqual(Object.fromEntries(Object.entries(empty).filter(([table]) => table !== 'jobs')));

  const report = await reportOf(there, first.zip);
  expect({ ...report, dryRun: true }).toEqual(plan);
  expect(report).toMatchObject({
    format: 'Ops Hub',
    updated: 0,
    images: 4,
    files: 1,
    servers: { created: 4, present: 0 },
    members: { created: 2, present: 0 },
    serverDocuments: 2,
  });
  expect(report.problems).toEqual([
    {
      path: expect.stringMatching(/\.md$/),
      isLeftOut: false,
      reason:
        'Bob Öz <bob@example.com> has no account here; the name stays as text with what this person wrote',
    },
  ]);
  const second = await exportFiles(there);
  expect(comparable(second.files, there.user.id)).toEqual(comparable(first.files, ann.user.id));
  expect(await answersOf(there, there.user.id)).toEqual(await answersOf(ann, ann.user.id));

  // A repeated import of the same export adds nothing, in either instance.
  for (const client of [there, ann]) {
    const again = await reportOf(client, first.zip);
    expect(again).toMatchObject({
      created: 0,
      updated: 0,
      images: 0,
      files: 0,
      versions: 0,
      serverDocuments: 0,
      problems: [],
      servers: { created: 0, present: 4 },
      members: { created: 0, present: 2 },
    });
  }
  const third = await exportFiles(there);
  expect(comparable(third.files, there.user.id)).toEqual(comparable(first.files, ann.user.id));

  await undoOnlyImport(there);
  await expectImportUnderNewIds(there, first.zip);
}, 120_000);
