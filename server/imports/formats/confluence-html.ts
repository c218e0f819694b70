import { posix } from 'node:path';
import type { Element, ElementContent, Root } from 'hast';
import type { Archive, ArchiveFile } from '../archive.ts';
import { markdownOf, parseHtml } from '../html/as-markdown.ts';
import {
  attribute,
  classesOf,
  details,
  element,
  findElement,
  findElements,
  hasClass,
  isElement,
  note,
  replaceElements,
  textIn,
  textNode,
} from '../html/elements.ts';
import type { Report } from '../html/elements.ts';
import { idInAddress } from './confluence-storage.ts';
import { codeBlock, emoticon, task } from './confluence-words.ts';
import { noteInPlaceOf } from '../html/note-boxes.ts';
import { textOfFile, type Format, type PageText } from './format.ts';

/**
 * The HTML export of a Confluence space: a folder with `index.html`, a file for each page named by title and id, and
 * `attachments/<page id>/<id>.<extension>`.
 */

/** The number after the title in the name of a page file. Without Latin letters in the title, it is the whole name. */
const PAGE = /(?:^|[/_])(\d+)\.html$/;

const isIndex = (path: string) => posix.basename(path) === 'index.html';

export const confluenceHtml: Format = {
  name: 'Confluence',
  isMine: async (archive) => {
    const index = archive.files.find(({ path }) => isIndex(path));
    if (!index || !archive.files.some(({ path }) => PAGE.test(path))) return false;
    return /styles\/site\.css|aui-theme/.test((await textOfFile(archive, index.path)).slice(0, 5_000));
  },
  open: async (archive) => {
    const isPage = ({ path }: ArchiveFile) => path.endsWith('.html') && !isIndex(path);
    const pages = archive.files.filter(isPage);
    const byId = new Map(pages.map(({ path }) => [PAGE.exec(path)?.[1] ?? '', path]));
    return {
      pages: pages.map((file) => ({ path: file.path, read: () => readPage(archive, file, byId) })),
      files: archive.files.filter((file) => !isPage(file)),
      aliases: await homes(archive),
    };
  },
};

/** The list of a space's pages is not imported. Links to it lead to the first page. */
async function homes(archive: Archive): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { path } of archive.files.filter((file) => isIndex(file.path))) {
    const tree = parseHtml(await textOfFile(archive, path));
    const first = findElements(tree ?? element('body'), ({ tagName }) => tagName === 'a')
      .map((link) => decoded(attribute(link, 'href')))
      .find((address) => PAGE.test(address));
    if (first) found.set(path, posix.join(posix.dirname(path), first));
  }
  return found;
}

/** A stray `%` is literal. */
const decoded = (address: string): string => {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
};

const hasId = (id: string) => (found: Element) => found.properties['id'] === id;

async function readPage(archive: Archive, file: ArchiveFile, byId: Map<string, string>): Promise<PageText> {
  const html = (await archive.read(file)).toString('utf8');
  let fields: PageText['fields'] = {};
  let attachments: Element[] = [];
  const { markdown, changes } = await markdownOf(html, (tree, report) => {
    fields = fieldsOf(tree);
    attachments = attachmentsOf(tree);
    if (findElement(tree, hasId('comments-section'))) report('Its comments were left out');
    const content = findElement(tree, hasId('main-content'));
    tree.children = content?.children ?? tree.children;
    prepare(tree, file.path, byId, report);
  });
  const rest = attachments.filter(
    (link) =>
      !markdown.includes(`](${attribute(link, 'href')})`) &&
      !markdown.includes(`"${attribute(link, 'href')}"`),
  );
  const list = rest.map(
    (link) =>
      `- [${textIn(link)
        .trim()
        .replaceAll(/[[\]\\]/g, '\\$&')}](<${attribute(link, 'href')}>)`,
  );
  return {
    fields,
    content: list.length > 0 ? `${markdown}\n## Attachments\n\n${list.join('\n')}\n` : markdown,
    changes,
  };
}

function fieldsOf(tree: Root): PageText['fields'] {
  const crumbs = findElement(tree, hasId('breadcrumbs'));
  const above = crumbs
    ? findElements(crumbs, ({ tagName }) => tagName === 'a').map((link) => textIn(link).trim())
    : [];
  const heading =
    findElement(tree, hasId('title-text')) ?? findElement(tree, ({ tagName }) => tagName === 'title');
  const whole = heading ? textIn(heading).trim().replaceAll(/\s+/g, ' ') : '';
  // The page title starts with the name of the space.
  const space = `${above[0] ?? ''} : `;
  const title = whole.startsWith(space) ? whole.slice(space.length) : whole.replace(/^.*? : /, '');
  const labels = findElement(tree, hasId('labels-section'));
  const tags = labels
    ? findElements(labels, (found) => hasClass(found, 'aui-label')).map((label) => textIn(label).trim())
    : [];
  const metadata = findElement(tree, (found) => hasClass(found, 'page-metadata'));
  const author = metadata && findElement(metadata, (found) => hasClass(found, 'author'));
  const [, day = ''] = /\bon ([A-Z][a-z]{2} \d{1,2}, \d{4})/.exec(metadata ? textIn(metadata) : '') ?? [];
  const time = Date.parse(`${day} UTC`);
  return {
    ...(title && { title }),
    // The parent page, else the space.
    category: above.at(-1) ?? false,
    tags: [...new Set(tags)],
    published: 'true',
    ...(author && { author: textIn(author).trim() }),
    ...(!Number.isNaN(time) && { date: new Date(time).toISOString() }),
  };
}

