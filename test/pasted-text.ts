/** What people paste, twelve kinds of it, and what somebody who reads the article afterwards expects to find. */
export type PastedText = {
  text: string;
  title: string;
  category: string | null;
  /** Some of them. */
  tags: string[];
  /** All of them, in order. */
  headings: string[];
  /** Language, first and last line of each block of code, in order. */
  code: [language: string, first: string, last: string][];
  /** How the excerpt begins. */
  excerpt: string;
};

export const lines = (...all: string[]): string => all.join('\n');
