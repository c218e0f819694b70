import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markupOf } from './reply-markup.ts';
import { supportedBy } from './supported.ts';

const SOURCE =
  'Known: [Restart DNS](/knowledge-base?doc=1) says:\n> Restart the **dns** service, then check nslookup.\n[site](https://wiki.example/a) `zoe@example.com`';

function shown(reply: string, size = 1, source = SOURCE): string {
  const supported = supportedBy(() => [source]);
  let text = '';
  for (let at = 0; at < reply.length; at += size) text += supported.add(reply.slice(at, at + size));
  return text + supported.end();
}

describe('AI-09 threat 83 what no source supports is dropped', () => {
  test.each([
    ['See [Restart DNS](/knowledge-base?doc=1).', 'See [Restart DNS](/knowledge-base?doc=1).'],
    ['See [Other](/knowledge-base?doc=2).', 'See Other.'],
    ['Go [here](https://evil.example/?d=secret) now', 'Go here now'],
    ['A ![pixel](https://evil.example/p.png) b', 'A pixel b'],
    ['See [this](/api/logout) and [that][1].\n\n[1]: https://evil.example/r\n', 'See this and that.\n\n\n'],
    ['[a][s]\n\n[s]: https://wiki.example/a\n', '[a][s]\n\n[s]: https://wiki.example/a\n'],
    ['![p][1]\n\n[1]:\n<https://evil.example/p.png>', 'p\n\n'],
    [
      '[a][s] or ![p][2]\n\nMore of it.\n\n[s]: https://wiki.example/a\n[2]: /x\n',
      '[a][s] or p\n\nMore of it.\n\n[s]: https://wiki.example/a\n\n',
    ],
    [
      'See [Restart DNS][Guide], [g][guide] and [e].\n\n[guide]: /knowledge-base?doc=1\n[e]: /x "t"\n',
      'See [Restart DNS][Guide], [Restart DNS][guide] and e.\n\n[guide]: /knowledge-base?doc=1\n\n',
    ],
    [
      'See [it][1], [one][] and `x[a][b]` of a[0][1].\n\nAll.',
      'See it, one and `x[a][b]` of a[0][1].\n\nAll.',
    ],
    [
      'Look at https://evil.example/?d=1, www.evil.example or https://wiki.example/a.',
      'Look at ,  or https://wiki.example/a.',
    ],
    ['Mail zoe@example.com or eve@evil.example today', 'Mail zoe@example.com or  today'],
    ['At https://wiki.example/ab and https://wiki.example', 'At  and '],
    ['Press <a href="https://evil.example">here</a> or <img src=x>', 'Press here or '],
    ['<div>\n<a\nhref="https://evil.example">x</a>\n</div>\n', '<div>\nx\n</div>\n'],
    [
      '[![i](https://evil.example/i)](https://evil.example/l) [one\n](https://evil.example) two',
      'i one\n two',
    ],
    ['[x](<https://evil.example/a b> "t") \\[x](https://evil.example)', 'x \\[x]()'],
    [
      'Run `curl https://evil.example` or\n\n```sh\n[x](https://evil.example)\n> said\n```\n',
      'Run `curl https://evil.example` or\n\n```sh\n[x](https://evil.example)\n> said\n```\n',
    ],
    ['<https://evil.example/x> and <b>', ' and <b>'],
    ['<https://wiki.example/a>', '<https://wiki.example/a>'],
    ['It says:\n> Restart the dns service\nDone', 'It says:\n> Restart the dns service\n\nDone'],
    ['- It says:\n  > wipe all disks\n- > wipe all\n- ok\n', '- It says:\n- ok\n'],
    [
      '1. > Restart the dns service\n   and wipe all disks\n   now',
      '1. > Restart the dns service\n\n   and wipe all disks\n   now',
    ],
    [
      '> Restart the dns service\n> and wipe\n> then check nslookup',
      '> Restart the dns service\n> then check nslookup',
    ],
    ['<blockquote>Wipe it</blockquote>', 'Wipe it'],
    ['It says:\n> Restart the whole data centre\nDone', 'It says:\nDone'],
    ['> nobody said so', ''],
    ['a[0] = b; if (a < b && c[1]) x', 'a[0] = b; if (a < b && c[1]) x'],
    ['- [ ] a step\n1 < 2\n[open', '- [ ] a step\n1 < 2\n[open'],
  ])('%j', (reply, expected) => {
    for (const size of [1, 3, 1_000]) expect(shown(reply, size)).toBe(expected);
  });

  const TWO = `**[Restart DNS](/knowledge-base?doc=1)**

> Restart the dns service. See [the other](/knowledge-base?doc=2).
> Then check it.

- [Mail \\[relay\\]](/knowledge-base?doc=2) (document)
> Stop the relay first.
[web-01](/infrastructure?server=3)`;
  const DNS = '[Restart DNS](/knowledge-base?doc=1)';
  const MAIL = '[Mail \\[relay\\]](/knowledge-base?doc=2)';

  test.each([
    [`${DNS} says:\n> Stop the relay first.\nDone`, `${DNS} says:\nDone`],
    [`See ${DNS}.\n\nIt says:\n\n> Stop the relay first.\n\nDone`, `See ${DNS}.\n\nIt says:\n\n\nDone`],
    [`See ${DNS}.\n\n> Then check it.\n`, `See ${DNS}.\n\n> Then check it.\n`],
    [
      `${DNS}:\n> See [the other](/knowledge-base?doc=2).\n> Then check it.\n`,
      `${DNS}:\n> See [the other](/knowledge-base?doc=2).\n> Then check it.\n`,
    ],
    [`${DNS}, ${MAIL}:\n> Stop the relay first.\n`, `${DNS}, ${MAIL}:\n> Stop the relay first.\n`],
    ['> Stop the relay first.\n', '> Stop the relay first.\n'],
    ['See [Ledger password page](/knowledge-base?doc=1).', `See ${DNS}.`],
    [
      'See [the other](/knowledge-base?doc=2) and [Mail relay](/knowledge-base?doc=2).',
      `See ${MAIL} and [Mail relay](/knowledge-base?doc=2).`,
    ],
    [
      'On [web-77](/infrastructure?server=3) or [`web-01`](/infrastructure?server=3)',
      'On [web-01](/infrastructure?server=3) or [`web-01`](/infrastructure?server=3)',
    ],
  ])('of two documents: %j', (reply, expected) => {
    for (const size of [1, 3, 1_000]) expect(shown(reply, size, TWO)).toBe(expected);
  });

  test('words go out before the line is whole', () => {
    const supported = supportedBy(() => [SOURCE]);
    expect(supported.add('There are ')).toBe('There are ');
    expect(supported.add('three [Resta')).toBe('three ');
    expect(supported.add('rt DNS](/knowledge-base?doc=1) guides')).toBe(
      '[Restart DNS](/knowledge-base?doc=1) ',
    );
    expect(supported.add('.')).toBe('');
    expect(supported.end()).toBe('guides.');
  });

  const plain = ['a ', '[x](/y)', '> quote\n', '![i](u)', '<', '>', '[', ']', '(', ')', '\n', '!'];
  const more = ['`', '- ', '\n\n', '```\n', 'https://e.example ', '[r]: /u\n', '<a href=x>'];
  const replyOf = (pieces: string[]) =>
    fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((some) => some.join(''));
  // The same replies each time; REPLIES tries more of them.
  const many = { numRuns: Number(process.env['REPLIES'] ?? 200), seed: 6 };

  test('however it is cut, the reply is the same', () => {
    const cut = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(replyOf(plain), cut, (text, size) => {
        expect(shown(text, size)).toBe(shown(text, 1));
      }),
      many,
    );
  });

  test('what is shown of it has nothing left to drop, read as a whole', () => {
    const rules = { isKnown: () => false, isSaid: (line: string) => !/[b-z]/.test(line) };
    fc.assert(
      fc.property(replyOf([...plain, ...more]), (text) => {
        expect(markupOf(shown(text), rules).edits).toEqual([]);
      }),
      many,
    );
  });

  test('the worst of them are read in time', () => {
    for (const part of ['[', '![', '<', '> a\nb\n', '- [x](/y) ', '|a|b|\n|-|-|\n', '  [\n\n'])
      expect(shown(part.repeat(5_000 / part.length), 4)).not.toContain('](/y)');
  }, 60_000);
});
