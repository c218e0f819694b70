import { expect, test } from 'vitest';
import { newFields } from '../document-fields.ts';
import { changesOf } from './enhancement.ts';

const fields = { ...newFields('knowledge-base'), title: 'Restart DNS', content: 'Text', tags: ['dns'] };
const same = { improvedContent: 'Text', suggestedTitle: 'Restart DNS', extractedTags: ['dns'], summary: '' };

test('ED-09 nothing better changes nothing', () => {
  expect(changesOf(fields, same)).toEqual({});
});

test('ED-09 a title only if it differs, tags are added, an excerpt only where there is none', () => {
  const better = {
    improvedContent: '# Text',
    suggestedTitle: 'DNS',
    extractedTags: ['dns', 'windows'],
    summary: 'S.',
  };
  const changes = { content: '# Text', title: 'DNS', tags: ['dns', 'windows'] };
  expect(changesOf(fields, better)).toEqual({ ...changes, excerpt: 'S.' });
  expect(changesOf({ ...fields, excerpt: 'Mine' }, better)).toEqual(changes);
});
