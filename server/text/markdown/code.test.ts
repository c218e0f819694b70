import { expect, test } from 'vitest';
import { codeLines } from '../../../contract/shared/outline.ts';
import { codeIn } from './code.ts';
import { parse } from './parse.ts';

const parts = (source: string): string[] =>
  codeIn(parse(source)).map(({ start, end }) => source.slice(start, end));

test.each<[string, string, string[]]>([
  ['a fence', 'a\n```sh\nb\n```\nc', ['```sh\nb\n```']],
  ['a fence that is never closed', '~~~\na\n\nb', ['~~~\na\n\nb']],
  ['a fence in a list item', '- ```sh\n  a\n  ```\n- b', ['```sh\n  a\n  ```']],
  ['a fence below a list item', '1. x\n\n   ```\n   a\n   ```', ['```\n   a\n   ```']],
  ['a fence in a quotation', '> ```\n> a\n\nb', ['```\n> a']],
  ['indented code', 'a\n\n    b\n\nc', ['b']],
  ['code in lines', 'a `b` ``c`d`` \\`e`', ['`b`', '``c`d``']],
  ['code that goes on in the next line of a quotation', '> a `b\n> c` d', ['`b\n> c`']],
  ['code in a cell', '| a | b |\n|---|---|\n| `c\\|d` | `e` |', ['`c\\|d`', '`e`']],
  [
    'code behind Windows line ends and surrogates',
    'x\r\n😀 `a`\r\n\r\n```\r\nb\r\n```',
    ['`a`', '```\r\nb\r\n```'],
  ],
  ['code in a footnote', 'a[^1]\n\n[^1]: `b`\n\n    ```\n    c\n    ```', ['`b`', '```\n    c\n    ```']],
])('KB-11 code is %s', (_, source, code) => {
  expect(parts(source)).toEqual(code);
});

test('KB-11 the browser, which has no parser at hand, knows the same fences', () => {
  for (const source of [
    'a\n```sh\nb\n```\nc',
    '- ```sh\n  a\n  ```\n- b',
    '- a\n\n  ```\n  b\n\nc\n```\nd\n```',
    '1. a\n   - ~~~\n     b\n     ~~~\n2. c',
    '> ```\n> a\nb\n> c',
    '> - ```\n>   a\n>\n>   b\n> c',
    '- > ```\n  > a\n  b',
    '```\n- ```\n```',
    '````\n```\na\n````\nb',
    '``` a`b\nc',
    '    ```\na',
  ]) {
    const lines = source.split('\n');
    const isCode = lines.map(() => false);
    for (const { kind, from, to } of parse(source).blocks) if (kind === 'fence') isCode.fill(true, from, to);
    expect([source, codeLines(lines).isCode]).toEqual([source, isCode]);
  }
});
