import { expect, test } from 'vitest';
import { MAX_IMPORT_BYTES } from '../../../contract/calls/documents.ts';
import { sizeText, whyRefused } from './import-dialog.tsx';

test('OPS-04 accepts one zip within the limit of the server', () => {
  expect(whyRefused([{ name: 'Runbooks.ZIP', size: 90_000 }])).toBeUndefined();
});

test.each([
  [[], 'Choose a zip'],
  [
    [
      { name: 'a.zip', size: 1 },
      { name: 'b.zip', size: 1 },
    ],
    'one zip at a time',
  ],
  [[{ name: 'a.md', size: 1 }], 'a.md is not a zip'],
  [[{ name: 'a.zip', size: 0 }], 'a.zip is empty'],
  [[{ name: 'a.zip', size: MAX_IMPORT_BYTES + 1 }], 'at most 512 MB'],
])('OPS-04 refuses %j before it is sent', (files, text) => {
  expect(whyRefused(files)).toContain(text);
});

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [89_997, '88 KB'],
  [4_404_019, '4.2 MB'],
  [MAX_IMPORT_BYTES, '512 MB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
