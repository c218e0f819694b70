import { expect, test } from 'vitest';
import { DocumentInput } from '../../../contract/calls/documents.ts';
import { TemplateType } from '../../../contract/shared/document-words.ts';
import { changeLinks } from '../../text/markdown/addresses.ts';
import { fc } from '../../../test/properties.ts';
import { foldedPath, isMachineFile } from '../../text/safe-name.ts';
import { pathBehind, writePage, type PageFile, type Places } from '../page-file.ts';
import { faultOfName } from '../../imports/file-names.ts';
import { readVersion } from '../../imports/own-page.ts';
import { filled } from '../../documents/save.ts';
import { emailIn, instancePaths, personText, versionAt, versionPath } from './layout.ts';
import { readTable } from '../../imports/instance/read-table.ts';
import { inert, writeCsv } from '../../text/csv-cells.ts';

const ids = Array.from({ length: 6 }, (_, n) => `0190${n}000-0000-7000-8000-00000000000${n}`);
const [first = '', other = '', image = ''] = ids;

/** Texts of people and programs. */
const odd = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    'null',
    '~',
    'true',
    '0x1F',
    '1_000',
    '2026-01-01',
    '- a',
    '# c',
    'a: b',
    'a #b',
    '"',
    "'",
    '|',
    '>',
    '%',
    '@',
    '`',
    '&a',
    '*a',
    '!t',
    '? k',
    '---',
    '...',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\u0007',
    'a\tb',
    ' lead',
    'trail ',
    '{{x}}',
    '[x]',
    'NaN',
    '.inf',
    '=cmd',
    '🙂'.repeat(9),
    'a\n---\nb',
    'a\r\nb',
    '\n\n',
    '\\',
  ),
);

const link = fc.constantFrom(
  `/knowledge-base?doc=${first}`,
  `/knowledge-base?doc=${other}#a-b`,
  `/documents?doc=${first}`,
  `/documents?q=1&doc=${other}&x=2#y`,
  `/objects/${image}`,
  'Other.md',
  '../Network/Other.md#x',
  './Other.md',
  `../../images/${image}.png`,
  `images/${image}.png`,
  'https://a.example/x.md',
  '#top',
  '/team',
  'Other%2Emd',
  '..%2FOther.md',
  'Other.md?x',
  '%',
  '/knowledge\\-base?doc=' + first,
  `mailto:a@b.c`,
  `/knowledge-base?doc=${ids[5]}`,
);
const block = fc.oneof(
  odd,
  link.map((address) => `[text](${address})`),
  link.map((address) => `![pic](<${address}> "title")`),
  link.map((address) => `<a href="${address.replaceAll('&', '&amp;')}">x</a>`),
  link.map((address) => `<img src=${address}>`),
  link.map((address) => `[ref]: ${address}\n\n[ref]`),
  link.map((address) => `\`\`\`\n[code](${address})\n\`\`\``),
  link.map((address) => `- [ ] ![w](${address})\n  > [q](${address})`),
);
const input = fc.record({
  title: odd,
  content: fc.array(block, { maxLength: 8 }).map((blocks) => blocks.join('\n\n')),
  excerpt: fc.option(odd),
  category: fc.option(odd),
  technology: fc.option(odd),
  domain: fc.option(odd),
  tags: fc.array(odd, { maxLength: 4 }),
  isPublished: fc.boolean(),
  isTemplate: fc.boolean(),
  templateType: fc.option(fc.constantFrom(...TemplateType.options)),
});
const documents = new Map([
  [first, 'documents/Network/Other.md'],
  [other, 'bin/documents/Ü x.md'],
]);
const written = (page: PageFile, path: string) => writePage({ page, path, places });
const places: Places = {
  documents,
  files: new Map([[image, `images/${image}.png`]]),
  paths: new Set(documents.values()),
};
const idByPath = new Map([...documents].map(([id, path]) => [path, id]));

/** Restores addresses like an import that keeps every id. */
const turnedBack = (content: string, addresses: Map<string, string>, path: string) =>
  changeLinks(content, (written) => {
    const target = pathBehind(written, path);
    const page = idByPath.get(target?.path ?? '');
    const file = target?.path === `images/${image}.png` ? `/objects/${image}` : undefined;
    const meant = addresses.get(written) ?? (page ? `/knowledge-base?doc=${page}${target?.anchor}` : file);
    return meant === undefined || meant === written ? undefined : meant;
  });

