import { expect, test } from 'vitest';
import { UNRECORDED } from './ask-patterns.ts';
import { LEXICON } from './lexicon.ts';
import { partsOf } from './matcher.ts';
import { printExamples, printTable, readExample, SECTIONS } from './print-table.ts';

const PATTERNS = SECTIONS.flatMap(([, patterns]) => patterns);

test.each(PATTERNS)('AI-10 %s reads its example', (shape, example) => {
  const { rows, understood, others, isManual } = readExample(example);
  expect(rows.map((row) => row.shape)).toContain(shape);
  // Documents answer instructions.
  expect(isManual ? [[], []] : [understood.unread, others]).toEqual([[], []]);
});

test.each(UNRECORDED)('AI-10 $shape leaves what is not recorded unread', ({ example }) => {
  expect(readExample(example).understood.unread.length).toBeGreaterThan(0);
});

test('AI-10 no pattern stands twice in the table', () => {
  const shapes = PATTERNS.map(([shape]) => shape);
  expect(shapes.filter((shape, at) => shapes.indexOf(shape) !== at)).toEqual([]);
});

/** Kinds that the inventory, the text or a place of the parser has instead of the lexicon. */
const OF_TEXT = [
  'filter',
  'host',
  'noServer',
  'address',
  'text',
  'unknown',
  'number',
  'time',
  'person',
  'value',
];
/** Kinds that the parser reads without a pattern. */
const WITHOUT_PATTERN = ['filler', 'refer', 'past', 'another', 'and'];

test('AI-10 every kind of a pattern has phrases, and every kind of phrase has a pattern', () => {
  const all = [...LEXICON.values()].flat();
  const wanted = [...PATTERNS.map(([shape]) => shape), ...UNRECORDED.map(({ shape }) => shape)]
    .flatMap(partsOf)
    .flatMap((part) => part.wanted);
  const hasPhrase = ({ is, of }: (typeof wanted)[number]) =>
    OF_TEXT.includes(is) || all.some((one) => one.is === is && (of === undefined || one.of === of));
  expect(wanted.filter((one) => !hasPhrase(one))).toEqual([]);
  const kinds = new Set(all.map(({ is }) => is));
  for (const kind of WITHOUT_PATTERN) kinds.delete(kind);
  expect([...kinds].filter((kind) => !wanted.some(({ is }) => is === kind))).toEqual([]);
});

test('AI-10 the page about the patterns and the examples of the screens are up to date', async () => {
  await expect(printTable()).toMatchFileSnapshot('../../../docs/assistant.md');
  await expect(printExamples()).toMatchFileSnapshot('../../../contract/shared/question-examples.ts');
});
