import { beforeAll, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { documents as documentCalls, knowledgeBase } from '../../contract/calls/documents.ts';
import { search } from '../../contract/calls/search.ts';
import { objects, searchEntries } from '../db/schema.ts';
import { withApp, type Client } from '../../test/app.ts';
import { aDocument } from '../../test/factories.ts';
import { importFiles } from '../../test/imports.ts';
import { sweep } from '../operations/maintenance.ts';

const at = withApp();
let ann: Client;

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  await importFiles(ann, {
    'net/Boards.md': '# Boards\n\n[the manual](switch-manual9.pdf), ![rack](rack9.txt)\n',
    'net/switch-manual9.pdf': '%PDF-1.4\n%%EOF\n',
    'net/rack9.txt': 'rack',
  });
  const { db } = at.current.database;
  await aDocument(db, signedIn.user, {
    title: 'Elsewhere',
    content: [
      '[a](../ops/runbook-blue7.pdf) and [b](Network%20plan%207.vsdx "x"), [c][u]',
      '[d](#section-7) [e](/knowledge-base?doc=01900000-0000-7000-8000-00000000beef) ![f](data:image/png;base64,QUJDRA7)',
      '[g](%ff%fe.bin)\n\n[u]: https://kuma-main9.example.com/status',
    ].join('\n\n'),
  });
  await aDocument(db, signedIn.user, {
    title: 'Snippets',
    content: [
      '```PowerShell\nGet-Date\n```',
      '~~~ tcl9\nputs 1\n~~~',
      '- item\n\n  ```{.lua9 #one linenos=true}\n  x\n  ```',
      '> ```yml title="a b.txt9"\n> a: 1\n> ```',
      '````c++9:main.cpp {3-5}\nx\n````',
      '```\nplain\n```',
      '```title=zeta9\nx\n```',
      '<pre><code class="hljs language-nim9">echo 1</code></pre>',
    ].join('\n\n'),
  });
});

const found = async (q: string) => (await ann.call(search.find, { query: { q } })).map(({ title }) => title);

const EXAMPLES: [q: string, titles: string[]][] = [
  ['switch-manual9.pdf', ['Boards']],
  ['switch-manual9', ['Boards']],
  ['manual9', ['Boards']],
  ['rack9.txt', ['Boards']],
  ['runbook-blue7.pdf', ['Elsewhere']],
  ['../ops/runbook-blue7.pdf', ['Elsewhere']],
  ['"Network plan 7"', ['Elsewhere']],
  ['Network%20plan', ['Elsewhere']],
  ['kuma-main9', ['Elsewhere']],
  ['00000000beef', []],
  ['QUJDRA7', []],
  ['section-7', []],
];

test.each(EXAMPLES)('N19 the target of a link is found: %s', async (q, titles) => {
  expect(await found(q)).toEqual(titles);
});

test.each(['PowerShell', 'powershell', 'tcl9', 'lua9', 'yml', 'yaml', 'c++9', 'nim9'])(
  'A1 the language of a block of code is found: %s',
  async (q) => {
    const [hit, ...more] = await ann.call(search.find, { query: { q } });
    expect(more).toEqual([]);
    expect(hit?.title).toBe('Snippets');
    expect(hit?.snippet.toLowerCase()).not.toContain(q.toLowerCase());
  },
);

test('A1 other attributes of a block of code are no words', async () => {
  expect(await found('zeta9')).toEqual([]);
  expect(await found('txt9')).toEqual([]);
});

test('N19 a target does not appear in the text of a hit', async () => {
  const [hit] = await ann.call(search.find, { query: { q: 'runbook-blue7' } });
  expect(hit?.snippet).not.toContain('blue7');
});

test('N19 a file behind a link stays found after a save, a rebuild and the bin', async () => {
  const [hit] = await ann.call(search.find, { query: { q: 'switch-manual9.pdf' } });
  const id = hit?.id ?? '';
  const { content, version } = await ann.call(knowledgeBase.find, { params: { id } });
  await ann.call(knowledgeBase.update, { params: { id }, body: { content: `${content}\nMore.`, version } });
  expect(await found('switch-manual9.pdf')).toEqual(['Boards']);
  const { database, storage } = at.current;
  await database.pool.query(`update search_entries set length = -1, folded = '', words = ''`);
  await sweep(database.db, storage);
  expect(await found('switch-manual9.pdf')).toEqual(['Boards']);
  await ann.call(knowledgeBase.remove, { params: { id } });
  await ann.call(knowledgeBase.undelete, { params: { id } });
  expect(await found('switch-manual9.pdf')).toEqual(['Boards']);
});

test('N19 words of an attached text file are found, also of one that an older version stored', async () => {
  await importFiles(ann, {
    'fw/Firewall.md': '# Firewall\n\n[its rules](rules9.conf), [its image](firmware9.bin)\n',
    'fw/rules9.conf': 'iptables -A FORWARD -j quarantine9\n',
    'fw/firmware9.bin': Buffer.from('\0\0quarantine8\0'),
  });
  expect(await found('quarantine9')).toEqual(['Firewall']);
  expect(await found('quarantine8')).toEqual([]);
  const { db } = at.current.database;
  await db.update(objects).set({ text: null });
  await db.update(searchEntries).set({ length: -1 });
  await sweep(db, at.current.storage);
  expect(await found('quarantine9')).toEqual([]);
  await sweep(db, at.current.storage);
  expect(await found('quarantine9')).toEqual(['Firewall']);
});

test('N19 words of a file are found by those alone who may read the file', async () => {
  const bob = await at.current.signedIn();
  const { db } = at.current.database;
  const [file] = await db.select().from(objects).where(eq(objects.name, 'rules9.conf'));
  const [hit] = await ann.call(search.find, { query: { q: 'quarantine9' } });
  const id = hit?.id ?? '';
  const { authorId, version } = await ann.call(knowledgeBase.find, { params: { id } });
  await ann.call(knowledgeBase.update, {
    params: { id },
    body: { readers: [`person:${authorId}`], version },
  });
  await bob.call(documentCalls.create, { body: { title: 'Guess', content: `[x](/objects/${file?.id})` } });
  const foundByBob = await bob.call(search.find, { query: { q: 'quarantine9' } });
  expect(foundByBob.map(({ title }) => title)).toEqual([]);
});
