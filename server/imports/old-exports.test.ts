import { expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { servers } from '../../contract/calls/servers.ts';
import { withApp } from '../../test/app.ts';
import { documentsTitled, importFiles, importReport, picture } from '../../test/imports.ts';

/** Exports as the product wrote them before pages had a `format`. Such zips are kept for years. */

const at = withApp();

const PLAN = 'dc43648a-3057-4cb5-a7aa-c6ee6b368b4d';
const LINKS = '9e81b5e6-7a42-44fc-bcdb-769c9f90b8ec';
const GONE = 'a7c9bb18-693c-4de1-908f-279884c990c2';
const SERVER = 'e4dd28ca-2547-4d0c-a147-5f14f927318c';
const IMAGE = 'da0add22-103b-4383-9805-07e0f11bc3af';

const PLAN_FIELDS = `---
title: Fail over
excerpt: "Short: \\"quoted\\""
category: Network
tags:
  - a
  - "2"
templateType: maintenance
published: true
`;

/** Written in the same way in both kinds of export. */
const linksIn = (image: string) => `[a](Fail%20over.md#steps) [b](./Fail%20over.md) [c](Fail%20over.md#y)

![Plan](${image}) [dead](Fail%20over.md) [gone](Gone.md) [[Fail over]] [spaced](Fail over.md)

> [!NOTE]
> a note

:::tip
b
:::`;

const DOCUMENTS = {
  'Network/Fail over.md': `${PLAN_FIELDS}documentId: ${PLAN}\n---\n\nSecond [links](Links.md)`,
  'Network/Links.md': `---
title: Links
category: Network
linksAsWritten:
  - Fail%20over.md
  - Gone.md
  - "[[Fail over]]"
  - "[spaced](Fail over.md)"
textAsWritten: true
documentId: "${LINKS}"
---

${linksIn(`../images/${IMAGE}.png`)}`,
};

const TIME = '2026-11-02T16:20:57.770Z';
const SAVED_BY = 'savedBy: Ann Smith <ann@example.com>';
const HISTORY = `author: Ann Smith <ann@example.com>
created: 2026-11-02T16:20:57.700Z
updated: 2026-11-02T16:20:57.746Z
`;

const INSTANCE = {
  'documents/Network/Fail over.md': `${PLAN_FIELDS}${HISTORY}version: 2
${SAVED_BY}
savedAt: 2026-11-02T16:20:57.746Z
note: Linked
---

Second [links](Links.md)`,
  'documents/Network/Fail over.versions/0001.md': `${PLAN_FIELDS}version: 1
${SAVED_BY}
savedAt: 2026-11-02T16:20:57.700Z
---

First ![Plan](../../../images/${IMAGE}.png)`,
  'documents/Network/Links.md': `---
title: Links
category: Network
${HISTORY}version: 1
${SAVED_BY}
savedAt: 2026-11-02T16:20:57.735Z
addresses:
  - written: ./Fail%20over.md
    meant: /documents?doc=${PLAN}
  - written: "Fail%20over.md#y"
    meant: "/documents?q=x&doc=${PLAN}#y"
  - written: Fail%20over.md
    meant: Fail%20over.md
---

${linksIn(`../../images/${IMAGE}.png`)}`,
  'documents.csv': `path,title,category,type,versions,id\r
documents/Network/Fail over.md,Fail over,Network,knowledge-base,2,${PLAN}\r
documents/Network/Links.md,Links,Network,knowledge-base,1,${LINKS}\r
bin/documents/Old way.md,Old way,,knowledge-base,1,${GONE}\r
`,
  'files.csv': `path,name,contentType,id\r\nimages/${IMAGE}.png,,image/png,${IMAGE}\r\n`,
  'servers.csv': `name,status,id,managedBy,createdAt,updatedAt\r\nweb-01,unknown,${SERVER},ann@example.com,${TIME},${TIME}\r\n`,
  'bin/servers.csv': 'name,id\r\n',
  'members.csv': 'name,email,id\r\n',
  'server-documents.csv':
    'server,document,documentType,serverId,createdAt\r\n' +
    `web-01,documents/Network/Fail over.md,runbook,${SERVER},2026-11-02T16:20:57.782Z\r\n`,
  'people.csv': 'id,name,email\r\n',
  'export.json': JSON.stringify({
    format: 'ops-hub-export',
    formatVersion: 1,
    version: '0.1.0',
    exportedAt: '2026-11-02T16:20:57.991Z',
    counts: {
      documents: 2,
      documentsInBin: 1,
      versions: 4,
      images: 1,
      files: 0,
      servers: 1,
      serversInBin: 0,
      members: 0,
      serverDocuments: 1,
    },
    missing: [],
    leftOut: [],
  }),
};

const deleted = (now: string) => `---
title: Old way
${HISTORY}deleted: ${now}
version: 1
${SAVED_BY}
savedAt: 2026-11-02T16:20:57.757Z
---

See [plan](../../documents/Network/Fail%20over.md)`;

/** Syntax of other products that the text of a document only looks like. */
const AS_WRITTEN =
  '[gone](Gone.md) [[Fail over]] [spaced](Fail over.md)\n\n> [!NOTE]\n> a note\n\n:::tip\nb\n:::';

test('KB-11 an export of documents from before pages had a format is read with its links, and as written', async () => {
  const ann = await at.current.signedIn();
  const files = { ...DOCUMENTS, [`images/${IMAGE}.png`]: await picture() };
  expect(await importFiles(ann, files)).toMatchObject({ created: 2, images: 1, problems: [] });
  const [plan, links] = await documentsTitled(ann, 'Fail over', 'Links');
  expect(plan).toMatchObject({
    id: PLAN,
    excerpt: 'Short: "quoted"',
    category: 'Network',
    tags: ['a', '2'],
    templateType: 'maintenance',
    isPublished: true,
    content: `Second [links](/knowledge-base?doc=${LINKS})`,
  });
  const there = `/knowledge-base?doc=${PLAN}`;
  const image = /\/objects\/[\da-f-]{36}/.exec(links.content)?.[0];
  expect(links.content).toBe(
    `[a](${there}#steps) [b](${there}) [c](${there}#y)\n\n![Plan](${image}) [dead](Fail%20over.md) ${AS_WRITTEN}`,
  );
  expect(await importFiles(ann, files)).toMatchObject({ created: 0, updated: 0, problems: [] });
});

test('KB-11 an export of an instance from before pages had a format is read with its versions, ids and links', async () => {
  const ann = await at.current.signedIn({ email: 'ann@example.com', role: 'admin' });
  await at.current.database.pool.query('truncate documents, objects, imports cascade');
  const files = {
    ...INSTANCE,
    'bin/documents/Old way.md': deleted(new Date().toISOString()),
    [`images/${IMAGE}.png`]: await picture(),
  };
  expect(await importReport(ann, files)).toMatchObject({
    format: 'Ops Hub',
    created: 3,
    versions: 4,
    images: 1,
    servers: { created: 1 },
    serverDocuments: 1,
    problems: [],
  });
  const [plan, links] = await documentsTitled(ann, 'Fail over', 'Links');
  expect(plan).toMatchObject({
    id: PLAN,
    tags: ['a', '2'],
    content: `Second [links](/knowledge-base?doc=${LINKS})`,
  });
  expect(await ann.call(documents.versions, { params: { id: PLAN } })).toMatchObject([
    { version: 2, changeLog: 'Linked', createdAt: '2026-11-02T16:20:57.746Z' },
    { version: 1, content: `First ![Plan](/objects/${IMAGE})` },
  ]);
  expect(links.content).toBe(
    `[a](/knowledge-base?doc=${PLAN}#steps) [b](/documents?doc=${PLAN}) [c](/documents?q=x&doc=${PLAN}#y)\n\n` +
      `![Plan](/objects/${IMAGE}) [dead](Fail%20over.md) ${AS_WRITTEN}`,
  );
  expect(await ann.call(documents.bin, {})).toMatchObject([{ id: GONE, title: 'Old way' }]);
  await ann.call(documents.undelete, { params: { id: GONE } });
  const [old] = await documentsTitled(ann, 'Old way');
  expect(old.content).toBe(`See [plan](/knowledge-base?doc=${PLAN})`);
  expect(await ann.call(servers.documents, { params: { id: SERVER } })).toMatchObject([{ id: PLAN }]);
});
