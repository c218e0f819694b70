import { expect, test } from 'vitest';
import { newFields } from './document-fields.ts';
import { fc } from '../../../../test/properties.ts';
import { mergeFields, resolved, withSince } from './merge.ts';
import { isConflict, joined, mergeText } from './text-merge.ts';

test('ED-10 separate edits merge without a question', () => {
  const pieces = mergeText('a\nb\nc\nd\ne', 'a1\nb\nc\nd\ne', 'a\nb\nc\nd\ne1\nf');
  expect(pieces.some(isConflict)).toBe(false);
  expect(joined(pieces, [])).toBe('a1\nb\nc\nd\ne1\nf');
  // The same change on both sides is no conflict.
  expect(mergeText('a', 'b', 'b').some(isConflict)).toBe(false);
});

test('ED-10 of overlapping edits either or both can stay', () => {
  const pieces = mergeText('top\nold\nend', 'top\nmine\nend', 'top\ntheirs\nend');
  expect(pieces.filter(isConflict)).toEqual([{ base: ['old'], mine: ['mine'], theirs: ['theirs'] }]);
  expect(joined(pieces, ['mine'])).toBe('top\nmine\nend');
  expect(joined(pieces, ['theirs'])).toBe('top\ntheirs\nend');
  expect(joined(pieces, [])).toBe('top\nmine\ntheirs\nend');
});

test('ED-10 fields merge one by one, and those that both changed are conflicts', () => {
  const origin = {
    ...newFields('knowledge-base'),
    title: 'T',
    category: 'DNS',
    tags: ['a', 'b'],
    content: 'x',
  };
  const mine = { ...origin, title: 'Mine', isPublished: true, tags: ['a', 'b', 'c'] };
  const theirs = { ...origin, title: 'Theirs', category: 'VPN', tags: ['b'], content: 'x\ny' };
  const merge = mergeFields(origin, mine, theirs);
  expect(merge.conflicts).toEqual([{ field: 'title', mine: 'Mine', theirs: 'Theirs' }]);
  expect(merge.fields).toMatchObject({
    isPublished: true,
    category: 'VPN',
    tags: ['b', 'c'],
    content: 'x\ny',
  });
  expect([resolved(merge, ['mine']).title, resolved(merge, ['theirs']).title]).toEqual(['Mine', 'Theirs']);
  // Only title and text of the original version are known.
  const unknown = mergeFields({ title: 'T', content: 'x' }, { ...mine, title: 'T' }, theirs);
  expect(unknown.conflicts.map(({ field }) => field)).toEqual(['category', 'isPublished']);
});

test('ED-10 keeps an image that arrives while a writer resolves a conflict', () => {
  const origin = { ...newFields('knowledge-base'), title: 'T', content: 'One.\n\nTwo.\n\nThree.' };
  const mine = { ...origin, content: origin.content.replace('Two.', 'Mine.') };
  const merge = mergeFields(origin, mine, { ...origin, content: origin.content.replace('Two.', 'Theirs.') });
  const now = { ...mine, content: `${mine.content}\n\n![rack](/objects/1)` };
  const chosen = resolved(merge, ['theirs']);
  expect(withSince(merge, chosen, now).content).toBe('One.\n\nTheirs.\n\nThree.\n\n![rack](/objects/1)');
  expect(withSince(merge, chosen, mine)).toEqual(chosen);
});

test('ED-10 adds an image at the very place of a conflict, and keeps the decision', () => {
  const image = '\n\n<!-- width=300px height=auto -->\n![rack](/objects/1)';
  const origin = { ...newFields('knowledge-base'), title: 'T', content: 'One.\n\nTwo.\n\nThree.' };
  const made = (by: string) => ({ ...origin, title: by, content: origin.content.replace('Two.', `${by}.`) });
  const merge = mergeFields(origin, made('Mine'), made('Theirs'));
  const now = { ...made('Mine'), content: made('Mine').content.replace('Mine.', `Mine.${image}`) };
  for (const [choice, text] of [
    ['theirs', 'Theirs.'],
    ['mine', 'Mine.'],
    ['both', 'Mine.\nTheirs.'],
  ] as const) {
    const saved = withSince(merge, resolved(merge, [choice, choice]), now);
    expect(saved.content).toBe(`One.\n\n${text}${image}\n\nThree.`);
    expect(saved.title).toBe(choice === 'theirs' ? 'Theirs' : 'Mine');
  }
  // A deleted passage stays deleted.
  const removed = mergeFields(origin, made('Mine'), { ...origin, content: 'One.\n\nThree.' });
  const saved = withSince(removed, resolved(removed, ['theirs']), now);
  expect(saved.content).not.toContain('Mine.');
  expect(saved.content).toContain(image);
});

