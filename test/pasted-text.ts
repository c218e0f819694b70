/** Texts of twelve kinds that people paste, and what a reader expects in the document. */
export type PastedText = {
  text: string;
  title: string;
  category: string | null;
  /** Headings that must be among those found. */
  tags: string[];
  /** All headings in order. */
  headings: string[];
  /** Language, first line and last line of each code block, in order. */
  code: [language: string, first: string, last: string][];
  /** The start of the excerpt. */
  excerpt: string;
};

export const lines = (...all: string[]): string => all.join('\n');
