import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-params.ts';

test.each([
  '0010',
  '1e5',
  'true',
  'null',
  '"quoted"',
  'a b+c&d=e',
  '10.20.30.40',
  '0x80070005',
  'naïve #1 % ?',
])('the text %j survives writing and reading', (q) => {
  expect(parseSearch(stringifySearch({ q }))).toEqual({ q });
});

test('parameters without a value are not in the address', () => {
  expect(stringifySearch({ q: '', type: undefined })).toBe('');
  expect(stringifySearch({ q: 'dns', type: undefined })).toBe('?q=dns');
});
