import { randomBytes } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { newBuild, writeBuild } from '../contract/shared/build-document.ts';
import { documents, knowledgeBase, type DocumentInput } from '../contract/calls/documents.ts';
import { TemplateType } from '../contract/shared/document-words.ts';
import { emptyHowTo, writeHowTo } from '../contract/shared/how-to.ts';
import { serverFields } from '../contract/shared/server-fields.ts';
import { servers } from '../contract/calls/servers.ts';
import { team } from '../contract/calls/team.ts';
import type { Client, TestApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { importFiles, picture } from './imports.ts';
import { aStoredImage } from './stored-image.ts';

type Person = Client & { user: TestUser };

/** Fills an instance with every kind of content through the product's own calls. Returns the ids that its test needs. */
export async function fillInstance(app: TestApp, ann: Person, bob: Person) {
  const image = async (colour: string) => aStoredImage(app, ann.user.id, { bytes: await picture(colour) });
  const images = {
    current: await image('red'),
    old: await image('green'),
    step: await image('blue'),
    face: await image('gold'),
  };
  const server = await serversIn(ann, bob);
  const plain = await writeHistory(ann, bob, images);
  const links = await writeLinks(ann, plain.id, server.id, images);
  await writeNames(ann);
  await writeTypes(ann, images.step);
  await writeDeleted(ann, bob, plain.id);
  // Imports from another wiki, with a file to download.
  await importFiles(bob, {
    'Wiki/page.md': '---\nauthor: Someone\n---\n[Manual](Übersicht%20(final).pdf)',
    'Wiki/Übersicht (final).pdf': randomBytes(900),
  });

  await ann.call(servers.linkDocument, {
    params: { id: server.id },
    body: { documentId: plain.id, documentType: 'runbook' },
  });
  await ann.call(servers.linkDocument, { params: { id: server.id }, body: { documentId: links.id } });
  await membersIn(ann, images.face);
  return { plain, links, server, images };
}

type Images = { current: string; old: string };
const write = (person: Person, body: DocumentInput) => person.call(documents.create, { body });
const addressOf = (id: string, path = '/knowledge-base') => `${path}?doc=${id}`;

/** A document with all fields and 60 versions by two authors. */
async function writeHistory(ann: Person, bob: Person, images: Images) {
  const plain = await write(ann, {
    title: 'Überlauf / Fail over: "a"\\b?',
    category: 'Netz & mehr',
    tags: ['a', '2024', 'true', 'ä b'],
    excerpt: 'Two lines:\n---\n  indented, "quoted" # not a comment',
    technology: 'null',
    domain: '0x10',
    templateType: 'general',
    isPublished: true,
    content: `---\nnot: front matter\n---\n\n![Plan](/objects/${images.old})\n\n~~~\n/objects/${images.old}\n~~~`,
    changeLog: 'Begun: the "first" one',
  });
  for (let n = 2; n <= 60; n++) {
    await (n % 3 === 0 ? bob : ann).call(knowledgeBase.update, {
      params: { id: plain.id },
      body: {
        content: `# Überlauf ${n}\n\n![Plan](/objects/${images.current})\n\nLine ${n}`,
        ...(n % 7 === 0 && {
          changeLog: `Step ${n}`,
          tags: [`t${n}`],
          title: n === 7 ? 'Earlier name' : plain.title,
        }),
      },
    });
  }
  return plain;
}

/** Links of every form, and texts that only look like links. */
function writeLinks(ann: Person, plainId: string, serverId: string, images: Images) {
  return write(ann, {
    title: 'Links',
    category: 'Foo.versions',
    content: [
      `[a](${addressOf(plainId)}#steps) [b](${addressOf(plainId, '/documents')}) [c](/documents?q=x&doc=${plainId}#y)`,
      `<a href="${addressOf(plainId)}">d</a> <img src=/objects/${images.current} width="20">`,
      `[dead](../Foo.md) [dead](Links.md#x) [e](../../images/${images.current}.png) ` +
        `[web](https://example.com/knowledge-base?doc=${plainId})`,
      `[escaped](/knowledge\\-base?doc=${plainId}) \`${addressOf(plainId)}\` [[Links]] ![size](a.png =30x20)`,
      `@[Ann](/team?person=${ann.user.id}) [server](/infrastructure?server=${serverId}) [ref][r]`,
      `[r]: ${addressOf(plainId)}`,
    ].join('\n\n'),
  });
}

/** Titles that are difficult for a file system, and such a category. */
async function writeNames(ann: Person) {
  for (const title of [
    'Foo',
    'Foo',
    'FOO',
    'foo 2',
    '..',
    'CON',
    'a/../../b',
    ' .x',
    'Ångström',
    'A\u030angstro\u0308m',
    '日本語のページ',
    'x'.repeat(255),
    `${'x'.repeat(254)}y`,
    '0001',
  ])
    await write(ann, { title, content: `${title}: text with **markup**` });
  await write(ann, {
    title: 'In a folder of machines',
    category: '__MACOSX',
    content: '    code first\n\nlast line\n\n\n',
  });
}

async function writeTypes(ann: Person, stepImage: string) {
  for (const templateType of TemplateType.options)
    await write(ann, {
      title: `Of type ${templateType}`,
      templateType,
      isTemplate: true,
      content: `# ${templateType}\n\nx`,
    });
  const guide = {
    ...emptyHowTo(),
    purpose: 'Why\n\n- a',
    tips: ['one', 'two'],
    steps: [
      {
        title: 'Open',
        description: '1. x\n2. y',
        image: `/objects/${stepImage}`,
        name: 'Screen',
        imageWidth: '120px',
        imageHeight: 'auto',
      },
    ],
  };
  await write(ann, { title: 'Guide', templateType: 'how_to_guide', content: writeHowTo(guide) });
  await write(ann, {
    title: 'Build',
    templateType: 'build_document',
    content: writeBuild(newBuild()) || 'x',
  });
}

async function writeDeleted(ann: Person, bob: Person, plainId: string) {
  const binned = await write(ann, {
    title: 'Foo',
    category: 'Netz & mehr',
    content: `In the bin: [plain](${addressOf(plainId)})`,
  });
  await bob.call(documents.update, { params: { id: binned.id }, body: { content: 'Second, then gone' } });
  await ann.call(documents.remove, { params: { id: binned.id } });
}

async function membersIn(ann: Person, face: string) {
  const member = await ann.call(team.create, {
    body: {
      name: '=HYPERLINK("x")',
      email: 'member@example.com',
      role: '@role',
      department: '-dept',
      status: 'inactive',
    },
  });
  await ann.call(team.update, {
    params: { id: member.id },
    body: { profileImageUrl: `/objects/${face}` },
  });
  await ann.call(team.create, { body: { name: 'O\'Neil, "Zoë"', email: 'zoe@example.com', role: 'VIP' } });
}

async function serversIn(ann: Person, bob: Person) {
  const full = Object.fromEntries(
    serverFields.map((field) => [field, `=${field} "1", ä;\n'x`.replaceAll('\n', ' ')]),
  );
  const server = await ann.call(servers.create, {
    body: {
      ...full,
      name: 'srv-full',
      ipAddress: '2001:db8::1',
      environment: 'staging',
      serverType: 'virtual',
      status: 'maintenance',
      managedBy: bob.user.id,
      notes: "=cmd|' /C calc'!A0\r\n\t+1;-2\n'quoted",
      description: '  begins with blanks\n\nand ends so  ',
      check: {
        kind: 'http',
        target: 'https://127.0.0.1:9/x?y=1',
        intervalSeconds: 30,
        timeoutMs: 500,
        retries: 0,
        expectStatus: 204,
        expectText: '=ok, "yes"',
      },
    },
  });
  await ann.call(servers.create, { body: { name: 'srv-full', hostname: 'same-name.example.com' } });
  await ann.call(servers.create, { body: { name: '-', status: 'offline' } });
  const gone = await ann.call(servers.create, { body: { name: 'srv-gone', notes: 'in the bin' } });
  await ann.call(servers.remove, { params: { id: gone.id } });
  return server;
}

/** Files of an export by path, as text. Images stay bytes. */
export async function exportFiles(client: Client): Promise<{ zip: Buffer; files: Map<string, string> }> {
  const { rawPayload: zip } = await client.send({ url: '/api/export' });
  const files = Object.entries(unzipSync(zip)).map(([path, bytes]): [string, string] => [
    path,
    /^(?:images|files)\//.test(path) ? Buffer.from(bytes).toString('base64') : strFromU8(bytes),
  ]);
  return { zip, files: new Map(files.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}