test('ED-10 a step that one side removes or adds is no edit of the steps after it', () => {
  const guide = (...steps: string[]) => ({
    ...newFields('how-to-guides'),
    content: `## Steps\n\n${steps.map((step, index) => `### Step ${index + 1}: ${step}\n\nDo ${step}`).join('\n\n')}`,
  });
  const origin = guide('A', 'B', 'C');
  const edited = { ...origin, content: origin.content.replace('Do C', 'Do C well') };
  const merge = mergeFields(origin, edited, guide('A', 'C'));
  expect(merge.conflicts).toEqual([]);
  expect(merge.fields.content).toBe(guide('A', 'C').content.replace('Do C', 'Do C well'));
  const both = mergeFields(origin, guide('A', 'B', 'C', 'Mine'), guide('A', 'B', 'C', 'Theirs'));
  expect(both.conflicts).toMatchObject([{ mine: expect.stringMatching(/^\s*### Step: Mine\n/) }]);
  expect(resolved(both, ['both']).content).toBe(guide('A', 'B', 'C', 'Mine', 'Theirs').content);
  // Free text is not parsed as a form.
  const free = { ...newFields('knowledge-base'), content: '## Steps\n\n### Step 7: x' };
  expect(mergeFields(free, { ...free, content: `${free.content}\nmine` }, free).fields.content).toContain(
    '### Step 7: x',
  );
});

test('ED-10 an action that one side adds at the front is no edit of the actions after it', () => {
  const build = (actions: string) => ({
    ...newFields('build-documents'),
    content: `## Build Steps\n\n### Step 1: Rack\n\n#### Actions\n\n${actions}\n\n#### Commands\n\n\`\`\`\n7. no action\n\`\`\``,
  });
  const origin = build('1. Unpack\n2. Rack\n3. Power');
  const merge = mergeFields(
    origin,
    build('1. Unpack\n2. Rack\n3. Power on'),
    build('1. Sign\n2. Unpack\n3. Rack\n4. Power'),
  );
  expect(merge.conflicts).toEqual([]);
  expect(merge.fields.content).toBe(build('1. Sign\n2. Unpack\n3. Rack\n4. Power on').content);
});

/** Texts of unique words, so that each word can be found. */
const edits = fc.array(
  fc.record({ at: fc.nat(200), remove: fc.nat(3), insert: fc.nat({ max: 3 }), blank: fc.boolean() }),
  { maxLength: 8 },
);

function edited(
  base: string[],
  changes: { at: number; remove: number; insert: number; blank: boolean }[],
  who: string,
) {
  const lines = [...base];
  const words: string[] = [];
  for (const { at, remove, insert, blank } of changes) {
    const fresh = Array.from({ length: insert }, (_, n) => `${who}${words.length + n}.`);
    words.push(...fresh);
    lines.splice(
      at % (lines.length + 1),
      remove,
      ...fresh.map((word) => `the ${word} word`),
      ...(blank ? [''] : []),
    );
  }
  return { text: lines.join('\n'), words: words.filter((word) => lines.join('\n').includes(word)) };
}

test('ED-10 1,000 pairs of edits lose no word of either side', () => {
  let conflicts = 0;
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('', 'step', 'next', '```'), { maxLength: 40 }),
      edits,
      edits,
      (base, a, b) => {
        const [mine, theirs] = [edited(base, a, 'mine'), edited(base, b, 'theirs')];
        const pieces = mergeText(base.join('\n'), mine.text, theirs.text);
        conflicts += pieces.filter(isConflict).length;
        const merged = joined(pieces, []);
        for (const word of [...mine.words, ...theirs.words]) expect(merged).toContain(word);
        // If only one side changed, the result is exactly its text.
        expect(joined(mergeText(base.join('\n'), mine.text, base.join('\n')), [])).toBe(mine.text);
        expect(joined(mergeText(base.join('\n'), base.join('\n'), theirs.text), [])).toBe(theirs.text);
      },
    ),
    { numRuns: 1_000 },
  );
  expect(conflicts).toBeGreaterThan(100);
});

test('ED-10 different line endings are no difference', () => {
  const pieces = mergeText('a\r\nb\r\nc', 'a\nb\nmine', 'theirs\r\nb\r\nc');
  expect(pieces.some(isConflict)).toBe(false);
  expect(joined(pieces, [])).toBe('theirs\nb\nmine');
});
