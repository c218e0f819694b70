import { articleFrom, enhancedDocument, withImages } from './article.ts';
import { tidyText, tidyTitle } from './tidy.ts';
import type { Writer } from './writer.ts';

/** Text work without a model and without a network. */
export const builtInWriter: Writer = {
  enhanceDocument: (title, content, tagsInUse) =>
    Promise.resolve(enhancedDocument(title, content, tagsInUse)),
  enhanceField(field, content) {
    const tidied = field === 'title' ? tidyTitle(content) : tidyText(content);
    return Promise.resolve(tidied === '' ? content : tidied);
  },
  articleFrom(pasted, images, tagsInUse, categoriesInUse) {
    const article = articleFrom(pasted, tagsInUse, categoriesInUse);
    return Promise.resolve({ ...article, content: withImages(article.content, images) });
  },
};
