import iconv from 'iconv-lite';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { withApp } from '../../../test/app.ts';
import { documentsTitled, importReport } from '../../../test/imports.ts';

const at = withApp();
const page = (title: string, meta: string) =>
  `<html><head>${meta}<title>${title}</title></head><body><h1>${title}</h1><p>${title} – “x”</p></body></html>`;

test('KB-11 reads pages in HTML in their encoding, and reports unreadable characters', async () => {
  const ann = await at.current.signedIn();
  const pages: [file: string, title: string, encoding: string, meta: string][] = [
    ['a.html', 'Überblick', 'windows-1252', ''],
    ['b.html', 'Türöffner', 'windows-1252', '<meta charset="iso-8859-1">'],
    [
      'c.htm',
      'Przegląd',
      'windows-1250',
      '<meta http-equiv="Content-Type" content="text/html; charset=windows-1250">',
    ],
    ['d.html', 'Größe', 'utf-16le', ''],
    ['e.html', '構成図', 'shift_jis', '<meta charset=shift_jis>'],
    ['f.html', 'Büro', 'utf-8', '<meta charset="iso-8859-1">'],
  ];
  const files = pages.map(([file, title, encoding, meta]) => [
    file,
    iconv.encode(page(title, meta), encoding, { addBOM: encoding === 'utf-16le' }),
  ]);
  const broken = Buffer.concat([Buffer.from(page('Broken', '<meta charset="utf-8">')), Buffer.from([0xff])]);
  const report = await importReport(ann, { ...Object.fromEntries(files), 'g.html': broken });
  expect(report).toMatchObject({ format: 'HTML', created: 7 });
  expect(report.problems).toEqual([
    { path: 'g.html', reason: 'Some of its letters cannot be read and are lost', isLeftOut: false },
  ]);
  const found = await documentsTitled(ann, ...pages.map(([, title]) => title));
  for (const [at, [, title, encoding]] of pages.entries())
    expect(found[at]?.content).toContain(encoding === 'shift_jis' ? title : `${title} – “x”`);
});

test('KB-11 a page that contains its pictures becomes markdown with stored pictures, however large', async () => {
  const ann = await at.current.signedIn();
  const size = 500;
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const large = await sharp({
    create: { width: size, height: size, channels: 3, background: 'white', noise },
  })
    .png()
    .toBuffer();
  expect(large.length).toBeGreaterThan(400_000);
  const address = `data:image/png;base64,${large.toString('base64')}`;
  const broken = 'data:image/png;base64,iVBORw0KGgo=';
  const body =
    `<h1>Contained</h1><p class="callout info">Read</p><p><img src="${address}" alt="a"><img src="${broken}" alt="b"></p>` +
    `<pre><code>&lt;img src="${broken}"&gt;</code></pre>`;
  const report = await importReport(ann, { 'contained.html': body });
  expect(report).toMatchObject({ created: 1, images: 1 });
  expect(report.problems).toEqual([
    {
      path: 'contained.html',
      reason: 'A picture within its text stays as it is: It is not an image that can be shown',
      isLeftOut: false,
    },
  ]);
  const [found] = await documentsTitled(ann, 'Contained');
  expect(found.content.replace(/\/objects\/[\da-f-]{36}/, 'OBJECT')).toBe(
    `# Contained\n\n> **Info**\n>\n> Read\n\n![a](OBJECT)![b](${broken})\n\n\`\`\`\n<img src="${broken}">\n\`\`\`\n`,
  );
  const markdown = `# Contained too\n\n![a](${address})\n\n\`![a](${broken})\``;
  expect(await importReport(ann, { 'contained.md': markdown })).toMatchObject({ created: 1, problems: [] });
  const [other] = await documentsTitled(ann, 'Contained too');
  expect(other.content.replace(/\/objects\/[\da-f-]{36}/, 'OBJECT')).toBe(
    `# Contained too\n\n![a](OBJECT)\n\n\`![a](${broken})\``,
  );
});

test('KB-11 tells that HTML beside markdown became no document, once for all of it', async () => {
  const ann = await at.current.signedIn();
  const reason = (more: string) =>
    `It is HTML beside markdown${more}, so it became no document. Put HTML pages into a zip of their own`;
  const files = { 'beside/a.md': '# Beside\n\nText', 'beside/b.html': page('B', '') };
  expect((await importReport(ann, files)).problems).toEqual([
    { path: 'beside/b.html', reason: reason(''), isLeftOut: false },
  ]);
  const more = { ...files, 'beside/c.html': page('C', '') };
  expect(await importReport(ann, more)).toMatchObject({
    skipped: 3,
    problems: [{ path: 'beside/b.html', reason: reason(', like 1 more'), isLeftOut: false }],
  });
});
