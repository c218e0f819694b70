import { gzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { knowledgeBase, type Document } from '../../../contract/calls/documents.ts';
import { ImportReport } from '../../../contract/calls/imports.ts';
import { withApp, type Client } from '../../../test/app.ts';
import { importJobOf, zipOf, type Files } from '../../../test/imports.ts';

const at = withApp();

async function importAll(client: Client, files: Files): Promise<ImportReport> {
  const job = await importJobOf(client, zipOf(files));
  if (job.state !== 'done') throw new Error(job.message);
  return ImportReport.parse(job.result);
}
async function read(client: Client, title: string): Promise<Document> {
  const found = await client.call(knowledgeBase.list, { query: { q: title } });
  const item = found.find((document) => document.title === title);
  if (!item) throw new Error(`no ${title}`);
  return client.call(knowledgeBase.find, { params: { id: item.id } });
}
const picture = () =>
  sharp({ create: { width: 3, height: 2, channels: 3, background: 'olive' } })
    .png()
    .toBuffer();

describe('KB-11 the portable zip of BookStack', () => {
  const book = {
    instance: { version: 'v25.02', id_ciphertext: 'x' },
    exported_at: '2026-11-01T10:00:00+00:00',
    book: {
      id: 8,
      name: 'Network: core',
      description_html: '<p>About the <strong>core</strong></p>',
      cover: 'rack a.png',
      tags: [{ name: 'of the book' }],
      chapters: [
        {
          id: 2,
          name: 'Switches',
          description_html: '<p></p>',
          priority: 1,
          tags: [{ name: 'of the chapter' }],
          pages: [
            {
              id: 40,
              name: 'Replace a switch',
              html:
                '<h2 id="bkmrk-a">Before</h2><p>See <a href="[[bsexport:page:41]]#bkmrk-b">DNS &amp; more</a>, <strong>then</strong> ' +
                '<code>show ' +
                'run</code>.</p><ol><li><p>Unplug</p></li><li>Plug</li></ol><table><tbody><tr>' +
                '<th>Port</th></tr><tr><td>1</td></tr></tbody></table>' +
                '<pre><code class="language-sh">ip link\nip addr</code></pre><p><img src="[[bsexport:image:22]]" alt="Rack"></p>',
              images: [{ id: 22, name: 'rack', file: 'rack a.png', type: 'gallery' }],
              attachments: [
                { id: 1, name: 'Vendor [site]', link: 'https://vendor.example/a b?<x>' },
                { id: 2, name: 'Photo', file: 'rack a.png' },
                { id: 3, name: 'manual', file: 'x7Kd.pdf' },
                { id: 4, name: 'Trap', link: ' java\nscript:alert(1)' },
              ],
              tags: [
                { name: 'vendor', value: 'cisco' },
                { name: 'urgent', value: '' },
              ],
            },
          ],
        },
      ],
      pages: [
        {
          id: 41,
          name: 'DNS: how it works',
          markdown:
            '# DNS\n\n[chapter]([[bsexport:chapter:2]]) [gone]([[bsexport:page:99]]) ' +
            '[manual]([[bsexport:attachment:3]]) [site]([[bsexport:attachment:1]]) ' +
            '![old]([[bsexport:image:rack a.png]]) ![none]([[bsexport:image:23]])',
          html: '<p>not this</p>',
        },
        { id: 42, name: 'DNS: how it works', markdown: 'Of the same name.' },
        { id: 43, name: '../../etc/passwd', markdown: 'Stays inside.' },
        { id: 44, name: 'Empty', html: '' },
      ],
    },
  };

  test('KB-11 becomes documents with their texts, categories, tags, images and links', async () => {
    const ann = await at.current.signedIn();
    const manual = Buffer.from('%PDF-1.7 manual');
    const files = {
      'data.json': JSON.stringify(book),
      'files/rack a.png': await picture(),
      'files/x7Kd.pdf': manual,
    };
    const report = await importAll(ann, files);
    expect(report).toMatchObject({ created: 6, updated: 0, skipped: 2 });
    const dnsPath = 'Network- core/DNS- how it works.md';
    expect(report.problems).toEqual([
      {
        path: 'Network- core/Switches/Replace a switch.md',
        reason: 'Its attachment Trap leads to no address that may be opened',
        isLeftOut: false,
      },
      { path: dnsPath, reason: 'It refers to page 99, which the zip does not hold', isLeftOut: false },
      { path: dnsPath, reason: 'It refers to image 23, which the zip does not hold', isLeftOut: false },
      { path: 'Network- core/Empty.md', reason: 'It has no text', isLeftOut: true },
    ]);

    const page = await read(ann, 'Replace a switch');
    expect(page).toMatchObject({
      category: 'Switches',
      tags: ['vendor: cisco', 'urgent'],
      isPublished: true,
    });
    const image = /\/objects\/[\da-f-]{36}/.exec(page.content)?.[0] ?? '';
    expect((await ann.send({ url: image })).headers['content-type']).toBe('image/png');
    const file = /- \[manual\]\(<(.*)>\)/.exec(page.content)?.[1] ?? '';
    const download = await ann.send({ url: file });
    expect(download.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''manual.pdf",
    });
    expect(download.rawPayload.equals(manual)).toBe(true);
    const exported = await ann.send({ url: '/api/documents/export?category=Switches' });
    const { pathname } = new URL(file, 'http://localhost');
    expect(Object.keys(unzipSync(exported.rawPayload))).toContain(
      `files/${pathname.split('/')[2]}/manual.pdf`,
    );
    const dns = (await ann.call(knowledgeBase.list, { query: { q: 'DNS chapter' } })).find(({ content }) =>
      content?.startsWith('# DNS'),
    );
    expect(page.content).toBe(
      [
        '## Before',
        `See [DNS & more](/knowledge-base?doc=${dns?.id}#bkmrk-b), **then** \`show run\`.`,
        '1. Unplug\n\n2. Plug',
        '| Port |\n| ---- |\n| 1    |',
        '```sh\nip link\nip addr\n```',
        `![Rack](${image})\n`,
        '## Attachments',
        `- [Vendor \\[site\\]](<https://vendor.example/a%20b?%3Cx%3E>)\n- [Photo](<${image}>)\n- [manual](<${file}>)\n- Trap\n`,
      ].join('\n\n'),
    );
    expect(await read(ann, 'Network: core')).toMatchObject({
      category: 'Network: core',
      tags: ['of the book'],
      content: `![](${image})\n\nAbout the **core**\n`,
    });
    expect(await read(ann, 'Switches')).toMatchObject({
      tags: ['of the chapter'],
      content: `- [Replace a switch](/knowledge-base?doc=${page.id})\n`,
    });
    expect(dns?.content).toBe(
      `# DNS\n\n[chapter](/knowledge-base?doc=${(await read(ann, 'Switches')).id}) [gone]([[bsexport:page:99]]) ` +
        `[manual](${file}) [site](https://vendor.example/a%20b?%3Cx%3E) ![old](${image}) ![none]([[bsexport:image:23]])`,
    );
    expect(await importAll(ann, files)).toMatchObject({ created: 0, updated: 0, skipped: 8 });
    book.book.pages[1]!.markdown = 'Changed there.';
    expect(await importAll(ann, { ...files, 'data.json': JSON.stringify(book) })).toMatchObject({
      updated: 1,
    });
  });

  test('KB-11 of one page, and files that are no export of BookStack', async () => {
    const ann = await at.current.signedIn();
    const page = { page: { name: 'A single page', html: '<p>Alone <em>here</em></p>' } };
    expect(await importAll(ann, { 'data.json': JSON.stringify(page) })).toMatchObject({ created: 1 });
    expect((await read(ann, 'A single page')).content).toBe('Alone *here*\n');
    expect(await importAll(ann, { 'data.json': '{"a":1}', 'own.md': '# Own file\n\nText.' })).toMatchObject({
      created: 1,
      skipped: 1,
    });
    for (const [title, json] of [
      ['Beside no JSON', '{"page":'],
      ['Beside a list', '[1]'],
    ] as const)
      expect(await importAll(ann, { 'data.json': json, 'own.md': `# ${title}\n\nText.` })).toMatchObject({
        skipped: 1,
        problems: [],
      });
    const job = await importJobOf(ann, zipOf({ 'data.json': '{"page":' }));
    expect([job.state, job.message]).toEqual(['failed', 'The zip is damaged: its data.json cannot be read']);
  });
});