test('KB-11 any version that is written as a file and read again is the same, with its links', () => {
  fc.assert(
    fc.property(
      input,
      fc.constantFrom('documents/Network/a.md', 'documents/x.versions/0001.md', 'bin/documents/y.md'),
      fc.option(odd),
      (given, path, note) => {
        const valid = DocumentInput.safeParse({ ...given, changeLog: note });
        if (!valid.success) return;
        const fields = filled(valid.data);
        const saved = {
          version: 3,
          savedBy: 'Ann <a@b.c>',
          savedAt: '2026-05-04T10:20:30.123Z',
          note: valid.data.changeLog ?? null,
        };
        const kept = {
          author: 'Bob',
          created: saved.savedAt,
          updated: saved.savedAt,
          deleted: null,
          importedFrom: 'a: b/#c.md',
          readers: ['admins', 'group: a, "b"', 'person:a@b.c'],
        };
        const read = readVersion(Buffer.from(written({ fields, saved, kept }, path)));
        if ('problem' in read) throw new Error(read.problem);
        const content = turnedBack(read.fields.content, read.addresses, path);
        expect({ ...read, fields: { ...read.fields, content } }).toEqual({
          fields,
          saved,
          kept,
          addresses: read.addresses,
        });
      },
    ),
    { numRuns: 1_000 },
  );
});

test('KB-11 a link is a path in the file, and one that equals a path by chance stays unchanged', () => {
  const fields = filled({
    title: 'x',
    content: `[a](/documents?doc=${first}) [b](/knowledge-base?doc=${first}) [c](Other.md)`,
  });
  const saved = { version: 1, savedBy: 'Ann', savedAt: '2026-05-04T10:20:30.000Z', note: null };
  const text = written({ fields, saved }, 'documents/Network/x.md');
  expect(text).toContain('[a](./Other.md) [b](././Other.md) [c](Other.md)');
  expect(text).toContain(
    `addresses:\n  - written: ./Other.md\n    meant: /documents?doc=${first}\n  - written: Other.md\n    meant: Other.md\n`,
  );
});

const title = fc.oneof(
  odd.map((text) => text || 'x'),
  fc.constantFrom(
    'CON',
    'aux.md',
    'a/b',
    'a\\b',
    '..',
    '.',
    'x'.repeat(300),
    'X'.repeat(300),
    'Note',
    'NOTE',
    'note',
    'note 2',
    'Note.versions',
    '__MACOSX',
    '._x',
    'Thumbs.db',
    '.DS_Store',
    'Straße',
    'STRASSE',
    'ﬁ',
    'fi',
    'İ',
    'i̇',
  ),
);

test('KB-11 any titles and categories: each file has a unique path that every system accepts', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ title, category: fc.option(title), isInBin: fc.boolean() }), { maxLength: 30 }),
      (list) => {
        const paths = instancePaths(list.map((one, n) => ({ ...one, id: String(n) })));
        const files = [...paths.values()].flatMap((path) => [
          path,
          versionPath(path, 1),
          versionPath(path, 12_345),
        ]);
        expect(new Set(files.map(foldedPath)).size).toBe(3 * list.length);
        for (const file of files) {
          expect([file, faultOfName(file), isMachineFile(file)]).toEqual([file, null, false]);
          expect(file).not.toMatch(/\p{Cc}|[\\:*?"<>|]|(?:^|\/)(?:con|prn|aux|nul)(?:\.|\/)|[. ]\//iu);
          for (const part of file.split('/')) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
        }
        for (const path of paths.values())
          expect(versionAt(versionPath(path, 7))).toEqual({ documentPath: path, version: 7 });
      },
    ),
    { numRuns: 500 },
  );
});

test('KB-11 cells and persons survive writing and reading', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(odd, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 }),
      (rows) => {
        // The product normalises every text like this.
        const texts = rows.map((row) => [
          'x',
          ...row.map((cell) => cell.replaceAll('\0', '').toWellFormed()),
        ]);
        const csv =
          writeCsv([['n', 'a', 'b']]) +
          texts.map((row) => writeCsv([row.map(inert)], { isMore: true })).join('');
        const read = readTable(csv);
        if ('problem' in read) throw new Error(read.problem);
        expect(read.rows.map(({ cells }) => [cells['n'], cells['a'], cells['b']])).toEqual(texts);
      },
    ),
    { numRuns: 1_000 },
  );
  for (const [name, email] of [
    ['Ann Smith', 'ann@example.com'],
    ['A <b@c.d>', 'x@y.z'],
    ['', 'x@y.z'],
  ] as const)
    expect(emailIn(personText({ name: name || email, email }))).toBe(email);
  expect(emailIn(personText({ name: 'Gone', email: null }))).toBeUndefined();
});
