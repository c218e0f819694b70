import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { documentEditing } from '../../contract/calls/drafts.ts';
import { sessions } from '../../contract/calls/sessions.ts';
import { type Client, startTestApp } from '../../test/app.ts';
import { openTemporaryFolder } from '../../test/embedded-fixture.ts';

type App = Awaited<ReturnType<typeof startTestApp>>;
let at: App;
let remove: () => Promise<void>;

/** Stands for the built screens: writes what it is given. */
const PROGRAM = `
const written = (value) => '<pre>' + JSON.stringify(value).replaceAll('<', '&lt;') + '</pre>';
export function renderReadablePage({ document, lineCount }) {
  if (document.title === 'Broken') throw new Error('This text cannot be rendered');
  return written({ ...document, lineCount });
}
export function renderReadingPage({ document, isAsWritten }) {
  if (document.title === 'Broken' && !isAsWritten) throw new Error('This text cannot be rendered');
  while (document.title === 'Slow' && !isAsWritten);
  return written({ ...document, isAsWritten });
}`;

beforeAll(async () => {
  const temporary = await openTemporaryFolder();
  remove = temporary.remove;
  const screens = temporary.folder;
  await mkdir(join(screens, '.server'));
  await writeFile(join(screens, '.server/readable-page.js'), PROGRAM);
  await writeFile(join(screens, 'index.html'), '<head></head><body><div id="root">Loading</div></body>');
  const editor = ['assets/editor.js'];
  const files = {
    screens: {
      '/documents?doc': editor,
      '/knowledge-base?doc': editor,
      '/documents': [],
      '/knowledge-base/:': ['assets/reading.js', 'assets/reading.css'],
    },
  };
  await writeFile(join(screens, 'preloads.json'), JSON.stringify(files));
  at = await startTestApp({ screens });
});
afterAll(async () => {
  await at.stop();
  await remove();
});

/** In the log. */
const FAILURE = 'without the text of its document';

type Shown = { content: string; lineCount: number; title: string; isAsWritten?: true };

async function open(reader: Client, url: string) {
  const { statusCode, headers, body } = await reader.send({ url });
  const [, text] =
    /<body><pre>(.*)<\/pre><template data-later>.*<\/template><div id="root">/.exec(body) ?? [];
  return { statusCode, headers, text: text === undefined ? undefined : (JSON.parse(text) as Shown) };
}

const textOf = async (reader: Client, id: string) => (await open(reader, `/documents?doc=${id}`)).text;

const made = (author: Client, title: string, more: object = {}) =>
  author.call(documents.create, { body: { title, content: 'Drain it.\nWait.', ...more } });

test('KB-08 F1 the page of a document contains its text for signed-in people only, and no cache keeps it', async () => {
  const ann = await at.signedIn();
  const { id } = await made(ann, 'Relay </pre><script>');
  for (const path of [`/documents?doc=${id}`, `/knowledge-base?q=a&doc=${id}`, `/documents/?doc=${id}`]) {
    const page = await open(ann, path);
    expect(page.text).toMatchObject({ id, content: 'Drain it.\nWait.', lineCount: 2, version: 1 });
    expect(page.headers['cache-control']).toBe('no-store');
  }
  const visitor = await at.anonymous.send({ url: `/documents?doc=${id}` });
  expect(visitor.statusCode).toBe(302);
  const stranger = await at.anonymous.send({
    url: `/documents?doc=${id}`,
    headers: { cookie: 'sid=made-up' },
  });
  expect(stranger.body).toContain('<body><div id="root">');
  // The session ends elsewhere.
  const other = await at.as(ann.user);
  await other.call(sessions.endOthers, {});
  expect(await textOf(ann, id)).toBeUndefined();
  expect(await textOf(other, id)).toBeDefined();
});

test('ACCESS-19 the page of a restricted document has its text for its readers alone', async () => {
  const [ann, bob] = [await at.signedIn(), await at.signedIn({ role: 'admin' })];
  const { id } = await made(ann, 'Restricted', { readers: [] });
  const { id: unknown } = await made(bob, 'Purged');
  await bob.call(documents.remove, { params: { id: unknown } });
  expect((await open(ann, `/knowledge-base/${id}`)).text).toMatchObject({ title: 'Restricted' });
  expect(await textOf(ann, id)).toMatchObject({ title: 'Restricted' });
  const [hidden, missing] = [
    await open(bob, `/knowledge-base/${id}`),
    await open(bob, `/knowledge-base/${unknown}`),
  ];
  expect([hidden.statusCode, hidden.text, missing.statusCode]).toEqual([404, undefined, 404]);
  expect(await textOf(bob, id)).toBeUndefined();
});

