import * as article from './article.ts';

/** The functions that worker.ts runs in a thread; each takes a single value. */
export const articleFrom = (given: Parameters<typeof article.articleFrom>) => article.articleFrom(...given);
export const enhancedDocument = (given: Parameters<typeof article.enhancedDocument>) =>
  article.enhancedDocument(...given);
