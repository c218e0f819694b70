import { expect, test } from 'vitest';
import { MAX_CSV_BYTES, servers } from '../../../contract/calls/servers.ts';
import { withApp, type Client } from '../../../test/app.ts';
import { readCsv } from './read.ts';

const at = withApp();
const upload = (client: Client, content: string | Uint8Array<ArrayBuffer>) =>
  client.call(servers.import, { file: new File([content], 'servers.csv'), query: {} });
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
};

test.each([
  ['UTF-8', new TextEncoder().encode('name,notes\nenc-1,Zürich – 5 €\n')],
  ['UTF-8 with a byte-order mark', new TextEncoder().encode('\uFEFFname,notes\nenc-2,Zürich – 5 €\n')],
  ['Windows-1252', new Uint8Array(Buffer.from('name,notes\nenc-3,Z\xfcrich \x96 5 \x80\n', 'latin1'))],
  ['UTF-16', utf16('name\tnotes\nenc-4\tZürich – 5 €\n')],
  ['UTF-16, big-endian', utf16('name\tnotes\nenc-5\tZürich – 5 €\n', true)],
])('INFRA-13 a file in %s keeps its letters', async (_, bytes) => {
  const ann = await at.current.signedIn();
  const report = await upload(ann, bytes);
  expect(report).toMatchObject({ created: 1, failed: 0 });
  const [found] = await ann.call(servers.list, { query: { q: report.rows[0]?.name ?? '' } });
  expect(found?.notes).toBe('Zürich – 5 €');
});

test.each([
  ['tabs', 'name\tteamOwner\na\tA, B; C\n', 2],
  ['a sep= line', 'sep=;\r\nname;teamOwner\r\na;A, B; C\r\n'.replace('A, B; C', '"A, B; C"'), 3],
  [
    'semicolons, below a blank line',
    '\r\nname;teamOwner;notes\r\n;;\r\na;A, B; C;x, y, z\r\n'.replace('A, B; C', '"A, B; C"'),
    4,
  ],
  ['a sep= line, below a blank line', '\n \nsep=;\nname;teamOwner\na;"A, B; C"\n', 5],
  [
    'a line with the type, as PowerShell writes it',
    '#TYPE System.Object\r\n"name";"teamOwner"\r\n"a";"A, B; C"\r\n',
    3,
  ],
  ['a title above', 'Servers of MEL\n"Exported on 3 Nov, 10:00"\n\nName;Team owner\na;"A, B; C"\n', 5],
  ['a title in cells above', 'Servers of MEL,,\n,,\nNotes,Name,Team owner\n,a,"A, B; C"\n', 4],
  ['a separator at the end of each row', 'name;teamOwner\na;"A, B; C";\n', 2],
  ['a quoted sep= line', '"sep=\t"\nname\tteamOwner\na\tA, B; C\n', 3],
])('INFRA-13 accepts %s as the separator of columns', (_, text, line) => {
  expect(readCsv(text)).toMatchObject({
    ignoredColumns: [],
    rows: [{ line, name: 'a', change: { teamOwner: 'A, B; C' } }],
  });
});

test('threat 72 refuses a cell that is far longer than any field', () => {
  expect(readCsv(`name,notes\na,${'x'.repeat(300_000)}\n`)).toEqual({
    problem: expect.stringMatching(/^This is not a CSV file: /),
  });
});

test.each([
  ['UTF-8', (text: string) => new TextEncoder().encode(text)],
  [
    'UTF-8 with a byte-order mark',
    (text: string) => new TextEncoder().encode(`\uFEFF${text.replaceAll(/[ü–]/g, 'u')}`),
  ],
])('INFRA-13 refuses a file in %s with one broken byte, and names its line', async (_, encoded) => {
  const ann = await at.current.signedIn();
  const bytes = encoded('name,notes\nbroken-1,Zürich – Süd\nbroken-2,x?x\n');
  bytes[bytes.lastIndexOf(0x3f)] = 0xe4;
  await expect(upload(ann, bytes)).rejects.toThrow('A letter on line 3 is broken');
  expect(await ann.call(servers.list, { query: { q: 'broken-' } })).toEqual([]);
});

test('INFRA-13 refuses a UTF-8 file that ends within its only multi-byte letter, and names its line', async () => {
  const ann = await at.current.signedIn();
  for (const letter of ['ü', '–', '€', 'ł', '🐦']) {
    const bytes = new TextEncoder().encode(`name,notes\ncut-1,x\ncut-2,a ${letter}`);
    const most = new TextEncoder().encode(letter).length - 1;
    // The first byte of a UTF-8 sequence alone would be a valid letter in Windows-1252, such as é at the end of a word.
    for (let left = most > 1 ? 2 : 1; left <= most; left++)
      await expect(upload(ann, bytes.slice(0, bytes.length - most - 1 + left))).rejects.toThrow(
        'The file ends amid a letter on line 3',
      );
  }
  expect(await ann.call(servers.list, { query: { q: 'cut-' } })).toEqual([]);
});

test.each(['Caf\xe9', 'Gau\xdf', 'a \x96'])(
  'INFRA-13 a file in Windows-1252 can end with %j',
  async (end) => {
    const ann = await at.current.signedIn();
    const report = await upload(ann, new Uint8Array(Buffer.from(`name,notes\nend-1,${end}`, 'latin1')));
    expect(report).toMatchObject({ failed: 0 });
  },
);

test('INFRA-13 NUL in a cell is an error of its row', async () => {
  const ann = await at.current.signedIn();
  const report = await upload(ann, 'name,notes\nnul-\0,\nnul-2,a\0b\nnul-3,\n');
  expect(report).toMatchObject({ created: 0, failed: 2 });
  expect(report.rows.map(({ errors }) => errors.map(({ field }) => field))).toEqual([
    ['name'],
    ['notes'],
    [],
  ]);
});

test('INFRA-13 reports a check without its kind instead of ignoring it', async () => {
  expect(readCsv('name,checkTarget,CheckRetries\na,10.0.0.1:22,2\n')).toMatchObject({
    ignoredColumns: ['checkTarget', 'CheckRetries'],
  });
  const ann = await at.current.signedIn();
  expect(
    await upload(ann, 'name,environment,serverType,checkKind,checkTarget\na,moon,cloud,,10.0.0.1:22\n'),
  ).toMatchObject({
    ignoredColumns: [],
    created: 0,
    rows: [
      {
        errors: [
          { field: 'environment' },
          { field: 'serverType', message: 'Must be one of: virtual, physical' },
          { field: 'check.kind' },
        ],
      },
    ],
  });
});

test('INFRA-13 refuses a duplicate column with an explanation', async () => {
  const ann = await at.current.signedIn();
  await expect(upload(ann, 'name,notes,Notes\na,b,c\n')).rejects.toThrow('The column “notes” stands twice');
});

test('INFRA-13 an error names the line on which its row begins', () => {
  const file = readCsv('name,notes,ipAddress\r\n"a","one\r\ntwo\nthree",no\r\n\r\nb,x,none\r\n');
  expect('rows' in file && file.rows.map(({ line, name }) => [line, name])).toEqual([
    [2, 'a'],
    [6, 'b'],
  ]);
});

test('INFRA-13 a file beyond the limit is refused with the limit', async () => {
  const ann = await at.current.signedIn();
  await expect(upload(ann, 'x'.repeat(MAX_CSV_BYTES + 1))).rejects.toThrow(
    'The file is too large: at most 20 MB are taken',
  );
});