/** Links to attached files, listed below the page. */
function attachmentsOf(tree: Root): Element[] {
  const section = findElements(tree, (found) => hasClass(found, 'pageSection')).find((found) =>
    findElement(found, hasId('attachments')),
  );
  return section
    ? findElements(
        section,
        (found) => found.tagName === 'a' && attribute(found, 'href').startsWith('attachments/'),
      )
    : [];
}

function prepare(tree: Root, path: string, byId: Map<string, string>, report: Report): void {
  replaceElements(
    tree,
    (found) => macro(found, report) ?? (isElement(found, 'a') ? link(found, path, byId, report) : undefined),
  );
}

/** Converts the exported form of a Confluence macro to standard HTML. */
function macro(found: Element, report: Report): ElementContent[] | undefined {
  const classes = new Set(classesOf(found));
  const part = (name: string) => findElement(found, (child) => hasClass(child, name));
  const childrenOf = (name: string) => part(name)?.children ?? [];
  const textOf = (name: string) => (part(name) ? textIn(part(name) ?? found).trim() : '');
  if (classes.has('toc-macro')) {
    report('Its table of contents was left out: the product makes one of its own');
    return [];
  }
  if (classes.has('confluence-information-macro')) {
    const box = noteInPlaceOf(found);
    return box && [box];
  }
  if (classes.has('panel')) return panel(found, textOf('panelHeader'), childrenOf('panelContent'));
  if (classes.has('expand-container'))
    return [details(textOf('expand-control-text') || 'Details', childrenOf('expand-content'))];
  if (classes.has('status-macro')) return [element('strong', {}, [textNode(textIn(found).trim())])];
  if (classes.has('emoticon'))
    return [
      emoticon(
        attribute(found, 'dataEmoticonName'),
        attribute(found, 'dataEmojiFallback') || attribute(found, 'alt'),
      ),
    ];
  if (classes.has('inline-task-list'))
    return [
      element(
        'ul',
        {},
        found.children
          .filter((item) => isElement(item, 'li'))
          .map((item) => task(hasClass(item, 'checked'), isElement(item) ? item.children : [])),
      ),
    ];
  if (isElement(found, 'img')) return [image(found)];
  if (classes.has('wysiwyg-unknown-macro') || classes.has('unknown-macro')) {
    report(`A macro of its was not known to Confluence itself: ${textIn(found).trim().slice(0, 100)}`);
    return [];
  }
  return undefined;
}

function panel(found: Element, title: string, content: ElementContent[]): ElementContent[] {
  const code = findElement(found, ({ tagName }) => tagName === 'pre');
  const isCode = classesOf(found).some((name) => name === 'code' || name === 'preformatted');
  if (!isCode || !code) return [note(title || 'Note', '', content)];
  const [, language = ''] = /brush:\s*([\w#+-]+)/.exec(attribute(code, 'dataSyntaxhighlighterParams')) ?? [];
  return codeBlock(textIn(code), language === 'none' || language === 'text' ? '' : language, title);
}

/** The full image instead of its thumbnail. */
function image(found: Element): Element {
  const whole = attribute(found, 'dataImageSrc');
  const source = whole && !/^[a-z]+:|^\//i.test(whole) ? whole : attribute(found, 'src');
  const { width, height } = found.properties;
  const alt = attribute(found, 'alt') || attribute(found, 'dataLinkedResourceDefaultAlias');
  return element('img', { src: source.replace(/\?.*$/, ''), alt, width, height });
}

/** Links by page id lead to the page files. People become plain names. */
function link(
  found: Element,
  path: string,
  byId: Map<string, string>,
  report: Report,
): ElementContent[] | undefined {
  const address = attribute(found, 'href');
  if (hasClass(found, 'confluence-userlink') || hasClass(found, 'user-mention')) {
    report('It mentions people of Confluence; their names stand in the text');
    return [textNode(textIn(found))];
  }
  const id =
    idInAddress(address) ??
    (attribute(found, 'dataLinkedResourceType') === 'page' ? attribute(found, 'dataLinkedResourceId') : '');
  const target = byId.get(id);
  if (!target || !/^https?:|^\//.test(address)) return undefined;
  const [, anchor = ''] = /(#.*)$/.exec(address) ?? [];
  const relative = posix.relative(posix.dirname(path), target).split('/').map(encodeURIComponent).join('/');
  return [{ ...found, properties: { href: relative + anchor } }];
}
