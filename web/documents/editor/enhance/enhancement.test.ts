import { expect, test, vi } from 'vitest';
import { toast } from '../../../ui/overlays/toasts.ts';
import { newFields } from '../session/document-fields.ts';
import { changesOf, toastsFor } from './enhancement.ts';

const fields = { ...newFields('knowledge-base'), title: 'Restart DNS', content: 'Text', tags: ['dns'] };
const same = { improvedContent: 'Text', suggestedTitle: 'Restart DNS', extractedTags: ['dns'], summary: '' };

test('ED-09 without an improvement nothing changes', () => {
  expect(changesOf(fields, same)).toEqual({});
});

test('ED-09 replaces a title only if it differs, adds tags, and sets an excerpt only if there is none', () => {
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

vi.mock('../../../ui/overlays/toasts.ts', () => ({ toast: vi.fn<(content: object) => void>() }));

test.each([
  ['title', 'Title Enhanced', 'Failed to enhance title. Please try again.'],
  ['excerpt', 'Excerpt Enhanced', 'Failed to enhance excerpt. Please try again.'],
  ['purpose', 'Purpose Enhanced', 'Failed to enhance purpose. Please try again.'],
  ['content', 'Content Enhanced', 'Failed to enhance content with AI. Please try again.'],
] as const)('ED-09 the toasts about the %s have the texts of the product', (what, enhanced, failed) => {
  const words = toastsFor(what);
  expect(words.enhanced).toBe(enhanced);
  words.failed();
  expect(toast).toHaveBeenLastCalledWith({ kind: 'error', title: 'Enhancement Failed', text: failed });
  words.nothing();
  expect(toast).toHaveBeenLastCalledWith({
    kind: 'success',
    title: 'No Enhancement',
    text: `AI couldn't improve the ${what} further.`,
  });
});
