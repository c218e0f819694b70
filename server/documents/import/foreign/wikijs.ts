import { stringify } from 'yaml';
import { markdownOf } from './html.ts';

/**
 * Pages as Wiki.js writes them to disk: fields as bare lines, without the quotes that YAML wants, between `---` in
 * markdown and in a comment at the top of HTML. Only Wiki.js names both the editor and the day of creation there.
 */
const HEAD = /^(?:---|<!--)\r?\n((?:\w+:[^\n]*\n)*?editor:[^\n]*\n(?:\w+:[^\n]*\n)*)(?:---|-->)\r?\n+/;

/** The page as markdown with front matter that everybody reads; undefined where it is none of Wiki.js. */
export function pageOfWikiJs(source: string): string | undefined {
  const match = HEAD.exec(source);
  if (!match?.[1]?.includes('dateCreated:')) return undefined;
  const told = new Map(
    match[1]
      .trimEnd()
      .split(/\r?\n/)
      .map((line): [string, string] => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  );
  const fields = {
    title: told.get('title') ?? '',
    description: told.get('description') ?? '',
    published: told.get('published') === 'true',
    tags: (told.get('tags') ?? '')
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  };
  const body = source.slice(match[0].length);
  const isHtml = source.startsWith('<!--');
  return `---\n${stringify(fields)}---\n\n${isHtml ? markdownOf(body) : body}`;
}

/** Addresses inside of Wiki.js may begin with the language: /en/network/dns. */
export const withoutLocale = (address: string): string => address.replace(/^\/[a-z]{2}(?:-[a-z]{2})?\//, '/');
