import { expect, test } from 'vitest';
import { newFields } from './document-fields.ts';
import {
  clearOldDrafts,
  type Draft,
  draftsOf,
  dropDraft,
  keepDraft,
  listDrafts,
  moveDraft,
  ownKey,
  readDraft,
} from './drafts.ts';

const memory = (room = Infinity) => {
  const held = new Map<string, string>();
  return {
    held,
    open: () => ({
      key: (index: number) => [...held.keys()][index] ?? null,
      length: held.size,
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => {
        const others = [...held]
          .filter(([other]) => other !== key)
          .flat()
          .join('').length;
        if (others + key.length + value.length > room) throw new Error('Full');
        held.set(key, value);
      },
      removeItem: (key: string) => void held.delete(key),
    }),
  };
};

const forbidden = () => {
  throw new Error('The operation is insecure.');
};

const draft: Draft = {
  version: 3,
  savedAt: '2026-11-20T03:07:00.000Z',
  changeLog: 'Why it changes',
  fields: { ...newFields('work-instructions'), title: 'Fail over', tags: ['db'] },
};
const key = draftsOf('u1', 'd1');

test('ED-10 restores a draft with the version it started from', () => {
  const { open } = memory();
  expect(keepDraft(key, draft, open)).toBe(true);
  expect(readDraft(key, open)).toEqual(draft);
  expect(readDraft(draftsOf('u2', 'd1'), open)).toBeUndefined();
  dropDraft(key, open);
  expect(readDraft(key, open)).toBeUndefined();
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '{"version":1}',
  JSON.stringify({ ...draft, fields: { ...draft.fields, tags: 'x' } }),
])('ED-10 a broken store counts as no draft: %s', (stored) => {
  const { held, open } = memory();
  held.set(key, stored);
  expect(readDraft(key, open)).toBeUndefined();
});

test('ED-10 a store that is blocked or full breaks nothing', () => {
  expect(readDraft(key, forbidden)).toBeUndefined();
  expect(keepDraft(key, draft, forbidden)).toBe(false);
  expect(() => dropDraft(key, forbidden)).not.toThrow();
});

test('ED-10 each tab stores its own draft, and all remaining ones are returned, the newest first', () => {
  const { open } = memory();
  const [first, second] = [ownKey(key), ownKey(key)];
  const at = (savedAt: string, title: string) => ({ ...draft, savedAt, fields: { ...draft.fields, title } });
  keepDraft(first, at('2026-11-20T03:07:00.000Z', 'First tab'), open);
  keepDraft(second, at('2026-11-20T03:09:00.000Z', 'Second tab'), open);
  // A draft in the old format without a tab, and drafts of other accounts and documents.
  keepDraft(key, at('2026-11-20T03:08:00.000Z', 'Old form'), open);
  keepDraft(ownKey(draftsOf('u2', 'd1')), draft, open);
  keepDraft(draftsOf('u1', 'd10'), draft, open);
  expect(listDrafts(key, open).map(({ fields }) => fields.title)).toEqual([
    'Second tab',
    'Old form',
    'First tab',
  ]);
  dropDraft(second, open);
  expect(listDrafts(key, open).map((kept) => kept.key)).toEqual([key, first]);
});

test('ED-10 moves a draft in a store without space for two, and keeps it in place if that fails', () => {
  const size = JSON.stringify(draft).length;
  const wide = memory(size + 30);
  keepDraft(key, draft, wide.open);
  expect(moveDraft({ ...draft, key }, `${key}:tab`, wide.open)).toBe(true);
  expect([...wide.held.keys()]).toEqual([`${key}:tab`]);
  const tight = memory(size + key.length);
  keepDraft(key, draft, tight.open);
  expect(moveDraft({ ...draft, key }, `${key}:tab`, tight.open)).toBe(false);
  expect(readDraft(key, tight.open)).toEqual(draft);
});

test('ED-10 deletes drafts of more than 60 days, and the oldest beyond 50; nothing else', () => {
  const { held, open } = memory();
  held.set('theme', 'dark');
  const at = (day: number) => new Date(Date.UTC(2026, 8, day)).toISOString();
  for (let day = 1; day <= 80; day++) keepDraft(`${key}:${day}`, { ...draft, savedAt: at(day) }, open);
  clearOldDrafts(new Date(at(80)), open);
  expect(held.size).toBe(51);
  expect(listDrafts(key, open).at(-1)?.savedAt).toBe(at(31));
  clearOldDrafts(new Date(at(130)), open);
  expect(listDrafts(key, open).at(-1)?.savedAt).toBe(at(70));
  expect(held.get('theme')).toBe('dark');
});
