import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { DocumentChange, DocumentInput, DocumentQuery } from './documents.ts';
import { LIMITS, TemplateType, typeOf } from '../shared/document-words.ts';
import { DraftInput } from './drafts.ts';

const least = { title: 'Title', content: 'Text' };
const problemsOf = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('API-02 limits of a document', () => {
  test.each([
    ['title', LIMITS.title, 255],
    ['content', LIMITS.content, 5_000_000],
    ['excerpt', LIMITS.excerpt, 2_000],
    ['technology', LIMITS.technology, 50],
    ['domain', LIMITS.domain, 20],
    ['category', LIMITS.category, 100],
  ])('%s takes %i characters and not one more', (field, limit, figure) => {
    expect(limit).toBe(figure);
    for (const schema of [DocumentInput, DocumentChange]) {
      expect(problemsOf(schema, { ...least, [field]: 'x'.repeat(limit) })).toEqual([]);
      expect(problemsOf(schema, { ...least, [field]: 'x'.repeat(limit + 1) })).toEqual([
        `${field}: Use at most ${limit} characters`,
      ]);
    }
  });

  test('a tag has at most 50 characters, a document 50 tags, and each tag once', () => {
    const tags = Array.from({ length: 50 }, (_, n) => `${n}`.padEnd(50, 'x'));
    expect(problemsOf(DocumentInput, { ...least, tags })).toEqual([]);
    expect(problemsOf(DocumentInput, { ...least, tags: [...tags, 'one'] })).toEqual([
      'tags: Use at most 50 tags',
    ]);
    expect(problemsOf(DocumentInput, { ...least, tags: ['x'.repeat(51)] })).toEqual([
      'tags.0: Use at most 50 characters',
    ]);
    expect(problemsOf(DocumentInput, { ...least, tags: ['dns', '  '] })).toEqual([
      'tags.1: A tag is required',
    ]);
    expect(DocumentInput.parse({ ...least, tags: ['dns', ' dns ', 'bind'] }).tags).toEqual(['dns', 'bind']);
  });

  test('a change log has at most 500 characters and a version is a number from 1', () => {
    expect(problemsOf(DocumentChange, { changeLog: 'x'.repeat(500) })).toEqual([]);
    expect(problemsOf(DocumentChange, { changeLog: 'x'.repeat(501) })).toHaveLength(1);
    expect(problemsOf(DocumentChange, { version: 1 })).toEqual([]);
    for (const version of [0, -1, 1.5, '1', null])
      expect(problemsOf(DocumentChange, { version })).toHaveLength(1);
  });

  test('a blank value counts as missing', () => {
    expect(problemsOf(DocumentInput, { title: ' \t', content: ' \n ' })).toEqual([
      'title: Title is required',
      'content: Content is required',
    ]);
    expect(problemsOf(DocumentInput, {}).map((problem) => problem.split(':')[0])).toEqual([
      'title',
      'content',
    ]);
  });

  test('one line contains no control characters, and no text contains NUL', () => {
    for (const field of ['title', 'category', 'technology', 'domain'])
      expect(problemsOf(DocumentInput, { ...least, [field]: 'a\nb' })).toHaveLength(1);
    expect(problemsOf(DocumentInput, { ...least, tags: ['a\nb'] })).toHaveLength(1);
    for (const field of ['content', 'excerpt']) {
      expect(problemsOf(DocumentInput, { ...least, [field]: 'a\r\n\tb' })).toEqual([]);
      expect(problemsOf(DocumentInput, { ...least, [field]: 'a\u0000b' })).toHaveLength(1);
    }
  });

  test('a lone surrogate becomes the replacement character', () => {
    const half = 'a\ud83d b\ud83d\ude00';
    const { title, content } = DocumentInput.parse({ ...least, title: half, content: half });
    expect([title, content]).toEqual(['a\ufffd b\ud83d\ude00', 'a\ufffd b\ud83d\ude00']);
  });

  test('threat 13 refuses values of other types and never converts them to text', () => {
    for (const value of [1, true, ['a'], { $ne: '' }]) {
      for (const field of ['title', 'content', 'excerpt', 'category', 'templateType'])
        expect(problemsOf(DocumentInput, { ...least, [field]: value })).toHaveLength(1);
    }
    expect(problemsOf(DocumentInput, { ...least, isPublished: 'true' })).toHaveLength(1);
    expect(problemsOf(DocumentInput, { ...least, tags: 'dns' })).toHaveLength(1);
  });
});

describe('API-02 stored fields', () => {
  test('null and blank clear, missing fields stay', () => {
    const cleared = { excerpt: null, technology: '', domain: '  ', category: null, tags: null };
    expect(DocumentChange.parse(cleared)).toEqual({ ...cleared, technology: null, domain: null });
    expect(DocumentChange.parse({})).toEqual({});
    expect(problemsOf(DocumentChange, { title: null })).toHaveLength(1);
    expect(problemsOf(DocumentChange, { content: null })).toHaveLength(1);
  });

  test('threat 12 drops unknown and read-only fields', () => {
    const more = { id: 'x', authorId: 'y', version: 7, createdAt: 'z', deletedAt: null, importPath: 'p' };
    expect(DocumentInput.parse({ ...least, ...more })).toEqual(least);
    expect(DocumentChange.parse({ ...least, ...more })).toEqual({ ...least, version: 7 });
  });

  test('the template type is one of a closed list', () => {
    for (const templateType of TemplateType.options)
      expect(problemsOf(DocumentInput, { ...least, templateType })).toEqual([]);
    for (const templateType of [null, '', 'none'])
      expect(DocumentInput.parse({ ...least, templateType })).toEqual({ ...least, templateType: null });
    expect(problemsOf(DocumentInput, { ...least, templateType: 'howto' })).toHaveLength(1);
  });
});

test.each([
  [null, 'knowledge-base'],
  ['general', 'knowledge-base'],
  ['server_setup', 'knowledge-base'],
  ['network_config', 'knowledge-base'],
  ['security_audit', 'knowledge-base'],
  ['maintenance', 'knowledge-base'],
  ['troubleshooting', 'knowledge-base'],
  ['work_instruction', 'work-instructions'],
  ['how_to_guide', 'how-to-guides'],
  ['build_document', 'build-documents'],
] as const)('KB-02 %s counts as %s', (templateType, type) => {
  expect(typeOf(templateType)).toBe(type);
});

test('API-01 the queries of a list have their limits', () => {
  for (const query of [{}, { limit: '1' }, { limit: '200' }, { q: 'x'.repeat(500) }, { type: 'all' }])
    expect(problemsOf(DocumentQuery, query)).toEqual([]);
  const wrong: unknown[] = [
    { limit: '0' },
    { limit: '201' },
    { limit: '1.5' },
    { limit: 'all' },
    { limit: ['5', '9'] },
    { q: ['a', 'b'] },
    { q: 'x'.repeat(501) },
    { type: 'word' },
    { fields: 'all' },
    { cursor: 'x'.repeat(501) },
  ];
  for (const query of wrong) expect(problemsOf(DocumentQuery, query)).toHaveLength(1);
});

test('VER-01 ED-10 a text from any client gets the line endings of the editors', () => {
  const content = 'a\r\nb\rc\n\r\n';
  const plain = { content: 'a\nb\nc\n\n' };
  expect(DocumentInput.parse({ title: 'T', content })).toMatchObject(plain);
  expect(DocumentChange.parse({ content })).toEqual(plain);
  expect(DraftInput.parse({ fields: { content } }).fields).toEqual(plain);
});
