import { parse } from 'yaml';

/** What stands before the text of a page, or why it cannot be read. */
export type FrontMatter = { data: Record<string, unknown>; content: string } | { problem: string };

/** At the very top alone: further down `---` is a line across the page. */
const FENCED = /^(?<![\s\S])---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$(?![\s\S]))/m;

/** Splits `---` YAML from the markdown below it; a page without one has no data. */
export function readFrontMatter(source: string): FrontMatter {
  const match = FENCED.exec(source);
  if (!match) return { data: {}, content: source };
  // One blank line sets the text off; more of them are the text's own.
  const content = source.slice(match[0].length).replace(/^\r?\n/, '');
  try {
    const data: unknown = parse(match[1] ?? '', { maxAliasCount: 10 });
    if (data === null || data === undefined) return { data: {}, content };
    if (typeof data !== 'object' || Array.isArray(data))
      return { problem: 'Its front matter is not a list of names and values' };
    return { data: data as Record<string, unknown>, content };
  } catch (error) {
    return { problem: `Its front matter cannot be read: ${(error as Error).message.split('\n')[0]}` };
  }
}