test('KB-11 callouts of BookStack keep their kind, identifiers their letters', async () => {
  const ann = await at.current.signedIn();
  const html =
    '<p class="callout success">Saved</p><p class="callout danger">Hot <b>plate</b></p><p>MAX_HEAP_SIZE</p>';
  const page = { page: { name: 'Callouts of a page', html } };
  expect(await importAll(ann, { 'data.json': JSON.stringify(page) })).toMatchObject({ problems: [] });
  expect((await read(ann, 'Callouts of a page')).content).toBe(
    '> **Tip**\n>\n> Saved\n\n> **Danger**\n>\n> Hot **plate**\n\nMAX_HEAP_SIZE\n',
  );
});

test('KB-11 a page of BookStack keeps callouts in markdown, parts of other pages, struck words and anchors', async () => {
  const ann = await at.current.signedIn();
  const pages = [
    {
      id: 1,
      name: 'Page in markdown',
      html: '<h2 id="bkmrk-one">One &amp; two</h2>',
      markdown:
        '## One & two\n\n[up](#bkmrk-one) [no](#bkmrk-no)\n\n' +
        '<p class="callout warning" id="bkmrk-x">Hot\nplate</p>\n\n```\n<p class="callout info">x</p>\n```',
    },
    { id: 2, name: 'Page with parts', html: '<p>Of another</p>', markdown: '{{@1#bkmrk-x}}' },
    {
      id: 3,
      name: 'Page with links',
      html:
        '<p><a href="#bkmrk-part">here</a> <a href="#bkmrk-in">in</a> <a href="[[bsexport:page:1]]#bkmrk-one">there</a> ' +
        '<span style="text-decoration: line-through;">old</span></p><h3 id="bkmrk-part">The part: 1</h3><p id="bkmrk-in">x</p>',
    },
  ];
  const data = JSON.stringify({ book: { name: 'Book of forms', pages } });
  expect(await importAll(ann, { 'data.json': data })).toMatchObject({ created: 3, problems: [] });
  const { id, content } = await read(ann, 'Page in markdown');
  expect(content).toBe(
    '## One & two\n\n[up](#one--two) [no](#bkmrk-no)\n\n> **Warning**\n>\n> Hot\n> plate\n\n```\n<p class="callout info">x</p>\n```',
  );
  expect((await read(ann, 'Page with parts')).content).toBe('Of another\n');
  expect((await read(ann, 'Page with links')).content).toBe(
    `[here](#the-part-1) [in](#the-part-1) [there](/knowledge-base?doc=${id}#one--two) ~~old~~\n\n### The part: 1\n\nx\n`,
  );
});

