import { articleFrom, enhancedDocument } from './article.ts';
import { tidyText, tidyTitle } from './tidy.ts';
import type { Writer } from './writer.ts';

/** Text work without a model and without a network. */
export const builtInWriter: Writer = {
  enhanceDocument: async (title, content, tagsInUse) => enhancedDocument(title, content, tagsInUse),
  async enhanceField(field, content) {
    const tidied = field === 'title' ? tidyTitle(content) : tidyText(content);
    return tidied === '' ? content : tidied;
  },
  articleFrom: async (pasted, images, tagsInUse) => articleFrom(pasted, images, tagsInUse),
};
