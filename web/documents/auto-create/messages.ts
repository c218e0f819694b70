import type { Quality } from '../../../contract/shared/quality.ts';
import { EMPTY_PASTE } from '../../../contract/calls/writing.ts';

/** Texts of the toasts. */
export const MESSAGES = {
  emptyText: { title: 'Error', text: EMPTY_PASTE },
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
};

/** The toast for a failed preview, by the message of the call. */
export const generationError = (message: string) =>
  /too large/i.test(message) ? MESSAGES.imagesTooLarge : MESSAGES.notGenerated;

/** The title of the quality check and the label of its main button. */
export function checkTexts({ isValid, issues }: Pick<Quality, 'isValid' | 'issues'>): {
  title: string;
  proceed: string;
} {
  if (isValid) return { title: 'Content Quality Check Passed', proceed: 'Create Knowledge Base Article' };
  return issues.some(({ severity }) => severity === 'high')
    ? { title: 'Content Quality Issues Detected', proceed: 'Proceed Anyway' }
    : { title: 'Content Quality Warning', proceed: 'Continue with Warnings' };
}

const PREVIEW_CHARACTERS = 200;

export const previewOf = (content: string): string =>
  content.length > PREVIEW_CHARACTERS ? `${content.slice(0, PREVIEW_CHARACTERS)}...` : content;
