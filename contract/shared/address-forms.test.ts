import { expect, test } from 'vitest';
import { addressForm, addressForms } from './address-forms.ts';

test.each([
  ['00:1B:44:11:3A:B7', '001b44113ab7'],
  ['00-1b-44-11-3a-b7', '001b44113ab7'],
  ['001b.4411.3ab7', '001b44113ab7'],
  ['001B44113AB7', '001b44113ab7'],
  ['2001:db8::17', '2001:db8:0:0:0:0:0:17'],
  ['2001:0DB8:0000:0000:0000:0000:0000:0017', '2001:db8:0:0:0:0:0:17'],
  ['fe80::', 'fe80:0:0:0:0:0:0:0'],
  ['::1', '0:0:0:0:0:0:0:1'],
  ['00:1b-44:11:3a:b7', undefined],
  ['12:30:45', undefined],
  ['1:2:3:4:5:6:7::8', undefined],
  ['1::2::3', undefined],
  ['::', undefined],
  ['std::string', undefined],
  ['10.0.0.1', undefined],
  ['web-01', undefined],
])('SHELL-07 the one form of %s is %s', (written, form) => {
  expect(addressForm(written)).toBe(form);
});

test('SHELL-07 finds the addresses of a text, each once, and reads a long text without trouble', () => {
  const text =
    'card 00:1B:44:11:3A:B7, again 001b.4411.3ab7. Then [2001:db8::17]:443 at 12:30:45 of a00:1b:44:11:3a:b7.';
  expect(addressForms(text)).toEqual(['001b44113ab7', '2001:db8:0:0:0:0:0:17']);
  expect(addressForms(`${'a:'.repeat(200_000)} ${'ab'.repeat(200_000)}`)).toEqual([]);
});
