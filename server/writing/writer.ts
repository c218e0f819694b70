import type { PastedImage } from '../../contract/writing.ts';

/** A field that can be made better alone. */
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
 * Help with writing. What cannot be made better comes back as it was; nothing is stored. `tagsInUse` are those of other
 * documents, which are taken up before new ones.
 */
export type Writer = {
  enhanceDocument(title: string, content: string, tagsInUse: string[]): Promise<Enhanced>;
  enhanceField(field: WrittenField, content: string): Promise<string>;
  /** The pasted images stand under the text. `categoriesInUse` are those of other documents, beside the known ones. */
  articleFrom(
    pasted: string,
    images: PastedImage[],
    tagsInUse: string[],
    categoriesInUse?: string[],
  ): Promise<Article>;
};
