import { expect, test } from 'vitest';
import { previewOf, checkTexts, generationError, MESSAGES } from './messages.ts';

test('AC-04 the toasts have the texts of the product', () => {
  expect(MESSAGES).toEqual({
    emptyText: {
      title: 'Error',
      text: 'Please enter some text content to convert into a knowledge base document.',
    },
    notValidated: {
      title: 'Validation Error',
      text: 'Unable to validate content quality. Please try again or contact support.',
    },
    notGenerated: { title: 'Error', text: 'Failed to generate preview. Please try again.' },
    imagesTooLarge: {
      title: 'Error',
      text: 'Images are too large. Please use smaller images or fewer images.',
    },
    generated: { title: 'Preview generated', text: 'Your knowledge base preview is ready for review.' },
    notSaved: { title: 'Error', text: 'Failed to save knowledge base document. Please try again.' },
    saved: { title: 'Success', text: 'Knowledge base document created successfully!' },
  });
});

test.each([
  ['413: {"message":"The images are too large"}', MESSAGES.imagesTooLarge],
  ['413: Payload Too Large', MESSAGES.imagesTooLarge],
  ['500: Internal error', MESSAGES.notGenerated],
  ['Failed to fetch', MESSAGES.notGenerated],
])('AC-04 explains %j in words', (message, explanation) => {
  expect(generationError(message)).toBe(explanation);
});

const issue = (severity: 'high' | 'medium' | 'low') => ({
  type: 'length' as const,
  severity,
  message: '',
  detected: '',
});

test.each([
  [true, [], 'Content Quality Check Passed', 'Create Knowledge Base Article'],
  [true, [issue('medium')], 'Content Quality Check Passed', 'Create Knowledge Base Article'],
  [false, [issue('medium'), issue('high')], 'Content Quality Issues Detected', 'Proceed Anyway'],
  [false, [issue('medium'), issue('low')], 'Content Quality Warning', 'Continue with Warnings'],
  [false, [], 'Content Quality Warning', 'Continue with Warnings'],
])('QC-03 valid %j with %j has the heading %j', (isValid, issues, title, proceed) => {
  expect(checkTexts({ isValid, issues })).toEqual({ title, proceed });
});

test('QC-03 shows the first 200 characters of the content', () => {
  expect(previewOf('x'.repeat(200))).toBe('x'.repeat(200));
  expect(previewOf('x'.repeat(201))).toBe(`${'x'.repeat(200)}...`);
});
