import { describe, expect, test } from 'vitest';
import { fc } from '../../../test/properties.ts';
import { readDialects } from './read-dialects.ts';

const read = (...lines: string[]): string[] =>
  readDialects(lines.join('\n'))
    .content.trim()
    .split('\n')
    .filter((line, at, all) => line !== '' || all[at - 1] !== '');

describe('KB-11 notes of wikis and site generators become quotations that name their kind', () => {
  test.each<[string, string[], string[]]>([
    ['Docusaurus', [':::tip', 'Text', ':::'], ['> **Tip**', '>', '> Text']],
    ['Docusaurus with a title', [':::danger[Do *not*]', 'a', ':::'], ['> **Danger: Do *not***', '>', '> a']],
    ['VitePress', ['::: warning Mind the gap', 'a', ':::'], ['> **Warning: Mind the gap**', '>', '> a']],
    ['GitHub', ['> [!NOTE]', '> a'], ['> **Note**', '>', '> a']],
    ['MkDocs', ['!!! warning "Old"', '    a', '', '    b'], ['> **Warning: Old**', '>', '> a', '>', '> b']],
    ['MkDocs without a title', ['!!! note ""', '    a'], ['> **Note**', '>', '> a']],
    ['MkDocs with classes', ['!!! info inline end', '    a'], ['> **Info**', '>', '> a']],
    [
      'MkDocs without a blank line above',
      ['x', '!!! tip', '    a', 'y'],
      ['x', '', '> **Tip**', '>', '> a', '', 'y'],
    ],
    ['Python-Markdown blocks', ['/// note | Read', '', 'a', '', '///'], ['> **Note: Read**', '>', '> a']],
    ['Hugo', ['{{< warning >}}', 'a', '{{< /warning >}}'], ['> **Warning**', '>', '> a']],
    [
      'Hugo with a kind in its values',
      ['{{% alert title="Old" color="warning" %}}', 'a', '{{% /alert %}}'],
      ['> **Warning: Old**', '>', '> a'],
    ],
    ['Hugo on one line', ['{{< note >}}a{{< /note >}}'], ['> **Note**', '>', '> a']],
    ['GitBook', ['{% hint style="info" %}', 'a', '{% endhint %}'], ['> **Info**', '>', '> a']],
    [
      'N17 Hugo with a title of one word',
      ['{{% notice warning "Careful" %}}', 'a', '{{% /notice %}}'],
      ['> **Warning: Careful**', '>', '> a'],
    ],
    [
      'with bold words in its title',
      [':::note[Use **2.0**]', 'a', ':::'],
      ['> **Note: Use 2.0**', '>', '> a'],
    ],
    ['just-the-docs', ['{: .note }', 'a', 'b'], ['> **Note**', '>', '> a', '> b']],
    [
      'just-the-docs with a title',
      ['{: .warning-title }', '> Old', '>', '> a'],
      ['> **Warning: Old**', '>', '> a'],
    ],
  ])('KB-11 %s', (_name, source, written) => {
    expect(read(...source)).toEqual(written);
  });

  test('KB-11 nested ones, with lists, code and tables inside', () => {
    const step = `1. Step

    !!! tip
        \`\`\`sh
        ls
        \`\`\`

        === "Linux"
            a
2. Next`;
    expect(readDialects(step).content).toBe(`1. Step

    > **Tip**
    >
    > \`\`\`sh
    > ls
    > \`\`\`
    >
    > **Linux**
    >
    > a

2. Next`);
    expect(read('::::info', 'a', ':::tip', '| b |', '| - |', ':::', '::::')).toEqual([
      '> **Info**',
      '>',
      '> a',
      '>',
      '> > **Tip**',
      '> >',
      '> > | b |',
      '> > | - |',
    ]);
  });

  test('KB-11 code without an end inside of one ends with it', () => {
    expect(read('=== "A"', '', '    ```', '    a', '', 'b')).toEqual([
      '**A**',
      '',
      '```',
      'a',
      '```',
      '',
      'b',
    ]);
  });

  test('KB-11 what only looks like one stays: in code, without an end, or of an unknown form', () => {
    for (const text of [
      '```\n:::tip\na\n:::\n```',
      '~~~md\n!!! note\n    a\n~~~',
      'a\n\n    !!! note\n        b',
      ':::tip\nnever closed',
      '::: package.module.Name',
      'Wow!!! That is it',
      '=== x',
      '`{{< note >}}a{{< /note >}}`',
      '- a\n\n  ```\n  ??? x\n      ```\n  ```',
      'if [[ -f x ]]; then {{ .Values.name }}',
    ])
      expect(readDialects(text)).toEqual({ content: text, changes: [] });
  });
});

