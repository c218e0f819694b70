import { describe, expect, test } from 'vitest';
import {
  CREATES,
  hasFilters,
  readDocumentsSearch,
  readKnowledgeBaseSearch,
} from './knowledge-base-search.ts';

test('KB-08 understands autocreate=true and no other value', () => {
  expect(readKnowledgeBaseSearch({ autocreate: 'true' }).autocreate).toBe('true');
  expect(readKnowledgeBaseSearch({ autocreate: 'yes' }).autocreate).toBeUndefined();
});

describe('KB-08 the address of the Knowledge Base page', () => {
  test('contains search, filters and the open document', () => {
    const search = { q: 'dns', type: 'how-to-guides', category: 'DNS', doc: 'a1', mode: 'preview' };
    expect(readKnowledgeBaseSearch(search)).toEqual(search);
  });

  test('invalid values count as missing', () => {
    const search = readKnowledgeBaseSearch({
      q: '',
      type: 'recipes',
      mode: 'fly',
      create: 'server',
      other: 'x',
    });
    expect(Object.values(search).filter(Boolean)).toEqual([]);
  });

  test.each(['', ' '])('an empty category counts as none: %j', (category) => {
    for (const read of [readKnowledgeBaseSearch, readDocumentsSearch])
      expect(hasFilters(read({ category }))).toBe(false);
  });

  test.each(Object.keys(CREATES))('understands create=%s', (create) => {
    expect(readKnowledgeBaseSearch({ create }).create).toBe(create);
  });
});

test('KB-06 only search and filters make a list filtered', () => {
  expect(hasFilters({ doc: 'a1', mode: 'edit' })).toBe(false);
  expect(hasFilters({ q: 'dns' })).toBe(true);
  expect(hasFilters({ type: 'how-to-guides' })).toBe(true);
  expect(hasFilters({ category: 'DNS' })).toBe(true);
});
