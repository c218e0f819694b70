import { stringify } from 'yaml';
import { markdownOf } from './html.ts';

/**
 * Pages as Wiki.js writes them to disk: fields as bare lines, without the quotes that YAML wants, between `---` in
 * markdown and in a comment at the top of HTML. Only Wiki.js names both the editor and the day of creation there.
 */
const HEAD = /^(?:---|<!--)\r?\n((?:\w+:[^\n]*\n)*?editor:[^\n]*\n(?:\w+:[^\n]*\n)*)(?:---|-->)\r?\n+/;

/** Characters; where no end of the fields is near, looking for it would take very long. */
const LONGEST_HEAD = 20_000;

function headOf(source: string): { fields: string; length: number } | undefined {
  const [whole = '', fields = ''] = HEAD.exec(source.slice(0, LONGEST_HEAD)) ?? [];
  return fields.includes('dateCreated:') ? { fields, length: whole.length } : undefined;
}

export const isPageOfWikiJs = (source: string): boolean => headOf(source) !== undefined;

/**
 * The page as markdown with front matter that everybody reads; as it is where it is none of Wiki.js. `hasCategory`: its
 * folder stands for something, and not for its language alone.
 */
export async function pageOfWikiJs(source: string, { hasCategory = true } = {}): Promise<string> {
  const head = headOf(source);
  if (!head) return source;
  const told = new Map(
    head.fields
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
    date: told.get('date') ?? '',
    published: told.get('published') === 'true',
    tags: (told.get('tags') ?? '')
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    ...(!hasCategory && { category: false }),
  };
  const body = source.slice(head.length);
  const isHtml = source.startsWith('<!--');
  return `---\n${stringify(fields)}---\n\n${isHtml ? await markdownOf(body) : withoutClasses(body)}`;
}

/** Addresses inside of Wiki.js may begin with the language: /en/network/dns. */
export const withoutLocale = (address: string): string => address.replace(/^\/[a-z]{2}(?:-[a-z]{2})?\//, '/');

/** Wiki.js paints the block above such a line, `{.is-info}`; markdown would show it as text. Code keeps its lines. */
export function withoutClasses(markdown: string): string {
  let fence: string | undefined;
  let above = '';
  const kept = markdown.split('\n').filter((line) => {
    const mark = /^[ >]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence && mark?.startsWith(fence)) fence = undefined;
    else if (!fence && mark) fence = mark;
    const isClasses = !fence && above.trim() !== '' && /^[ >\t]*\{(?:\.[\w-]+ ?)+\}\s*$/.test(line);
    if (!isClasses) above = line;
    return !isClasses;
  });
  return kept.join('\n');
}