describe('KB-11 the disk export of Wiki.js', () => {
  const head = (title: string, more = '') =>
    `title: ${title}\ndescription: What: it is about\npublished: true\n` +
    'date: 2026-10-01T08:00:00.000Z\ntags: linux, disk full\neditor: markdown\n' +
    `dateCreated: 2026-09-01T08:00:00.000Z\n${more}`;

  test('KB-11 becomes documents with their fields, although its front matter is not valid YAML', async () => {
    const ann = await at.current.signedIn();
    const report = await importAll(ann, {
      'home.md':
        `---\n${head('Start: here')}---\n\n# Start\n\n` +
        '[disk](/en/storage/full) [raid](/storage/raid#steps) ![r](/uploads/rack.png)\n',
      'storage/full.md': `---\n${head('Disk is full')}---\n\nDelete.\n`,
      'storage/raid.html':
        `<!--\n${head('RAID').replace('published: true', 'published: false')}-->\n\n` +
        '<h2>Steps</h2><p>Back to <a href="/en/home">start</a></p>',
      'uploads/rack.png': await picture(),
    });
    expect(report).toMatchObject({ created: 3, updated: 0, skipped: 1, problems: [] });
    const [home, full, raid] = [
      await read(ann, 'Start: here'),
      await read(ann, 'Disk is full'),
      await read(ann, 'RAID'),
    ];
    expect(home).toMatchObject({
      excerpt: 'What: it is about',
      tags: ['linux', 'disk full'],
      isPublished: true,
      category: null,
    });
    expect(full).toMatchObject({ category: 'storage', content: 'Delete.\n' });
    const [first] = await ann.call(knowledgeBase.versions, { params: { id: full.id } });
    expect(first?.changeLog).toBe('Written on 2026-10-01');
    expect(raid).toMatchObject({
      isPublished: false,
      content: `## Steps\n\nBack to [start](/knowledge-base?doc=${home.id})\n`,
    });
    expect(home.content).toMatch(
      new RegExp(
        String.raw`^# Start\n\n\[disk\]\(/knowledge-base\?doc=${full.id}\) \[raid\]\(/knowledge-base\?doc=${raid.id}#steps\) ` +
          String.raw`!\[r\]\(/objects/[\da-f-]{36}\)\n$`,
      ),
    );
  });

  test('KB-11 with a folder for each language: top pages have no category; classes of a block are no text', async () => {
    const ann = await at.current.signedIn();
    const body =
      '> Mind the gap\n{.is-info}\n\n```\n> code\n{.is-code}\n```\n\n[raid](/disks/raid#a) [de](/de/start)\n';
    const report = await importAll(ann, {
      'en/start.md': `---\n${head('English start')}---\n\n${body}`,
      'en/disks/raid.md': `---\n${head('English RAID')}---\n\nRebuild.\n`,
      'de/start.md': `---\n${head('German start')}---\n\nHallo.\n`,
    });
    expect(report).toMatchObject({ created: 3, updated: 0, skipped: 0, problems: [] });
    const [start, raid, german] = [
      await read(ann, 'English start'),
      await read(ann, 'English RAID'),
      await read(ann, 'German start'),
    ];
    expect([start.category, raid.category, german.category]).toEqual([null, 'disks', null]);
    expect(start.content).toBe(
      `> **Info**\n>\n> Mind the gap\n\n\`\`\`\n> code\n{.is-code}\n\`\`\`\n\n` +
        `[raid](/knowledge-base?doc=${raid.id}#a) [de](/knowledge-base?doc=${german.id})\n`,
    );
  });

  test('KB-11 an oversized page stays HTML, and text that only begins like one takes no time', async () => {
    const ann = await at.current.signedIn();
    const deep = '<div>'.repeat(3_000) + 'Deep';
    const report = await importAll(ann, {
      'deep.html': `<!--\n${head('Deep page')}-->\n\n${deep}`,
      'long.html': `<!--\n${head('Long page')}-->\n\n${'<p>long</p>'.repeat(50_000)}`,
      'endless.md': `---\n${'editor:\n'.repeat(30_000)}`,
    });
    const reason = 'It is too large to become markdown, so it stays HTML';
    expect(report).toMatchObject({
      created: 3,
      problems: [
        { path: 'deep.md', reason, isLeftOut: false },
        { path: 'long.md', reason, isLeftOut: false },
      ],
    });
    expect((await read(ann, 'Deep page')).content).toBe(deep);
  });

  test('KB-11 an export by administrators: reads all pages from one file, with their images', async () => {
    const ann = await at.current.signedIn();
    const page = {
      localeCode: 'en',
      description: 'About',
      contentType: 'markdown',
      isPublished: 1,
      updatedAt: '2026-10-02T08:00:00.000Z',
      tags: [{ tag: 'raid', title: 'RAID' }],
    };
    const pages = [
      {
        ...page,
        path: 'arrays/rebuild',
        title: 'Rebuild an array',
        content: '[next](/en/arrays/verify) ![a](/shots/array.png)',
      },
      {
        ...page,
        path: '../arrays/verify',
        title: 'Verify an array',
        contentType: 'html',
        isPublished: false,
        content: '<h2>Check</h2>',
      },
    ];
    const files = {
      'pages.json.gz': gzipSync(JSON.stringify(pages)),
      'assets/shots/array.png': await picture(),
      'groups.json': '[]',
    };
    expect(await importAll(ann, files)).toMatchObject({ created: 2, skipped: 2, problems: [] });
    const [rebuild, verify] = [await read(ann, 'Rebuild an array'), await read(ann, 'Verify an array')];
    expect(rebuild).toMatchObject({
      category: 'arrays',
      excerpt: 'About',
      tags: ['raid'],
      isPublished: true,
    });
    expect(rebuild.content).toMatch(
      new RegExp(String.raw`^\[next\]\(/knowledge-base\?doc=${verify.id}\) !\[a\]\(/objects/[\da-f-]{36}\)$`),
    );
    const [first] = await ann.call(knowledgeBase.versions, { params: { id: verify.id } });
    expect(first?.changeLog).toBe('Written on 2026-10-02');
    expect(verify).toMatchObject({ content: '## Check\n', isPublished: false });
    expect(await importAll(ann, files)).toMatchObject({ created: 0, updated: 0, skipped: 4 });
    const job = await importJobOf(ann, zipOf({ 'pages.json.gz': 'none' }));
    expect([job.state, job.message]).toEqual([
      'failed',
      'The zip is damaged: its pages.json.gz cannot be read',
    ]);
    const huge = await importJobOf(ann, zipOf({ 'pages.json.gz': gzipSync(Buffer.alloc(65 * 1024 ** 2)) }));
    expect(huge.message).toBe('Its pages.json.gz unpacks to more than 64 MB, the most that is taken');
  });

  test('KB-11 removes scripts and the like from a page in HTML', async () => {
    const ann = await at.current.signedIn();
    await importAll(ann, {
      'evil.html':
        `<!--\n${head('Evil page')}-->\n\n` +
        '<p onclick="x()">Text</p><script>alert(1)</script><iframe src="https://evil.example">' +
        '</iframe>',
    });
    expect((await read(ann, 'Evil page')).content).not.toMatch(/script|onclick|iframe/);
  });
});
