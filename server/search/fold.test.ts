import { describe, expect, test } from 'vitest';
import { fold } from '../../contract/shared/fold.ts';
import { asWhole, containing } from './fold.ts';
import { fc } from '../../test/properties.ts';

describe('SHELL-07 folds upper and lower case, with and without accents, to one form', () => {
  test.each([
    ['ÄÖÜ', 'äöü'],
    ['STRASSE', 'straße'],
    ['STRAẞE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['ὈΔΥΣΣΕΎΣ', 'ὀδυσσεύς'],
    ['İSTANBUL', 'istanbul'],
    ['ISPARTA', 'ısparta'],
    ['ПРИВЕТ', 'привет'],
    ['CAFÉ', 'cafe\u0301'],
    ['ﬁle', 'FILE'],
    ['ǅ', 'ǆ'],
    ['Malmö', 'malmo'],
    ['Łódź', 'lodz'],
    ['TROMSØ', 'tromso'],
    ['Ærø', 'aero'],
    ['ё', 'е'],
    ['Việt Nam', 'viet nam'],
  ])('%s and %s are the same', (one, other) => {
    expect(fold(one)).toBe(fold(other));
  });

  test.each([
    ['ss', 'sß'],
    ['は', 'ば'],
    ['', '\u0301'],
    ['שָׁ', 'שֵׁ'],
    ['1', '١'],
  ])('%s and %s are not', (one, other) => {
    expect(fold(one)).not.toBe(fold(other));
  });

  test('finds a word within a longer one, at any position', () => {
    expect(fold('ΟΔΟΣΗΜΑΝΣΗ')).toContain(fold('ΟΔΟΣ'));
  });

  test('folding twice equals folding once', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => fold(fold(text)) === fold(text)));
    fc.assert(
      fc.property(
        fc.string(),
        (text) => fold(text.toUpperCase()) === fold(text) && fold(text.toLowerCase()) === fold(text),
      ),
    );
  });
});

test('threat 76 pattern characters match themselves', () => {
  expect(containing('100%_\\')).toBe('%100\\%\\_\\\\%');
  const whole = (text: string) => new RegExp(asWhole(text));
  for (const text of ['a.b', '(a+)+$', '[a-z]', 'a|b', '^', 'a{2}', '\\d', '*'])
    expect(whole(text).test(`x ${text} y`)).toBe(true);
  expect(whole('a.b').test('x axb y')).toBe(false);
});

test.each([
  ['10.20.30.4', '10.20.30.40', false],
  ['10.20.30.4', '(10.20.30.4)', true],
  ['10.20.30.4', '110.20.30.4', false],
  ['srv-au-db01', 'on srv-au-db01:', true],
  ['caf', 'café', false],
  ['full', 'fullness', false],
])('SHELL-07 %s in %s as a whole: %s', (text, within, isWhole) => {
  expect(new RegExp(asWhole(text)).test(within)).toBe(isWhole);
});
