import { expect, test } from 'vitest';
import { DocumentChange, DocumentInput } from './documents.ts';
import { DraftInput } from './drafts.ts';

test('VER-01 ED-10 a text from any client gets the line endings of the editors', () => {
  const content = 'a\r\nb\rc\n\r\n';
  const plain = { content: 'a\nb\nc\n\n' };
  expect(DocumentInput.parse({ title: 'T', content })).toMatchObject(plain);
  expect(DocumentChange.parse({ content })).toEqual(plain);
  expect(DraftInput.parse({ fields: { content } }).fields).toEqual(plain);
});
