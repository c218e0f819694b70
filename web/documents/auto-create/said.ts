import type { Quality } from '../../../contract/quality.ts';
import { EMPTY_PASTE } from '../../../contract/writing.ts';

/** What the toasts of the panel say. */
export const SAID = {
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

/** Why there is no preview, by what the call said. */
export const notGenerated = (message: string) =>
  /too large/i.test(message) ? SAID.imagesTooLarge : SAID.notGenerated;

/** The title of the quality check, and what the button says that goes on. */
export function checkWords({ isValid, issues }: Pick<Quality, 'isValid' | 'issues'>): {
  title: string;
  proceed: string;
} {
  if (isValid) return { title: 'Content Quality Check Passed', proceed: 'Create Knowledge Base Article' };
  return issues.some(({ severity }) => severity === 'high')
    ? { title: 'Content Quality Issues Detected', proceed: 'Proceed Anyway' }
    : { title: 'Content Quality Warning', proceed: 'Continue with Warnings' };
}

const PREVIEW_CHARACTERS = 200;

export const beginningOf = (content: string): string =>
  content.length > PREVIEW_CHARACTERS ? `${content.slice(0, PREVIEW_CHARACTERS)}...` : content;
