import { expect, test } from 'vitest';
import type { Document } from '../../../contract/documents.ts';
import { newFields } from './document-fields.ts';
import { isStored, sentAs } from './unanswered-save.ts';

const fields = { ...newFields('knowledge-base'), title: ' Fail over ', content: 'a\nb', tags: ['db', 'db'] };

test('API-07 ED-10 one content has one key however often it is sent, and a changed one another', () => {
  const first = sentAs(undefined, fields, 'Why', 1);
  expect(first.key).toMatch(/^[0-9a-f]{32}$/);
  expect(sentAs(first, { ...fields }, 'Why', 1).key).toBe(first.key);
  expect(sentAs(first, { ...fields, content: 'c' }, 'Why', 1).key).not.toBe(first.key);
  expect(sentAs(first, fields, 'Why', 2).key).not.toBe(first.key);
  expect(sentAs(first, fields, 'Because', 1).key).not.toBe(first.key);
});

test('ED-10 a stored document is known as what was sent, though the server tidied it up', () => {
  const stored = {
    ...fields,
    title: 'Fail over',
    content: 'a\r\nb',
    excerpt: null,
    technology: null,
    domain: null,
    category: null,
    tags: ['db'],
    version: 2,
  } as Document;
  expect(isStored(fields, stored)).toBe(true);
  expect(isStored({ ...fields, category: 'DNS' }, stored)).toBe(false);
  expect(isStored(fields, { ...stored, content: 'a\nB' })).toBe(false);
  expect(isStored({ ...fields, title: '' }, stored)).toBe(false);
});
