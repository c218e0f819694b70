import { describe, expect, test } from 'vitest';
import * as addresses from './addresses.ts';
import { changeLinks } from './addresses.ts';
import { parse } from './parse.ts';
import { fc } from '../../../test/properties.ts';

const linksIn = (source: string): string[] => addresses.linksIn(parse(source));
const toNew = (source: string) =>
  changeLinks(source, (target) => (target.startsWith('old') ? 'NEW' : undefined));

describe('OPS-04 addresses in a page', () => {
  test.each([
    ['a link', '[a](old.md)', '[a](NEW)'],
    ['a link with a title', '[a](old.md "Title (old.md)")', '[a](NEW "Title (old.md)")'],
    ['an address in angle brackets', '[a](<old file.md>)', '[a](<NEW>)'],
    ['an image', '![old.png](old.png)', '![old.png](NEW)'],
    ['an image inside a link', '[![a](old.png)](old.md)', '[![a](NEW)](NEW)'],
    ['a definition', '[a][b] old.md\n\n[b]: old.md "Title"\n', '[a][b] old.md\n\n[b]: NEW "Title"\n'],
    ['a link in a list', '1. x\n   - [a](old.md)\n', '1. x\n   - [a](NEW)\n'],
    ['a link after a tab', '-\t[a](old.md)\n\n>\t[a](old.md)', '-\t[a](NEW)\n\n>\t[a](NEW)'],
    ['a link in a quote', '> [a](old.md)\n> [b](old.md)', '> [a](NEW)\n> [b](NEW)'],
    ['a link in a table', '| a |\n| - |\n| [a](old.md) |', '| a |\n| - |\n| [a](NEW) |'],
    ['a link after surrogate pairs', '😀é [a](old.md)', '😀é [a](NEW)'],
    ['links on lines that end with \\r\\n', 'x\r\n[a](old.md)\r\n[b](old.md)', 'x\r\n[a](NEW)\r\n[b](NEW)'],
    ['an <a>', 'x <a class="b" href="old.md">a</a>', 'x <a class="b" href="NEW">a</a>'],
    [
      'an <img>',
      '<p>\n<img alt="old.png" src=\'old.png\'>\n</p>',
      '<p>\n<img alt="old.png" src=\'NEW\'>\n</p>',
    ],
    ['an attribute without quotes', 'x <img src=old.png> y', 'x <img src=NEW> y'],
    ['ref', '[a]({{< ref "old.md" >}})', '[a](NEW)'],
    ['relref', '[a]({{% relref "old.md" %}}) b', '[a](NEW) b'],
    ['relref in a list', '- [a]({{<relref "old.md">}})', '- [a](NEW)'],
  ])('OPS-04 %s is changed', (_name, source, changed) => {
    expect(toNew(source)).toBe(changed);
  });

  test.each([
    ['fenced code', '```\n[a](old.md)\n[b]: old.md\n<img src="old.png">\n```'],
    ['code in a line', 'x `[a](old.md)` y'],
    ['indented code', 'x\n\n    [a](old.md)\n'],
    ['code in a quote', '> ```\n> [a](old.md)\n> ```'],
    ['a shortcode in code', '```\n[a]({{< ref "old.md" >}})\n```\n\n`[a]({{< ref "old.md" >}})`'],
    ['an escaped link', '\\[a](old.md)'],
    ['plain words', 'see old.md or ](old.md'],
    ['an attribute of another name', '<div data-src="old.md" xhref="old.md"></div>'],
  ])('OPS-04 leaves %s unchanged', (_name, source) => {
    expect(toNew(source)).toBe(source);
    expect(linksIn(source).filter((link) => link.startsWith('old'))).toEqual([]);
  });

  test('OPS-04 decodes escapes and character references in an address', () => {
    expect(linksIn('[a](a\\_b.md) [b](a\\(1\\).md) <a href="a&amp;b.md">c</a> [d](c&amp;d.md)')).toEqual([
      'a_b.md',
      'a(1).md',
      'a&b.md',
      'c&d.md',
    ]);
  });

  const piece = fc.oneof(
    fc.constantFrom(
      '[a](b.md)',
      '![p](<x y.png>)',
      '[r][d]',
      '\n[d]: ./d.md\n',
      '<a href="q.md">',
      "<img src='i.png'>",
      '```\n',
      '~~~',
      '`',
      '    ',
      '\t',
      '> ',
      '- ',
      '\n',
      '\r\n',
      '[a]({{< ref "h.md" >}})',
      '| a | b |\n| - | - |\n',
      '[^1]: note ',
      '\\',
      '](',
      '🙂',
    ),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  );
  const page = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));

  test('OPS-04 a page whose addresses do not change stays identical', () => {
    fc.assert(
      fc.property(page, (source) => {
        expect(changeLinks(source, () => undefined)).toBe(source);
        // Changed addresses are written without their original escapes and shortcodes.
        const isPlain = !/[\\&]|\{\{/.test(source);
        expect(changeLinks(source, (target) => (isPlain ? target : undefined))).toBe(source);
      }),
    );
  });

  test('OPS-04 changes nothing but the addresses', () => {
    fc.assert(
      fc.property(page, (source) => {
        const cuts: string[] = [];
        const marked = changeLinks(source, (target) => {
          cuts.push(target);
          return '\uE000';
        });
        // The text between the new addresses is in the source in the same order.
        let at = 0;
        for (const between of marked.split('\uE000')) {
          const found = source.indexOf(between, at);
          expect(found).toBeGreaterThanOrEqual(at);
          at = found + between.length;
        }
        expect(marked.split('\uE000')).toHaveLength(cuts.length + 1);
      }),
    );
  });
});

test('threat 94 tens of thousands of markers take little time, and the link after them is found', () => {
  for (const marks of ['`]]', '*]', '**a', '~~a', '> - ', '1. ', '[[', '![']) {
    const text = `${marks.repeat(20_000)}\n\n[a](old.md)`;
    expect([marks, toNew(text) === text.replace('old.md', 'NEW')]).toEqual([marks, true]);
  }
});

test('threat 94 skips a block that takes too long to parse, and finds links of other blocks', () => {
  const slow = '[a](<'.repeat(100_000);
  expect(toNew(`[b](old.md)\n\n${slow}\n\n- [c](old.md)`)).toBe(`[b](NEW)\n\n${slow}\n\n- [c](NEW)`);
});

test('DOC-03 finds links of a text of many blocks as in each block alone', () => {
  const blocks = [
    'See [the *page*](/a_b_c) and `[no](x)`, [two `]` parts](/d), ![i](/objects/1).',
    '<a href="/e">f</a> ]',
    '```\n[no](x)\n\n[no](y)\n```',
    '<pre>\n[no](x)\n\n[no](y)\n</pre>',
    '<!--\n\n[no](x)\n\n-->',
    '- [g](/g)\n\n  [h](/h)\n\n      [no](x)',
    'Note[^1]\n\n[^1]: [i](/i)\n\n    [j](/j)',
    '[k]: /k',
  ];
  const all = blocks.join('\n\n');
  expect(linksIn(all)).toEqual(blocks.flatMap(linksIn));
  expect(linksIn(all)).toEqual(['/a_b_c', '/d', '/objects/1', '/e', '/g', '/h', '/i', '/j', '/k']);
  expect(linksIn(all.replaceAll('\n', '\r\n'))).toEqual(linksIn(all));
});

test('threat 94 reads a block with any number of addresses', () => {
  expect(() => linksIn(`<div>\n${'<i src=b> '.repeat(200_000)}`)).not.toThrow();
});
