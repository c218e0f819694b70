import { expect, test } from 'vitest';
import { LIMITS } from '../../../../contract/shared/document-words.ts';
import {
  areEqual,
  byField,
  categoriesWith,
  errorsIn,
  newFields,
  whyNotSaved,
  withTag,
} from './document-fields.ts';

const fields = { ...newFields('knowledge-base'), title: 'Fail over', content: 'Stop the pool.' };

test('KB-01 a new document starts with the defaults of its type', () => {
  expect(newFields('work-instructions')).toMatchObject({ category: 'sop', templateType: 'work_instruction' });
  expect(newFields('how-to-guides')).toMatchObject({ category: 'how-to', templateType: 'how_to_guide' });
  expect(newFields('build-documents')).toMatchObject({ category: 'build', templateType: 'build_document' });
  expect(newFields('knowledge-base')).toMatchObject({ category: '', templateType: null });
});

test('ED-08 without title or content it reports the missing fields', () => {
  expect(whyNotSaved(fields)).toBeUndefined();
  expect(whyNotSaved({ ...fields, title: '  ' })).toBe('Add a title to save');
  expect(whyNotSaved({ ...fields, content: '\n' })).toBe('Add content to save');
  expect(whyNotSaved(newFields('knowledge-base'))).toBe('Add a title and content to save');
});

test('ED-08 reports a value that is too long at its field', () => {
  expect(errorsIn(fields)).toBeUndefined();
  const long = { ...fields, title: 'x'.repeat(LIMITS.title + 1), tags: ['ok', 'y'.repeat(LIMITS.tag + 1)] };
  expect(errorsIn(long)).toEqual({ title: 'Use at most 255 characters', tags: 'Use at most 50 characters' });
});

test('ED-08 shows the first error of a field', () => {
  const complaints: [string, string][] = [
    ['tags.0', 'first'],
    ['tags.1', 'second'],
    ['title', 'third'],
  ];
  expect(byField(complaints)).toEqual({ tags: 'first', title: 'third' });
});

test('ED-04 tags are added once, without surrounding blanks', () => {
  expect(withTag(['dns'], ' vpn ')).toEqual(['dns', 'vpn']);
  expect(withTag(['dns'], 'dns ')).toEqual(['dns']);
  expect(withTag(['dns'], '  ')).toEqual(['dns']);
  const full = Array.from({ length: LIMITS.tags }, (_, index) => `tag ${index}`);
  expect(withTag(full, 'one more')).toBe(full);
});

test('ED-10 detects a change of any field', () => {
  expect(areEqual(fields, { ...fields, tags: [] })).toBe(true);
  for (const change of [
    { title: 'x' },
    { content: 'x' },
    { tags: ['x'] },
    { isPublished: true },
    { templateType: 'general' as const },
  ]) {
    expect(areEqual(fields, { ...fields, ...change })).toBe(false);
  }
});

test('ED-02 categories are the default ones and those in use, each once', () => {
  const categories = categoriesWith(['DNS', 'prometheus', 'Uncategorized']);
  expect(categories).toContain('prometheus');
  expect(categories).not.toContain('Uncategorized');
  expect(categories.filter((category) => category === 'DNS')).toHaveLength(1);
});
