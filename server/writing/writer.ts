import type { PastedImage } from '../../contract/calls/writing.ts';

/** A field that can be improved separately. */
export type WrittenField = 'title' | 'excerpt' | 'purpose';
type Enhanced = {
  improvedContent: string;
  suggestedTitle: string;
  extractedTags: string[];
  summary: string;
};
type Article = {
  title: string;
  category: string | null;
  tags: string[];
  excerpt: string;
  content: string;
};

/**
 * Writing help. Text that cannot be improved is returned unchanged; nothing is stored. `tagsInUse` are tags of other
 * documents, which are preferred.
 */
export type Writer = {
  enhanceDocument(title: string, content: string, tagsInUse: string[]): Promise<Enhanced>;
  enhanceField(field: WrittenField, content: string): Promise<string>;
  /**
   * Pasted images are appended below the text. `categoriesInUse` are those of other documents, in addition to the
   * built-in ones.
   */
  articleFrom(
    pasted: string,
    images: PastedImage[],
    tagsInUse: string[],
    categoriesInUse?: string[],
  ): Promise<Article>;
};
