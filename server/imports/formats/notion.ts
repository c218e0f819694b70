import { posix } from 'node:path';
import { parse } from 'csv-parse/sync';
import { changeLinks } from '../../text/markdown/addresses.ts';
import type { Archive, ArchiveFile } from '../archive.ts';
import { addressInZip } from '../resolve.ts';
import type { Format, PageText, SourcePage } from './format.ts';
import { isHtml, pageOfHtml } from './html-pages.ts';
import { pageOfFile } from './markdown.ts';
import { readNotionPage } from './notion-html.ts';

/**
 * An export of Notion, in markdown and CSV or in HTML: each page is named by title and id, its subpages are in a folder
 * with its title, and a database is a CSV file beside the folder of its rows.
 */
const PAGE = /^(.*) ([\da-f]{32})(_all)?\.(md|html|csv)$/i;

type Named = { file: ArchiveFile; title: string; id: string; isAll: boolean; ending: string };

export const notion: Format = {
  name: 'Notion',
  isMine: ({ files }) => files.some(({ path }) => PAGE.test(path) && !/\.csv$/i.test(path)),
  open: async (archive) => {
    const named = archive.files.flatMap((file) => namedOf(file));
    const taken = new Set<string>();
    // A database has two files: the rows of its view, and all rows.
    const databases = named.filter(
      ({ ending, isAll, id }) =>
        ending === 'csv' && (isAll || !named.some((other) => other.isAll && other.id === id)),
    );
    const pages = [...named.filter(({ ending }) => ending !== 'csv'), ...databases].filter(
      ({ id, ending }) => {
        // In HTML a database has its own page.
        const isNew = ending !== 'csv' || !taken.has(id);
        taken.add(id);
        return isNew;
      },
    );
    const byId = new Map(pages.map(({ id, file }) => [id, file.path]));
    const own = new Set(pages.map(({ file }) => file));
    const space: Space = {
      archive,
      pages,
      byId,
      databases: new Set(databases.map(({ file, title }) => folderOf(file.path, title))),
    };
    return {
      pages: pages.map((page) => pageOf(page, space)),
      files: archive.files.filter((file) => !own.has(file)),
    };
  },
};

type Space = { archive: Archive; pages: Named[]; byId: Map<string, string>; databases: Set<string> };

const namedOf = (file: ArchiveFile): Named[] => {
  const [, title = '', id = '', all, ending = ''] = PAGE.exec(posix.basename(file.path)) ?? [];
  return id
    ? [{ file, title, id: id.toLowerCase(), isAll: all !== undefined, ending: ending.toLowerCase() }]
    : [];
};

/** The folder of a page's subpages; older exports include the id in its name. */
const folderOf = (path: string, title: string): string => posix.join(posix.dirname(path), title);
const withoutId = (name: string): string => name.replace(/ [\da-f]{32}$/i, '');

function pageOf(page: Named, space: Space): SourcePage {
  const { file, ending } = page;
  const read = isHtml(file.path)
    ? pageOfHtml(space.archive, file, readNotionPage).read
    : ending === 'csv'
      ? async () => readDatabase(page, space)
      : pageOfFile(space.archive, file, {
          products: ['Notion'],
          change: (text) => readPage(text, page, space),
        }).read;
  return {
    path: file.path,
    read: async () => {
      const text = await read();
      return 'problem' in text ? text : withPlace(text, page, space);
    },
  };
}

/** Links within the workspace lead to its pages. The folder gives the parent page. */
function withPlace(text: PageText, { file, title }: Named, { byId }: Space): PageText {
  const folder = withoutId(posix.basename(posix.dirname(file.path)));
  const isTop =
    folder === '.' || folder === '' || /^(?:Export-[\da-f-]{36}|Private & Shared|Teamspace)/i.test(folder);
  const content = changeLinks(text.content, (target) => {
    const [, id = '', rest = ''] = /([\da-f]{32})(?:\.\w+)?(?:\?[^#]*)?(#.*)?$/i.exec(decoded(target)) ?? [];
    const path = byId.get(id.toLowerCase());
    const isOfNotion = /^https?:\/\/(?:www\.)?notion\.(?:so|site|com)\/|^\/|\.(?:md|html|csv)(?:#|$)/i.test(
      target,
    );
    return path && isOfNotion ? addressInZip(path) + (rest ?? '') : undefined;
  });
  return {
    ...text,
    content,
    fields: { title, published: 'true', category: isTop ? false : folder, ...text.fields },
  };
}

const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

/** Properties of a database row are lines below its heading. */
const PROPERTY = /^([^:\n]{1,60}): (.*)$/;
const TAGS = /^(?:tags?|labels?|schlagw(?:ort|örter)|étiquettes?)$/i;

function readPage(text: PageText, page: Named, { databases }: Space): PageText {
  const lines = text.content.split('\n');
  const [heading = ''] = lines;
  const title = /^# (.*)$/.exec(heading)?.[1]?.trim();
  const fields = { ...text.fields, ...(title && { title: unescaped(title) }) };
  const start = title === undefined ? 0 : 2;
  const folder = posix.dirname(page.file.path);
  const isRow = databases.has(posix.join(posix.dirname(folder), withoutId(posix.basename(folder))));
  let end = start;
  while (isRow && PROPERTY.test(lines[end] ?? '')) end++;
  const properties = lines.slice(start, end).map((line) => PROPERTY.exec(line)?.slice(1) ?? []);
  const tags = properties
    .filter(([name = '']) => TAGS.test(name))
    .flatMap(([, value = '']) => value.split(', '));
  const list = properties.map(([name, value]) => `- ${name}: ${value}`);
  const content = [...lines.slice(0, start), ...list, ...lines.slice(end)].join('\n');
  return { fields: { ...fields, tags }, content };
}

const unescaped = (text: string): string => text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('**', '');

/** Maximum rows of a table; more are hard to read and slow to show. */
const MOST_ROWS = 2_000;

async function readDatabase(
  { file, title }: Named,
  { archive, pages }: Space,
): Promise<PageText | { problem: string }> {
  let rows: string[][];
  try {
    rows = parse(await archive.read(file), { bom: true, relax_column_count: true }) as string[][];
  } catch (error) {
    return { problem: `The table cannot be read: ${(error as Error).message}` };
  }
  const [head = [], ...body] = rows;
  const below = folderOf(file.path, title);
  const rowPages = new Map(
    pages
      .filter(
        (page) =>
          posix.join(posix.dirname(below), withoutId(posix.basename(posix.dirname(page.file.path)))) ===
          below,
      )
      .map((page) => [page.title, page.file.path]),
  );
  const cellsOf = (cells: string[]) =>
    head.map((_, index) => {
      const cell = (cells[index] ?? '').replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, '<br>');
      const path = index === 0 ? rowPages.get(fileTitle(cells[0] ?? '')) : undefined;
      return path ? `[${cell.replaceAll(/[[\]]/g, '\\$&')}](${addressInZip(path)})` : cell;
    });
  const lines = [
    head.map((cell) => cell.replaceAll('|', '\\|')),
    head.map(() => '---'),
    ...body.slice(0, MOST_ROWS).map(cellsOf),
  ];
  return {
    fields: {},
    content: `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`,
    changes: [
      'It is a database of Notion; its rows stand in a table',
      ...(body.length > MOST_ROWS ? [`Only the first ${MOST_ROWS} of its ${body.length} rows came in`] : []),
    ],
  };
}

/** Like the file names that Notion derives from titles. */
const fileTitle = (title: string): string => title.replaceAll(/[/\\:*?"<>|]/g, ' ').trim();
