import { expect, test } from 'vitest';
import { fc } from '../../../test/properties.ts';
import { bestCovers, matchesOf, partsOf, type Match } from './matcher.ts';
import type { Span } from './meaning.ts';

/** "colour:red" is a phrase of this kind and detail, "~the" a filler word, and other words have no meaning. */
const spansIn = (text: string): Span[] =>
  text.split(' ').map((word, at) => {
    const [is = '', of] = word.split(':');
    const isFiller = word.startsWith('~');
    const meanings = of === undefined ? [] : is.split('/').map((kind) => ({ is: kind, of }));
    return { text: word, start: at, end: at + 1, meanings, isFiller };
  });
type Row = { shape: string; parts: ReturnType<typeof partsOf> };
const rowOf = (shape: string): Row => ({ shape, parts: partsOf(shape) });
const found = (shape: string, text: string): string[] =>
  matchesOf(rowOf(shape), spansIn(text)).map((match) => match.taken.join(' '));

test.each([
  ['[colour] [thing]', 'colour:red thing:car', ['0 1']],
  ['[colour] [thing]', 'colour:red ~the thing:car', ['0 2']],
  ['[colour] [thing]', 'colour:red strange thing:car', []],
  ['[colour] … [thing]', 'colour:red strange thing:car', ['0 2']],
  ['[colour:blue] [thing]', 'colour:red thing:car', []],
  ['[colour:blue|colour:red] [thing]', 'colour:red thing:car', ['0 1']],
  ['[size]? [thing]', 'size:big thing:car', ['0 1', '1']],
  ['[thing] [size]?', 'thing:car size:big', ['0 1', '0']],
  ['[thing]+', 'thing:car or:or thing:bus', ['0', '0 1 2', '2']],
  ['[thing]+', 'thing:car thing:bus', ['0', '0 1', '1']],
  ['[thing]+', 'thing:car strange thing:bus', ['0', '2']],
])('AI-10 the pattern %s in "%s"', (shape, text, taken) => {
  expect(found(shape, text)).toEqual(taken);
});

test('AI-10 a pattern that is written wrong is refused', () => {
  for (const shape of ['colour', '[colour', '[colour]* [thing]'])
    expect(() => partsOf(shape)).toThrow(/is no part/);
});

const coversOf = (shapes: string[], text: string, change = (matches: Match<Row>[]) => matches) => {
  const spans = spansIn(text);
  const matches = change(shapes.flatMap((shape) => matchesOf(rowOf(shape), spans)));
  return bestCovers(spans, matches, {
    weightOf: ({ isFiller }) => (isFiller ? 0 : 1),
    costOf: ({ skipped }) => 1 + skipped / 100,
    isComplete: () => true,
    isAllowed: (some) => some.filter(({ row }) => row.shape.includes('ask')).length < 2,
  }).map(({ matches: some, unread }) => ({ shapes: some.map(({ row }) => row.shape), unread }));
};

test('AI-10 the cover with the fewest unread words wins, then the one with the fewest and closest patterns', () => {
  expect(coversOf(['[a]', '[a] [b]'], 'a:1 b:1')).toEqual([{ shapes: ['[a] [b]'], unread: [] }]);
  expect(coversOf(['[a]', '[b]', '[a] [b]'], 'a:1 b:1')).toEqual([{ shapes: ['[a] [b]'], unread: [] }]);
  expect(coversOf(['[a] … [b]'], 'a:1 c:1 b:1 b:2')).toEqual([{ shapes: ['[a] … [b]'], unread: [1, 3] }]);
  expect(coversOf(['[a]'], 'a:1 strange ~the')).toEqual([{ shapes: ['[a]'], unread: [1] }]);
  expect(coversOf([], '~the')).toEqual([{ shapes: [], unread: [] }]);
});

test('AI-10 patterns that may not stand together leave words unread', () => {
  expect(coversOf(['[ask]', '[ask] [a]'], 'ask:1 ask:2 a:1')).toEqual([
    { shapes: ['[ask] [a]'], unread: [0] },
  ]);
});

test('AI-10 equal covers are all returned', () => {
  const covers = coversOf(['[a]', '[b]'], 'a/b:1');
  expect(covers.map(({ shapes }) => shapes[0])).toEqual(['[a]', '[b]']);
});

test('AI-10 the order of patterns has no meaning', () => {
  const shapes = ['[a]', '[b]', '[a] [b]', '[a]+', '[b] … [a]', '[ask] [a]?', '[a] … [ask]', '[c]? [b]'];
  const words = fc.array(fc.constantFrom('a:1', 'b:1', 'c:1', 'ask:1', 'or:or', '~the', 'strange'), {
    minLength: 1,
    maxLength: 7,
  });
  const textOf = (covers: ReturnType<typeof coversOf>) =>
    covers.map((cover) => JSON.stringify(cover)).toSorted();
  fc.assert(
    fc.property(words, (typed) => {
      const text = typed.join(' ');
      const backwards = coversOf(shapes.toReversed(), text, (matches) => matches.toReversed());
      expect(textOf(backwards)).toEqual(textOf(coversOf(shapes, text)));
    }),
  );
});

test('AI-10 nothing of a text is read if no choice of patterns reads it', () => {
  const spans = spansIn('a:1 ~the strange');
  const weighing = {
    weightOf: ({ isFiller }: Span) => (isFiller ? 0 : 1),
    costOf: () => 1,
    isComplete: () => false,
    isAllowed: () => true,
  };
  expect(bestCovers(spans, matchesOf(rowOf('[a]'), spans), weighing)).toEqual([
    { matches: [], unread: [0, 2] },
  ]);
});