describe('KB-11 other blocks of site generators', () => {
  test.each<[string, string[], string[]]>([
    [
      'tabs of MkDocs',
      ['=== "A"', '', '    a', '', '=== "B"', '', '    b'],
      ['**A**', '', 'a', '', '**B**', '', 'b'],
    ],
    [
      'tabs of Hugo',
      ['{{< tabs >}}', '{{% tab name="A" %}}', '* a', '{{% /tab %}}', '{{< /tabs >}}'],
      ['**A**', '', '* a'],
    ],
    [
      'N17 tabs of Hugo whose name is one word, and of MDX that have only a value',
      [
        '{{% tab "Linux" %}}',
        'a',
        '{{% /tab %}}',
        '',
        "import Tab from '@t';",
        '',
        '<Tab value="mac">',
        'b',
        '</Tab>',
      ],
      ['**Linux**', '', 'a', '', '**mac**', '', 'b'],
    ],
    [
      'code in a tab of Hugo',
      ['{{< tab header="A" lang="c" >}}#include <a>{{< /tab >}}'],
      ['**A**', '', '````c', '#include <a>', '````'],
    ],
    [
      'tabs of MDX',
      ["import { A, T } from '@t';", '', '<A>', '<T label="B" value="b">', '', 'c', '', '</T>', '</A>'],
      ['**B**', '', 'c'],
    ],
    [
      'folded text of MkDocs',
      ['??? note "More `x`"', '    a'],
      ['<details>', '<summary>More <code>x</code></summary>', '', 'a', '', '</details>'],
    ],
    [
      'unfolded text',
      ['???+ tip', '    a'],
      ['<details open>', '<summary>Tip</summary>', '', 'a', '', '</details>'],
    ],
    [
      'folded text of VitePress',
      ['::: details A < B', 'a', ':::'],
      ['<details>', '<summary>A &lt; B</summary>', '', 'a', '', '</details>'],
    ],
    [
      'definitions',
      ['Term', ':   One', '    more', '', ':   Two', '', 'x'],
      ['- Term', '', '  One', '  more', '', '  Two', '', 'x'],
    ],
    [
      'the title of code',
      ['```js {1,3} title="a_b.js"', 'x', '```'],
      ['**a\\_b.js**', '', '```js', 'x', '```'],
    ],
    ['a label of code', ['```sh [npm]', 'x', '```'], ['**npm**', '', '```sh', 'x', '```']],
    ['options of code', ['``` { .yaml .annotate hl_lines="2" }', 'x', '```'], ['```yaml', 'x', '```']],
    ['highlighted code', ['{% highlight sh %}', 'x', '{% endhighlight %}'], ['````sh', 'x', '````']],
    [
      'an id of a heading',
      ['## The *name* {#short}', '## Same {#same}'],
      ['## <a id="short"></a>The *name*', '## Same'],
    ],
    [
      'looks',
      ['[a](b){: .btn } and `c`{.sh}', '{: .big }', '![d](e.png){ width="300" }'],
      ['[a](b) and `c`', '![d](e.png =300x)'],
    ],
    ['a place for the contents', ['# A', '', '[TOC]', '', '- toc', '{:toc}', '', 'b'], ['# A', '', 'b']],
    ['a heading of attributes alone', ['# {.tabset}', '## Linux', 'ls'], ['## Linux', 'ls']],
    [
      'a diagram',
      ['a', '::: mermaid', 'graph TD;', '  A --> B;', ':::', 'b'],
      ['a', '', '```mermaid', 'graph TD;', '  A --> B;', '```', '', 'b'],
    ],
    ['keys', ['Press ++ctrl+c++ in C++ or i++'], ['Press <kbd>ctrl</kbd>+<kbd>c</kbd> in C++ or i++']],
    [
      'markdown in HTML',
      ['<div class="x" markdown>', '**a**', '</div>'],
      ['<div class="x" markdown>', '', '**a**', '', '</div>'],
    ],
    [
      'a figure',
      ['{{< figure src="a b.png" alt="Rack" caption="Front" >}}'],
      ['![Rack](a%20b.png)', '', 'Front'],
    ],
    [
      'pages and files of GitBook',
      [
        '{% content-ref url="b.md" %}',
        '[b.md](b.md)',
        '{% endcontent-ref %}',
        '',
        '{% embed url="https://a.example" %}',
        '',
        '{% file src="assets/a b.pdf" %}',
        'Manual',
        '{% endfile %}',
      ],
      [
        '[b.md](b.md)',
        '',
        '[https://a.example](https://a.example)',
        '',
        '[a b.pdf](assets/a%20b.pdf)',
        '',
        'Manual',
      ],
    ],
    ['a link of Jekyll', ['[a]({% link docs/b.md %}#c)'], ['[a](/docs/b.md#c)']],
    [
      'comments',
      ['a {/* b */}{{< comment >}}c{{< /comment >}}{% comment %}d{% endcomment %}'],
      ['a <!-- b --><!--c--><!--d-->'],
    ],
    ['a badge', ['## X <Badge type="tip" text="v2" />'], ['## X v2']],
    [
      'code of MDX',
      [
        "import Code from '@theme/Code';",
        '',
        '# A',
        '',
        '<Code language="sh">',
        '{`a \\\\',
        '  b`}',
        '</Code>',
      ],
      ['# A', '', '````sh', 'a \\', '  b', '````'],
    ],
  ])('KB-11 %s', (_name, source, written) => {
    expect(read(...source)).toEqual(written);
  });

  test('KB-11 formulas and templates keep their braces', () => {
    for (const text of [
      '$\\sum_{k=0}^{n} x_{i}$',
      '{{ site.name }} ${HOME} {a: 1} #{x}',
      '`x` {not an attribute}',
    ])
      expect(readDialects(text).content).toBe(text);
  });

  test('KB-11 tags that only the generator can fill in stay and are reported', () => {
    const text = '{{< include "a.yaml" >}} {{% param x %}} [a]({{< ref "b.md" >}})';
    expect(readDialects(text)).toEqual({
      content: text,
      changes: ['Tags that only its site generator can fill in stay in the text: include, param'],
    });
  });

  test('KB-11 line ends of Windows change only in a text that changes', () => {
    expect(readDialects('a\r\nb').content).toBe('a\r\nb');
    expect(readDialects(':::tip\r\na\r\n:::\r\n').content).toBe('> **Tip**\n>\n> a\n');
  });
});

