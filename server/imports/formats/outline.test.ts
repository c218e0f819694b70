import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { ImportReport } from '../../../contract/calls/imports.ts';
import { withApp } from '../../../test/app.ts';
import { OUTLINE } from './outline-text.ts';
import { readDialects } from '../dialects/read-dialects.ts';
import { countParses } from '../../../test/markdown-parses.ts';
import { documentsTitled, importJobOf, importReport, picture } from '../../../test/imports.ts';

const at = withApp();

/** A zip whose files have comments, like an export of Outline. */
async function zipWithComments(
  files: Record<string, string | Buffer>,
  comment: string,
): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files))
    zip.addBuffer(
      Buffer.from(content),
      path,
      (/\.(?:md|markdown|html)$/.test(path) ? { fileComment: comment } : {}) as object,
    );
  zip.end();
  return Buffer.from(await buffer(zip.outputStream as Readable));
}

const jsonText = (value: string, ...marks: object[]) => ({ type: 'text', text: value, marks });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const attachment = '33333333-3333-4333-8333-333333333333';
const childId = '44444444-4444-4444-8444-444444444444';
const jsonDocument = {
  createdByName: 'Ann',
  updatedAt: '2026-02-03T00:00:00Z',
  publishedAt: '2026-01-01T00:00:00Z',
  template: false,
};
/** A collection of two documents with every element that the import converts; `image` is the path of its attachment. */
const jsonCollection = (image: string) => ({
  collection: {
    id: 'c',
    name: 'Servers',
    createdAt: '2026-01-01T00:00:00Z',
    data: { type: 'doc', content: [paragraph(jsonText('All of them'))] },
  },
  documents: {
    d1: {
      ...jsonDocument,
      id: 'd1',
      urlId: 'aBcDeFgHiJ',
      title: 'JSON parent',
      data: {
        type: 'doc',
        content: [
          paragraph(
            jsonText('Bold', { type: 'strong' }),
            jsonText(' MAX_HEAP_SIZE '),
            jsonText('child', { type: 'link', attrs: { href: '/doc/json-child-kLmNoPqRsT#h-x' } }),
            { type: 'br' },
            {
              type: 'mention',
              attrs: { type: 'document', modelId: childId, label: 'Child', anchorId: 'h-y' },
            },
            {
              type: 'mention',
              attrs: { type: 'issue', modelId: '1', label: '#1', href: 'https://x.example/1' },
            },
            { type: 'br' },
            jsonText('under', { type: 'underline' }),
          ),
          { type: 'container_notice', attrs: { style: 'warning' }, content: [paragraph(jsonText('Hot'))] },
          {
            type: 'checkbox_list',
            content: [
              { type: 'checkbox_item', attrs: { checked: true }, content: [paragraph(jsonText('Done'))] },
            ],
          },
          { type: 'code_block', attrs: { language: 'bash' }, content: [jsonText('ls -l')] },
          paragraph({
            type: 'image',
            attrs: { src: `/api/attachments.redirect?id=${attachment}`, alt: 'rack', width: 300 },
          }),
          {
            type: 'table',
            content: [
              {
                type: 'tr',
                content: [{ type: 'th', attrs: { colspan: 1 }, content: [paragraph(jsonText('Port'))] }],
              },
              {
                type: 'tr',
                content: [{ type: 'td', content: [paragraph(jsonText('1')), paragraph(jsonText('2'))] }],
              },
            ],
          },
        ],
      },
    },
    d2: {
      ...jsonDocument,
      id: childId,
      urlId: 'kLmNoPqRsT',
      title: 'JSON child',
      parentDocumentId: 'd1',
      data: { type: 'doc', content: [paragraph(jsonText('Text'))] },
    },
  },
  attachments: { [attachment]: { id: attachment, key: image, name: 'rack.png' } },
});

test('threat 94 tens of thousands of openings in a page of Outline take little time', () => {
  for (const line of ['+++', '@[a](mention://', '__a ', '==a ', '$a ', '[a 1](', '| ```<br>', 'a. b'])
    expect(
      readDialects(`${line}\n`.repeat(10_000) + line.repeat(10_000), OUTLINE).content.length,
    ).toBeGreaterThan(0);
});

