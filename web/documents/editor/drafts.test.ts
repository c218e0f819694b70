import { expect, test } from 'vitest';
import { newFields } from './document-fields.ts';
import { type Draft, draftKey, dropDraft, keepDraft, readDraft } from './drafts.ts';

const memory = () => {
  const held = new Map<string, string>();
  return {
    held,
    open: () => ({
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => void held.set(key, value),
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
  fields: { ...newFields('work-instructions'), title: 'Fail over', tags: ['db'] },
};
const key = draftKey('u1', 'd1');

test('ED-10 a draft comes back with the version it started from', () => {
  const { open } = memory();
  expect(keepDraft(key, draft, open)).toBe(true);
  expect(readDraft(key, open)).toEqual(draft);
  expect(readDraft(draftKey('u2', 'd1'), open)).toBeUndefined();
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

test('ED-10 a store that the browser forbids or that is full breaks nothing', () => {
  expect(readDraft(key, forbidden)).toBeUndefined();
  expect(keepDraft(key, draft, forbidden)).toBe(false);
  expect(() => dropDraft(key, forbidden)).not.toThrow();
});
