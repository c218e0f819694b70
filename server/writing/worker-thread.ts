import * as article from './article.ts';

/** What aside.ts has done in a thread, which is handed one value. */
export const articleFrom = (given: Parameters<typeof article.articleFrom>) => article.articleFrom(...given);
export const enhancedDocument = (given: Parameters<typeof article.enhancedDocument>) =>
  article.enhancedDocument(...given);