describe('KB-11 an export of Outline', () => {
  const user = '11111111-1111-4111-8111-111111111111';
  const image = `uploads/${user}/22222222-2222-4222-8222-222222222222/rack.png`;

  test('KB-11 in Markdown keeps collections, notices, toggles, sizes, links and mentions', async () => {
    const ann = await at.current.signedIn();
    const zip = await zipWithComments(
      {
        'Data%2FOps/Outline home.md': [
          '# Outline home',
          '',
          ':::tip',
          'Label it',
          ':::',
          '',
          '+++ More',
          'Hidden',
          '+++',
          '',
          '\\',
          `![front](${image} " =300x200")`,
          '',
          `[child](./Outline%20home/Child.md) @[Bob Miller](mention://1/user/2) ==marked==`,
          '',
        ].join('\n'),
        'Data%2FOps/Outline home/Child.md':
          '```sh\n# no heading\n```\n\n## Steps\n\n```mermaidjs\ngraph TD\n```\n',
        [`Data%2FOps/${image}`]: await picture('gold'),
      },
      JSON.stringify({ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-02-03T00:00:00Z' }),
    );
    const job = await importJobOf(ann, zip);
    const report = ImportReport.parse(job.result);
    expect(report).toMatchObject({ format: 'Outline', created: 2, images: 1 });
    expect(report.problems.map(({ reason }) => reason)).toEqual([
      'It mentions people or documents of Outline; their names stand in the text',
    ]);
    const [home, child] = await documentsTitled(ann, 'Outline home', 'Child');
    expect([home.category, child.category]).toEqual(['Data/Ops', 'Outline home']);
    expect(child.content).toContain('```mermaid\n');
    const [address] = /\/objects\/[\da-f-]{36}/.exec(home.content) ?? [];
    expect(home.content.replaceAll(/\n{2,}/g, '\n\n')).toBe(
      [
        '# Outline home',
        '> **Tip**\n>\n> Label it',
        '<details>\n<summary>More</summary>',
        'Hidden',
        '</details>',
        `<!-- width=300px height=200px -->\n![front](${address})`,
        `[child](/knowledge-base?doc=${child.id}) @Bob Miller <mark>marked</mark>\n`,
      ].join('\n\n'),
    );
  });

  test('KB-11 in Markdown keeps sections, underlines, breaks, letters, names of files and anchors', async () => {
    const ann = await at.current.signedIn();
    const file = image.replace('rack.png', 'plan%20v1.pdf');
    const text = [
      '# Outline text',
      'a\\nb $\\nu$ C:\\\\new __under__ x__y ==a = b== https://x.example/__a__',
      '+++++\n## Outer\n\n```\n+++\n```\n\n++++\nInner **b**\n\nx\n\n++++\n\n+++++',
      'a. one\n    * deep\nb. two\n\nA. Smith',
      `[plan v1.pdf 4821](${file})`,
      `* [clip 640x360](${file})`,
      `[Form 12](https://x.example/a)`,
      '> \\\n> quoted',
      '| A |\n|---|\n| ```sh<br>a \\| b \\\\<br>c<br>``` |\n| :::info<br>x<br>::: |',
      '[up](#h-own-part) [other](https://wiki.example.com./Why%253F.md#h-part)',
    ];
    const zip = await zipWithComments(
      {
        'Q%26A %3A x/Outline text.md': text.join('\n\n'),
        'Q%26A %3A x/Why%3F.md': 'No heading',
        [`Q%26A %3A x/${decodeURIComponent(file)}`]: 'pdf',
      },
      JSON.stringify({ createdAt: '2026-01-01T00:00:00Z' }),
    );
    expect((await importJobOf(ann, zip)).result).toMatchObject({ created: 2, problems: [] });
    const [home, why] = await documentsTitled(ann, 'Outline text', 'Why?');
    expect(home.category).toBe('Q%26A : x');
    expect(home.content.replaceAll(/\/objects\/[\da-f-]{36}/g, 'FILE').split(/\n{2,}/)).toEqual([
      '# Outline text',
      'a\\\nb $\\nu$ C:\\\\new <u>under</u> x__y <mark>a = b</mark> https://x.example/__a__',
      '<details>\n<summary>Outer</summary>',
      '```\n+++\n```',
      '<details>\n<summary>Inner <strong>b</strong></summary>',
      'x',
      '</details>',
      '</details>',
      '1. one\n    * deep\n2. two',
      'A. Smith',
      '[plan v1.pdf](FILE)',
      '* [clip](FILE)',
      '[Form 12](https://x.example/a)',
      '> \n> quoted',
      '| A |\n|---|\n| `a \\| b \\`<br>`c` |\n| **Info**<br>x |',
      `[up](#own-part) [other](/knowledge-base?doc=${why.id}#part)`,
    ]);
  });

  test('KB-11 in HTML keeps notices, tasks, code, sections, formulas and links', async () => {
    const ann = await at.current.signedIn();
    const box = '<span contenteditable="false"><span class="checkbox" role="checkbox"></span></span>';
    const body = [
      '<h1>Outline page</h1><div class="notice-block warning"><div class="icon"><svg></svg></div>',
      '<div class="content"><p>Hot</p></div></div><ul>',
      `<li data-type="checkbox_item" class="checked">${box}<div><p>Done</p><ul>`,
      `<li data-type="checkbox_item">${box}<div><p>Sub</p></div></li></ul></div></li></ul>`,
      '<div class="code-block" data-language="mermaidjs"><pre><code>graph TD</code></pre></div>',
      '<div class="toggle-block"><button>x</button><div class="toggle-block-content"><p>More</p><p>Hid</p>',
      '</div></div><p><strong class="emoji smile">😄</strong> <math-inline class="math-node">x_1</math-inline> ',
      '<a href="https://wiki.example.com./Page%20two.html#h-part">two</a></p>',
      '<math-display class="math-node">\\frac{a}{b}</math-display>',
    ];
    const zip = await zipWithComments(
      { 'Ops/Outline page.html': body.join(''), 'Ops/Page two.html': '<h1>Page two</h1><p>x</p>' },
      JSON.stringify({ createdAt: '2026-01-01T00:00:00Z' }),
    );
    expect((await importJobOf(ann, zip)).result).toMatchObject({ format: 'Outline', problems: [] });
    const [page, two] = await documentsTitled(ann, 'Outline page', 'Page two');
    expect(page.category).toBe('Ops');
    expect(page.content.split('\n\n')).toEqual([
      '# Outline page',
      '> **Warning**\n>\n> Hot',
      '- [x] Done\n  - [ ] Sub',
      '```mermaid\ngraph TD\n```',
      '<details>\n<summary>More</summary>',
      'Hid',
      '</details>',
      `😄 \`x_1\` [two](/knowledge-base?doc=${two.id}#part)`,
      '```math\n\\frac{a}{b}\n```\n',
    ]);
  });

  test('KB-11 in TextBundle has its documents and files in folders of their own', async () => {
    const ann = await at.current.signedIn();
    const zip = await zipWithComments(
      {
        'Ops/Bundle A.textbundle/text.markdown':
          '# Bundle A\n\n![a](assets/a.png) [b](./../A/Bundle%20B.textbundle)',
        'Ops/Bundle A.textbundle/info.json': '{"version":2}',
        'Ops/Bundle A.textbundle/assets/a.png': await picture('navy'),
        'Ops/A/Bundle B.textbundle/text.markdown': 'Text',
      },
      JSON.stringify({ createdAt: '2026-01-01T00:00:00Z' }),
    );
    expect((await importJobOf(ann, zip)).result).toMatchObject({ created: 2, images: 1, problems: [] });
    const [a, b] = await documentsTitled(ann, 'Bundle A', 'Bundle B');
    expect([a.category, b.category]).toEqual(['Ops', 'A']);
    expect(a.content).toContain(`[b](/knowledge-base?doc=${b.id})`);
  });

  test('KB-11 in JSON becomes the same: documents of each collection with their images and links', async () => {
    const ann = await at.current.signedIn();
    const report = await importReport(ann, {
      'metadata.json': JSON.stringify({ exportVersion: 1, version: '0.80.0' }),
      'Servers.json': JSON.stringify(jsonCollection(image)),
      'Broken.json': '{',
      [image]: await picture('lime'),
    });
    expect(report).toMatchObject({ format: 'Outline', created: 3, images: 1 });
    expect(report.problems).toEqual([
      { path: 'Broken.json', reason: 'It is no collection of Outline that can be read', isLeftOut: true },
    ]);
    const [parent, child, about] = await documentsTitled(ann, 'JSON parent', 'JSON child', 'Servers');
    expect([parent.category, child.category]).toEqual(['Servers', 'JSON parent']);
    expect(about).toMatchObject({ category: 'Servers', content: 'All of them\n', isPublished: true });
    const [address] = /\/objects\/[\da-f-]{36}/.exec(parent.content) ?? [];
    expect(parent.content).toBe(
      [
        `**Bold** MAX_HEAP_SIZE [child](/knowledge-base?doc=${child.id}#x)\\\n` +
          `[Child](/knowledge-base?doc=${child.id}#y)[#1](https://x.example/1)<br><u>under</u>`,
        '> **Warning**\n>\n> Hot',
        '- [x] Done',
        '```bash\nls -l\n```',
        `<img src="${address}" alt="rack" width="300">`,
        '| Port   |\n| ------ |\n| 1<br>2 |\n',
      ].join('\n\n'),
    );
  });

  test('KB-11 in JSON that is nested deeper than any page, one stays as it is and the others come', async () => {
    const ann = await at.current.signedIn();
    const { collection, documents } = jsonCollection(image);
    let data: object = { type: 'text', text: 'Deep' };
    for (let depth = 0; depth < 1_000; depth++) data = { type: 'blockquote', content: [data] };
    const deep = { ...documents.d1, id: 'd3', urlId: 'deepdeepde', title: 'JSON deep', data };
    const report = await importReport(ann, {
      'metadata.json': JSON.stringify({ exportVersion: 1, version: '0.80.0' }),
      'Deep.json': JSON.stringify({ collection, documents: { ...documents, d3: deep } }),
      [image]: await picture('lime'),
    });
    expect(report.problems).toContainEqual({
      path: 'Servers/JSON deep.md',
      reason: 'It is too large to become markdown, so it stays HTML',
      isLeftOut: false,
    });
    expect(await documentsTitled(ann, 'JSON parent', 'JSON child', 'JSON deep')).toHaveLength(3);
  });
});

test('KB-11 a long page of Outline is parsed three times: as Outline wrote it, as a document, and for the search', async () => {
  const ann = await at.current.signedIn();
  const part = [
    ':::warning',
    'Mind __this__ and ==that==, @[Bob](mention://1/user/2)',
    ':::',
    '+++ More',
    '```sh',
    'ls # ==no mark==',
    '```',
    '+++',
    '[up](#h-own-part) ![rack](gone.png " =300x200") [[Other]] `code`',
    'a. one',
    'b. two',
    '',
  ].join('\n');
  const text = `# Long page\n\n${part.repeat(400)}`.slice(0, 99_000);
  const parses = countParses(text.length / 2);
  const zip = await zipWithComments(
    { 'Ops/Long page.md': text },
    JSON.stringify({ createdAt: '2026-01-01' }),
  );
  const job = await importJobOf(ann, zip);
  const count = parses.end();
  expect(job.result).toMatchObject({ format: 'Outline', created: 1 });
  const [page] = await documentsTitled(ann, 'Long page');
  expect(page.content).toContain('> Mind <u>this</u> and <mark>that</mark>, @Bob\n');
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(3);
});
