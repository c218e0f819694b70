import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { supportedBy } from './supported.ts';

const SOURCE =
  'Known: [Restart DNS](/knowledge-base?doc=1) says:\n> Restart the **dns** service, then check nslookup.\n[site](https://wiki.example/a)';

function shown(reply: string, size = 1): string {
  const supported = supportedBy(() => [SOURCE]);
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
    ['<https://evil.example/x> and <b>', ' and <b>'],
    ['<https://wiki.example/a>', '<https://wiki.example/a>'],
    ['It says:\n> Restart the dns service\nDone', 'It says:\n> Restart the dns service\nDone'],
    ['It says:\n> Restart the whole data centre\nDone', 'It says:\nDone'],
    ['> nobody said so', ''],
    ['a[0] = b; if (a < b && c[1]) x', 'a[0] = b; if (a < b && c[1]) x'],
    ['- [ ] a step\n1 < 2\n[open', '- [ ] a step\n1 < 2\n[open'],
  ])('%j', (reply, expected) => {
    for (const size of [1, 3, 1_000]) expect(shown(reply, size)).toBe(expected);
  });

  test('words go out before the line is whole', () => {
    const supported = supportedBy(() => [SOURCE]);
    expect(supported.add('There are ')).toBe('There are ');
    expect(supported.add('three [Resta')).toBe('three ');
    expect(supported.add('rt DNS](/knowledge-base?doc=1) guides')).toBe(
      '[Restart DNS](/knowledge-base?doc=1) guides',
    );
  });

  test('however it is cut, the reply is the same', () => {
    const piece = fc.constantFrom(
      'a ',
      '[x](/y)',
      '> quote\n',
      '![i](u)',
      '<',
      '>',
      '[',
      ']',
      '(',
      ')',
      '\n',
      '!',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), (pieces, size) => {
        const reply = pieces.join('');
        expect(shown(reply, size)).toBe(shown(reply, 1));
      }),
    );
  });
});
