import { closed } from '../../contract/shared/outline.ts';
import { NO_IMAGE, writeImage } from '../../contract/shared/sized-image.ts';
import type { PastedImage } from '../../contract/calls/writing.ts';
import { summaryOf, titleOf } from './about.ts';
import { categoryFor, phrasesIn, tagsFor } from './keywords.ts';
import { structured, structuredPaste } from './structure.ts';
import { tidyTitle } from './tidy.ts';

/** Writing without a model: everything it says comes from the text itself. */

/** A document with its structure marked, and its title, summary and tags. `tagsInUse`: tags of other documents. */
export function enhancedDocument(title: string, content: string, tagsInUse: string[]) {
  const improvedContent = structured(content);
  return {
    improvedContent,
    suggestedTitle: title.trim() === '' ? titleOf(improvedContent) : tidyTitle(title),
    extractedTags: tagsFor(phrasesIn(`${title}\n${content}`), tagsInUse),
    summary: summaryOf(improvedContent),
  };
}

/** What a pasted text becomes: the whole text with its form marked. */
export function articleFrom(pasted: string, tagsInUse: string[], categoriesInUse: string[] = []) {
  const content = structuredPaste(pasted);
  const phrases = phrasesIn(pasted);
  return {
    title: titleOf(content) || 'Untitled article',
    category: categoryFor(phrases, categoriesInUse),
    tags: tagsFor(phrases, tagsInUse),
    excerpt: summaryOf(content),
    content,
  };
}

/** The images stand under the text, in their first size. */
export function withImages(text: string, images: PastedImage[]): string {
  const pictures = images.map(({ data, name }) => writeImage({ ...NO_IMAGE, image: data, name }));
  return [pictures.length > 0 ? closed(text) : text, ...pictures].join('\n\n');
}
