import { withImages } from './article.ts';
import { aside } from './aside.ts';
import { tidyText, tidyTitle } from './tidy.ts';
import type { Writer } from './writer.ts';

/** Text work without a model and without a network. */
export const builtInWriter: Writer = {
  enhanceDocument: (title, content, tagsInUse) =>
    aside('enhancedDocument', content, title, content, tagsInUse),
  async enhanceField(field, content) {
    const tidied = field === 'title' ? tidyTitle(content) : tidyText(content);
    return tidied === '' ? content : tidied;
  },
  async articleFrom(pasted, images, tagsInUse, categoriesInUse = []) {
    const article = await aside('articleFrom', pasted, pasted, tagsInUse, categoriesInUse);
    return { ...article, content: withImages(article.content, images) };
  },
};
