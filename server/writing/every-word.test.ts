import { describe, expect, test } from 'vitest';
import { partsOf } from '../../web/ui/markdown/safe-tree.ts';
import { isElement, textOf } from '../../web/ui/markdown/tree.ts';
import { plainText } from '../text/markdown/reader-text.ts';
import { articleFrom } from './article.ts';
import { structured, structuredPaste } from './structure.ts';
import { fc } from '../../test/properties.ts';

const safeTree = (text: string) => ({ type: 'root' as const, children: partsOf(text).flat() });

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The visible text of a Markdown document, without the table of contents that the view adds. */
function seen(markdown: string): string {
  const tree = safeTree(markdown);
  tree.children = tree.children.filter((child) => !isElement(child) || child.tagName !== 'nav');
  return textOf(tree);
}

const RUNS = Number(process.env['WORD_RUNS'] ?? 600);

const articleOf = (paste: string): string => articleFrom(paste, []).content;

describe('AC-05 a reader sees the pasted text', () => {
  test.each([
    'Replace <server name> and <YOUR-TOKEN>.',
    'ssh <user>@<host> -p <port>',
    'Log on at https://<ilo-ip>/ then',
    'See https://x.example/<tenant>/a?b=<id>&copy=1 for <it>.',
    'Ann Lee <ann@example.com> wrote',
    'if x<y then stop, and y>z; List<String> and Map<String, List<Integer>>',
    '<!-- a remark --> and <b>bold</b>, <br>, <script>alert(1)</script> and </div>',
    '<title>Page</title> <style>a{}</style> <textarea>typed</textarea> here',
    'A &nbsp; B &lt;tag&gt; C &#65;',
    '[1]: https://x.example/a "title"',
    '[^1]: a remark nobody refers to',
    'a <?php echo 1 ?> b <![CDATA[x]]> c <!DOCTYPE html> d',
    '<a href="x"\nwith a line end > inside',
    '<server\nname> over two lines',
    '<configuration>\n  <add key="a" value="b"/>\n</configuration>',
    '<html>\n<head><title>T</title></head>\n<body>\n\n<p>text</p>\n</body>\n</html>',
    'open <div> without end\n\nand more',
    '    <indented name> text',
    '- <entry> one\n\t- <entry> two',
    '`<in code>` and <not in code>',
    'a ` lone tick and <word>',
    '> <quoted> words',
    'Title\n=====\n<text>\n---\nmore',
    '\\<escaped> and \\\\<twice>',
    'a ` lone tick and https://x.example/<id>',
  ])('%j', (paste) => {
    expect(wordsOf(seen(articleOf(paste)))).toEqual(wordsOf(paste));
  });

  test('including special characters of paths and names', () => {
    const paste = String.raw`Copy \\fileserver\share$\_old to C:\!new, edit __init__.py, 2*3*4, a~b~c and <server>.`;
    expect(seen(articleOf(paste))).toBe(paste);
  });

  const piece = fc.constantFrom(
    'the server',
    '<server name>',
    '<YOUR-TOKEN>',
    '<b>',
    '</b>',
    '<a href="x">',
    '<?xml version="1.0"?>',
    '<!-- no',
    '-->',
    'x<y',
    'a>b',
    '&lt;',
    '&amp;',
    '\\',
    '\\\\srv\\share',
    '`',
    '``',
    '*',
    '_x_',
    '~',
    'https://a.example/<id>',
    'ann@example.com',
    '<ann@example.com>',
    '[a]',
    '[a]: b',
    '| a | b |',
    '# not',
    'C:\\>dir',
    '$ ls -la',
    'systemctl restart nginx',
    '{',
    '}',
    '"k": 1,',
    'key: value',
    'a=b',
    '[section]',
    'Nov 22 08:00:01 web nginx[1]: failed',
    '[09:12] Ann: down',
    '1. first',
    '- entry',
    '• entry',
    '<add key="a"/>',
    '<configuration>',
    '</configuration>',
    '  indented',
    '\tat a.b(c)',
    'From: Ann',
    'Symptoms',
    '-----',
    '===',
    'SELECT a FROM b;',
    'NAME   READY   AGE',
    'web    1/1     3d',
  );
  /** Markup that turns a paste into a document. */
  const mark = fc.constantFrom(
    '```',
    '~~~',
    '```bash',
    '## Heading',
    '**bold**',
    '[link](https://x.example/a)',
    '| --- | --- |',
    '> ',
    '---',
    '    code',
    '<details>',
    '</details>',
    '<script>',
    '</script>',
    'a\tb',
    '\tc\td',
    '1) ',
    '# ls -la',
    'Step 1: go',
    '#!/bin/bash',
    ' \\',
    'Lösung:',
    '[ ] task',
  );
  const line = fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join(' '));
  const paste = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => lines.join('\n'));
  /** Browsers draw the numbers of steps, so the text does not contain them. */
  const isNumber = (word: string) => /^\d+$/.test(word);

  test('with random pastes', () => {
    fc.assert(
      fc.property(paste, (text) => {
        const words = new Set(wordsOf(seen(articleOf(text))));
        expect(wordsOf(text).filter((word) => !isNumber(word) && !words.has(word))).toEqual([]);
      }),
      { numRuns: RUNS, seed: 89 },
    );
  });

  const document = fc
    .array(fc.array(fc.oneof(piece, mark), { maxLength: 3 }), { minLength: 1, maxLength: 12 })
    .map((lines) => lines.map((pieces) => pieces.join(' ')).join('\n'));

  test('ED-09 the result contains every word of any text, in its order', () => {
    fc.assert(
      fc.property(document, (text) => {
        const words = wordsOf(text);
        for (const made of [structured(text), structuredPaste(text)]) {
          let next = 0;
          for (const word of wordsOf(made)) if (word === words[next]) next += 1;
          expect(words.slice(next)).toEqual([]);
        }
      }),
      { numRuns: RUNS, seed: 90 },
    );
  });

  test('ED-09 and enhancing the result changes nothing more', () => {
    fc.assert(
      fc.property(document, (text) => {
        for (const once of [structured(text), structuredPaste(text)]) expect(structured(once)).toBe(once);
      }),
      { numRuns: RUNS, seed: 9 },
    );
  });
});

test('AC-05 a text without its markup keeps the words in angle brackets, of prose and of code', () => {
  expect(
    plainText('Replace \\<server name> and <YOUR-TOKEN>.<br>Then `ssh <user>@<host>` with <b>care</b>.'),
  ).toBe('Replace <server name> and <YOUR-TOKEN>. Then ssh <user>@<host> with care.');
  expect(plainText('A\n\n```xml\n<add key="a" />\n```\n\n\\\\\\fileserver\\share')).toBe(
    'A <add key="a" /> \\\\fileserver\\share',
  );
});