test('KB-08 no page contains the text of a missing document, a preview, or one below an own draft', async () => {
  const [ann, bob] = [await at.signedIn(), await at.signedIn()];
  const { id } = await made(ann, 'Drafted');
  expect((await open(ann, `/documents?doc=${id}&mode=preview`)).text).toBeUndefined();
  expect((await open(ann, `/documents?q=${id}`)).text).toBeUndefined();
  await ann.call(documentEditing.keep, { params: { id }, body: { fields: { title: 'Mine' }, version: 1 } });
  expect(await textOf(ann, id)).toBeUndefined();
  expect(await textOf(bob, id)).toMatchObject({ title: 'Drafted' });
  await ann.call(documents.remove, { params: { id } });
  expect(await textOf(bob, id)).toBeUndefined();
  for (const unknown of ['7', '', '%00', 'a'.repeat(5_000), '01900000-0000-7000-8000-000000000000'])
    expect((await open(ann, `/documents?doc=${unknown}`)).statusCode).toBe(200);
  expect(at.logLines.join('\n')).not.toContain(FAILURE);
});

test('KB-08 a page contains the beginning of a long text, no part of a long form, and nothing that fails', async () => {
  const ann = await at.signedIn();
  const long = 'A line of twenty char\n'.repeat(5_000);
  const text = await textOf(ann, (await made(ann, 'Long', { content: long })).id);
  expect(text?.lineCount).toBe(5_001);
  expect(long.startsWith(text?.content ?? 'nothing')).toBe(true);
  expect(text?.content.length).toBeLessThanOrEqual(20_000);
  for (const content of [long, '### Step\n'.repeat(400), 'Purpose '.repeat(3_000)]) {
    const form = await made(ann, 'Long form', { content, templateType: 'how_to_guide' });
    expect(await textOf(ann, form.id)).toBeUndefined();
  }
  const broken = await open(ann, `/documents?doc=${(await made(ann, 'Broken')).id}`);
  expect([broken.statusCode, broken.text]).toEqual([200, undefined]);
  expect(at.logLines.join('\n')).toContain(FAILURE);
});

const readTextOf = async (reader: Client, id: string) => (await open(reader, `/knowledge-base/${id}`)).text;

test('KB-08 F1 the page to read a document contains all of its text, for signed-in people only, and no cache keeps it', async () => {
  const ann = await at.signedIn();
  const content = 'A line of twenty char\n'.repeat(5_000);
  const { id } = await made(ann, 'Relay </pre><script>', { content });
  for (const path of [`/knowledge-base/${id}`, `/knowledge-base/${id}/`, `/knowledge-base/${id}?a=b`]) {
    const { statusCode, headers, text } = await open(ann, path);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(text).toMatchObject({ id, content });
  }
  // The text needs its style sheet at once, and the scripts of its screen when it is shown.
  const { body } = await ann.send({ url: `/knowledge-base/${id}` });
  const [head = '', rest = ''] = body.split('</head>');
  expect(head).toContain('<link rel="stylesheet" crossorigin href="/assets/reading.css">');
  expect([head.includes('reading.js'), rest.includes('reading.js')]).toEqual([false, true]);
  const visitor = await at.anonymous.send({ url: `/knowledge-base/${id}` });
  expect([visitor.statusCode, visitor.headers.location]).toEqual([
    302,
    `/login?next=%2Fknowledge-base%2F${id}`,
  ]);
  const headersOfStranger = { cookie: 'sid=made-up' };
  const stranger = await at.anonymous.send({ url: `/knowledge-base/${id}`, headers: headersOfStranger });
  expect([stranger.statusCode, stranger.body.includes('<body><div id="root">')]).toEqual([200, true]);
  // A person who has a draft reads what is stored.
  await ann.call(documentEditing.keep, { params: { id }, body: { fields: { title: 'Mine' }, version: 1 } });
  expect(await readTextOf(ann, id)).toMatchObject({ id });
});

test('ROUTE-04 the page to read a document that does not exist or is in the bin is a 404 page', async () => {
  const ann = await at.signedIn();
  const { id } = await made(ann, 'Binned');
  await ann.call(documents.remove, { params: { id } });
  for (const unknown of [id, '7', '%00', 'a'.repeat(5_000), '01900000-0000-7000-8000-000000000000']) {
    const { statusCode, text } = await open(ann, `/knowledge-base/${unknown}`);
    expect([statusCode, text]).toEqual([404, undefined]);
  }
});

test('KB-08 a text that cannot be rendered, or takes too long, is in the page as it was written', async () => {
  const ann = await at.signedIn();
  const broken = await made(ann, 'Broken');
  expect(await readTextOf(ann, broken.id)).toMatchObject({ content: 'Drain it.\nWait.', isAsWritten: true });
  const slow = await made(ann, 'Slow', { content: 'Drain it. '.repeat(2_000) });
  const short = await made(ann, 'Short');
  const reading = readTextOf(ann, slow.id);
  // Others do not wait for it.
  expect((await readTextOf(ann, short.id))?.isAsWritten).toBeUndefined();
  expect(await reading).toMatchObject({ title: 'Slow', isAsWritten: true });
});
