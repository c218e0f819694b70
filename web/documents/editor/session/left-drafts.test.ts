import { expect, test } from 'vitest';
import { newFields } from './document-fields.ts';
import { leftDrafts, type KeptDraft, putAside } from './drafts.ts';

const saved = { ...newFields('knowledge-base'), title: 'T', content: 'Stored' };
const at = (minute: number) => `2026-11-20T03:${String(minute).padStart(2, '0')}:00.000Z`;
const local = (content: string, minute: number, more: Partial<KeptDraft> = {}): KeptDraft => ({
  version: 1,
  savedAt: at(minute),
  changeLog: '',
  fields: { ...saved, content },
  key: `draft:u:d:${content}`,
  ...more,
});
const server = (content: string, minute: number) => ({
  version: 1,
  savedAt: at(minute),
  fields: { ...saved, content },
});
const offersOf = (drafts: ReturnType<typeof leftDrafts>) =>
  drafts.map(({ fields, keptBy }) => `${fields.content} ${keptBy}`);

test('ED-10 offers drafts of this browser and of another one, the newest first', () => {
  expect(offersOf(leftDrafts([local('desk', 1)], server('phone', 2), saved))).toEqual([
    'phone server',
    'desk browser',
  ]);
  expect(offersOf(leftDrafts([local('desk', 3)], server('phone', 2), saved))).toEqual([
    'desk browser',
    'phone server',
  ]);
  expect(offersOf(leftDrafts([], server('phone', 2), saved))).toEqual(['phone elsewhere']);
});

test('ED-10 does not offer the server’s copy of a draft that this browser has', () => {
  const typedOn = local('desk and more', 3, { pushedAt: at(2) });
  expect(offersOf(leftDrafts([typedOn], server('desk', 2), saved))).toEqual(['desk and more browser']);
  const [same] = leftDrafts([local('desk', 3)], server('desk', 2), saved);
  expect(same).toMatchObject({ keptBy: 'browser', pushedAt: at(2) });
  expect(leftDrafts([local('Stored', 3)], server('Stored', 2), saved)).toEqual([]);
});

test('ED-10 moves the server’s copy aside before new typing replaces it', () => {
  const held = new Map<string, string>();
  const store = () => ({
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
    key: () => null,
    length: 0,
  });
  const [phone] = leftDrafts([local('desk', 1)], server('phone', 2), saved);
  if (!phone) throw new Error('One is expected');
  expect(putAside(phone, 'draft:u:d:aside', store)).toBe(true);
  expect(held.get('draft:u:d:aside')).toContain('phone');
  const full = () => ({
    ...store(),
    setItem: () => {
      throw new Error('Full');
    },
  });
  expect(putAside(phone, 'draft:u:d:aside', full)).toBe(false);
});

test('ED-10 VER-05 a change note counts as unsaved typing, wherever it is stored', () => {
  expect(offersOf(leftDrafts([local('Stored', 1)], undefined, saved))).toEqual([]);
  expect(offersOf(leftDrafts([local('Stored', 1, { changeLog: 'Why' })], undefined, saved))).toEqual([
    'Stored browser',
  ]);
  const there = { ...server('Stored', 2), fields: { ...server('Stored', 2).fields, changeLog: 'Because' } };
  expect(
    leftDrafts([local('Stored', 1, { changeLog: 'Why' })], there, saved).map((draft) => draft.changeLog),
  ).toEqual(['Because', 'Why']);
});
