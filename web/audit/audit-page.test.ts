import { expect, test } from 'vitest';
import { changedFields } from './audit-page.tsx';

test('API-05 shows only the fields that differ, each with its value before and after', () => {
  const before = { title: 'Old', version: 1, tags: ['a'], category: 'keys' };
  const after = { title: 'New', version: 2, tags: ['a', 'b'], category: 'keys' };
  expect(changedFields(before, after)).toEqual([
    { name: 'title', before: 'Old', after: 'New' },
    { name: 'version', before: '1', after: '2' },
    { name: 'tags', before: '["a"]', after: '["a","b"]' },
  ]);
});

test('API-05 shows a dash for a value that was missing before or after', () => {
  expect(changedFields(null, { email: 'a@b.c' })).toEqual([{ name: 'email', before: '—', after: 'a@b.c' }]);
  expect(changedFields({ name: 'CI' }, null)).toEqual([{ name: 'name', before: 'CI', after: '—' }]);
  expect(changedFields(null, null)).toEqual([]);
});
