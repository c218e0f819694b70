import { expect, test } from 'vitest';
import { line } from './fields.ts';

const Name = line(40);

test.each([
  ['a soft hyphen', 'srv\u00ad-db01', 'srv-db01'],
  ['a zero width space', 'srv\u200b-db01', 'srv-db01'],
  ['a zero width joiner', 'srv-\u200ddb01', 'srv-db01'],
  ['a byte-order mark', '\ufeffsrv-db01', 'srv-db01'],
  ['direction marks', '\u202esrv-db01\u202c', 'srv-db01'],
  ['a non-breaking hyphen', 'srv\u2011db01', 'srv-db01'],
  ['a non-breaking space', '\u00a0Main\u00a0site ', 'Main site'],
  ['full-width letters and digits', '\uff53\uff52\uff56-db\uff10\uff11', 'srv-db01'],
  ['a decomposed letter', 'Ko\u0308ln', 'Köln'],
])('SRV-08 threat 75 a name loses %s', (_, typed, kept) => {
  expect(Name.parse(typed)).toBe(kept);
});

test.each(['👩🏽‍🚀 on call', '☁️ edge', 'می‌خواهم', 'क्‍ष', 'Zürich – Nord', 'naïve'])(
  'SRV-08 %s stays as it was typed',
  (typed) => expect(Name.parse(typed)).toBe(typed),
);

test('SRV-08 a name without visible characters is blank', () => {
  expect(Name.parse('\u200b\u00ad ')).toBe('');
});
