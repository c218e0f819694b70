import { markdownLanguage } from '@codemirror/lang-markdown';
import { type Tree, TreeFragment } from '@lezer/common';
import { expect, test } from 'vitest';
import { sectionedMarkdown } from './sectioned-markdown.ts';
import { fc } from '../../../../test/properties.ts';

/** Every node except sections, as `name from–to`. */
function nodesOf(tree: Tree): string[] {
  const nodes: string[] = [];
  tree.iterate({
    enter: ({ name, from, to }) => void (name !== 'Section' && nodes.push(`${name} ${from}–${to}`)),
  });
  return nodes;
}

const LINES = [
  'Words that begin a block.',
  '# Heading',
  '###### Deep',
  '```bash',
  '```',
  '~~~',
  '- point',
  '1. step',
  '   inside',
  '    code',
  '> quote',
  '',
  '',
  '',
  ' ',
  '<!-- note',
  '-->',
  '<pre>',
  '</pre>',
  '<div>',
  '| a | b |',
  '| - | - |',
  '---',
  '[name]: /address',
  'Ein Satz *mit* `Zeichen`',
  '\t',
  'x'.repeat(700),
];
const text = fc
  .array(fc.constantFrom(...LINES), { minLength: 20, maxLength: 120 })
  .map((lines) => lines.join('\n'));
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.constantFrom(0, 1, 2, 5, 40, 900),
  put: fc.constantFrom('', 'a', ' ', '\n', '\n\n', '```', '#', '- ', '>', '<!--', 'Long\n\nText\n\n# H\n'),
});

test('ED-12 parsing section by section equals parsing the whole, also after each of many edits', () => {
  fc.assert(
    fc.property(text, fc.array(edit, { maxLength: 12 }), fc.nat(3_000), (start, edits, stop) => {
      let now = start;
      let tree = sectionedMarkdown.parser.parse(now);
      let fragments = TreeFragment.addTree(tree);
      expect(nodesOf(tree)).toEqual(nodesOf(markdownLanguage.parser.parse(now)));
      for (const { at, removed, put } of edits) {
        const from = Math.floor(at * now.length);
        const to = Math.min(now.length, from + removed);
        now = now.slice(0, from) + put + now.slice(to);
        fragments = TreeFragment.applyChanges(fragments, [
          { fromA: from, toA: to, fromB: from, toB: from + put.length },
        ]);
        // Stops parsing early, as when the next key arrives before a long text is parsed.
        const part = sectionedMarkdown.parser.startParse(now, fragments);
        part.stopAt(Math.min(stop, now.length));
        let read = part.advance();
        while (!read) read = part.advance();
        fragments = TreeFragment.addTree(read, fragments, true);
        tree = sectionedMarkdown.parser.parse(now, fragments);
        fragments = TreeFragment.addTree(tree, fragments);
        expect(nodesOf(tree)).toEqual(nodesOf(markdownLanguage.parser.parse(now)));
      }
    }),
    { numRuns: 200 },
  );
});
