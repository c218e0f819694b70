import type { LanguageModel } from 'ai';
import type { FastifyBaseLogger } from 'fastify';
import { withImages } from './article.ts';
import { aside } from './worker.ts';
import { tidyText, tidyTitle } from './tidy.ts';
import type { Writer } from './writer.ts';

/** Text work without a model and without a network. */
const builtInWriter: Writer = {
  enhanceDocument: (title, content, tagsInUse) =>
    aside('enhancedDocument', content.length, [title, content, tagsInUse]),
  enhanceField(field, content) {
    const tidied = field === 'title' ? tidyTitle(content) : tidyText(content);
    return Promise.resolve(tidied === '' ? content : tidied);
  },
  async articleFrom(pasted, images, tagsInUse, categoriesInUse) {
    const article = await aside('articleFrom', pasted.length, [pasted, tagsInUse, categoriesInUse]);
    return { ...article, content: withImages(article.content, images) };
  },
};

/** Opens the writing helper: the model if one is configured, else the built-in one. */
export async function openWriter(
  model: LanguageModel | undefined,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Writer> {
  if (!model) return builtInWriter;
  // Loaded only when needed: it takes as long as the rest of the start.
  const { modelWriter } = await import('./model-writer.ts');
  const onFailure = (reason: string) => log.warn(`The model did not help with writing (${reason})`);
  return modelWriter(model, { otherwise: builtInWriter, onFailure });
}
