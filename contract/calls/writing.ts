import * as z from 'zod/mini';
import { Document, DocumentInput } from './documents.ts';
import { LIMITS } from '../shared/document-words.ts';
import { post } from './endpoint.ts';
import { line, text } from '../shared/fields.ts';

/** Limits of the text for an article. */
export const PASTE = {
  characters: 100_000,
  /** Limit that the counter shows; longer text is accepted too. */
  shownCharacters: 5_000,
  images: 20,
};

export const EMPTY_PASTE = 'Please enter some text content to convert into a knowledge base document.';

const bigBody = { maxBodyBytes: 16 * 1024 * 1024, isLarge: true } as const;

const BEGIN = /^data:image\/(?:png|jpeg|gif|webp);base64,(?!=|$)/;
const NOT_BASE64 = /[^A-Za-z0-9+/]/;

/** A single pattern would need a backtracking position for each of millions of characters, more than some engines allow. */
function isImage(url: string): boolean {
  const [begin] = BEGIN.exec(url) ?? [];
  if (begin === undefined) return false;
  const filled = url.endsWith('==') ? 2 : url.endsWith('=') ? 1 : 0;
  return !NOT_BASE64.test(url.slice(begin.length, url.length - filled));
}

export const PastedImage = z.object({
  id: line(100),
  /** The image as a data URL. */
  data: z
    .string()
    .check(
      z.maxLength(14 * 1024 * 1024, 'The image is too large'),
      z.refine(isImage, 'Must be an image as a data URL'),
    ),
  name: line(255),
});
export type PastedImage = z.infer<typeof PastedImage>;

const Images = z._default(
  z.array(PastedImage).check(z.maxLength(PASTE.images, `Use at most ${PASTE.images} images`)),
  [],
);

/** An article generated from pasted text; saving it is a separate call. */
const ArticleDraft = z.pick(DocumentInput, {
  title: true,
  category: true,
  tags: true,
  excerpt: true,
  content: true,
});
type ArticleDraft = z.input<typeof ArticleDraft>;

const Category = z.nullish(text(LIMITS.category));

/** Writing help. Text that cannot be improved is returned unchanged. */
export const writing = {
  validate: post('/api/ai/validate-content', {
    scope: 'user',
    summary: 'Whether a text is worth an article: score from 0 to 100, issues and suggestions',
    body: z.object({ content: text(PASTE.characters), images: Images }),
    result: z.object({
      isValid: z.boolean(),
      score: z.number(),
      issues: z.array(
        z.object({
          type: z.enum(['length', 'structure', 'technical', 'repetitive']),
          severity: z.enum(['high', 'medium', 'low']),
          message: z.string(),
          detected: z.string(),
        }),
      ),
      suggestions: z.array(z.string()),
    }),
    ...bigBody,
  }),
  enhanceField: post('/api/ai/enhance-field', {
    scope: 'user',
    summary: 'A title, an excerpt or a purpose, tidied up',
    body: z.object({
      fieldType: z.enum(['title', 'excerpt', 'purpose']),
      content: text(20_000),
      category: Category,
    }),
    result: z.object({ enhancedContent: z.string() }),
  }),
  enhanceContent: post('/api/ai/enhance-content', {
    scope: 'user',
    summary: 'A document with its headings, lists and code marked, and a title, tags and a summary for it',
    body: z.object({ title: text(LIMITS.title), content: text(LIMITS.content), category: Category }),
    result: z.object({
      improvedContent: z.string(),
      suggestedTitle: z.string(),
      extractedTags: z.array(z.string()),
      summary: z.string(),
    }),
    ...bigBody,
  }),
  preview: post('/api/ai/auto-create-kb-preview', {
    scope: 'user',
    summary: 'What a pasted text would become as an article; nothing is stored',
    body: z.object({
      content: text(PASTE.characters).check(z.refine((content) => content.trim() !== '', EMPTY_PASTE)),
      images: Images,
    }),
    result: z.object({
      title: z.string(),
      category: z.nullable(z.string()),
      tags: z.array(z.string()),
      excerpt: z.string(),
      content: z.string(),
    }),
    ...bigBody,
  }),
  create: post('/api/ai/auto-create-kb', {
    scope: 'user',
    summary: 'Store the draft of an article as an unpublished document',
    body: ArticleDraft,
    result: Document,
    status: 201,
    ...bigBody,
  }),
};