/** Lines to mix; each W becomes a word of its own. */
const PIECES = `W
    W
  - W
1. W
> W
# W {#x}

\`\`\`
    \`\`\`
\`\`\`sh title="W"
| W | W |
:::tip W
:::
::: details W
!!! note "W"
??? tip "W"
=== "W"
/// note | W
///
:   W
{{< note >}}
{{< /note >}}W
{{% tab name="W" %}}W
{{% /tab %}}
{% hint %}
{% endhint %} W
{: .note }
{ .x }
[W](W){: .y }
> [!NOTE] W
<div markdown>
</div>
[TOC]
++W++
\`W\`{.z}
import A from 'a';
<A label="W">
</A>
<A text="W" />
{/* W */}
W {{< x "W" >}} W
<pre>`;

test('KB-11 no word is lost, doubled or moved, however the syntax is mixed', () => {
  const line = fc.constantFrom('\r', ...PIECES.split('\n'));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
      let number = 0;
      const source = lines.map((text) => text.replaceAll('W', () => `w${number++}w`)).join('\n');
      const wordsOf = (text: string) => text.match(/w\d+w/g) ?? [];
      expect(wordsOf(readDialects(source).content)).toEqual(wordsOf(source));
    }),
  );
});

test('threat 94 tens of thousands of openings take little time', () => {
  for (const line of [
    '!!! a',
    ':::a',
    '::: a\n:::',
    '=== "a"',
    '{{< a "',
    '{% a',
    '<A b="',
    '```',
    '    ```',
    ': a',
    '{: .a',
    '![',
    '+a+',
    '/// a',
    '<pre',
  ])
    expect(readDialects(`${line}\n`.repeat(20_000)).content.length).toBeGreaterThan(0);
});
