import { posix } from 'node:path';
import type { Archive, ArchiveFile } from '../archive.ts';
import { isMarkdown, addressInZip, withoutMarkdown } from '../resolve.ts';
import type { Markdown } from '../../text/markdown/parse.ts';
import { hasTopHeading } from '../../text/markdown/sections.ts';
import { readJson, findFile, freePath, textOfFile, type Format, type PageText } from './format.ts';
import { isHtml, pageOfHtml, titleOf } from './html-pages.ts';
import { pageOfFile } from './markdown.ts';
import { OUTLINE, prepareHtml } from './outline-text.ts';
import * as z from 'zod';
import { safeName } from '../../text/safe-name.ts';
import { markdownOf, isTooDeep } from '../html/as-markdown.ts';
import { textIn } from '../html/elements.ts';
import { proseTree, type ProseNode } from './prose-tree.ts';

/**
 * The markdown and HTML exports of Outline: a folder per collection, documents in the folder of their parent document, images and
 * files under `uploads/<account>/<id>/`. Zip comments contain the times of creation and change.
 */
const UPLOAD = /(?:^|\/)(?:uploads|public)\/[\da-f-]{36}\/[\da-f-]{36}\//;

export const outline: Format = {
  name: 'Outline',
  isMine: ({ files }) =>
    files.some(({ path }) => isPage(path)) &&
    files.some((file) => UPLOAD.test(file.path) || (isPage(file.path) && datesOf(file))),
  open: async (archive: Archive) => ({
    pages: archive.files
      .filter(({ path }) => isPage(path))
      .map((file) =>
        isHtml(file.path)
          ? pageOfHtml(archive, file, (tree) => {
              prepareHtml(tree);
              return { ...fieldsOf(file), ...titleOf(tree) };
            })
          : pageOfFile(archive, file, {
              ...OUTLINE,
              change: (page, markdown) => readPage(page, markdown, file),
            }),
      ),
    files: archive.files.filter(({ path }) => !isPage(path)),
    aliases: new Map(
      archive.files.flatMap(({ path }) => (BUNDLE.test(path) ? [[posix.dirname(path), path] as const] : [])),
    ),
  }),
};

const isPage = (path: string): boolean => isMarkdown(path) || isHtml(path);

type Dates = { createdAt?: string; updatedAt?: string };

function datesOf({ entry }: ArchiveFile): Dates | undefined {
  // Buffers, since file-names.ts decodes the names.
  const data = readJson(entry.fileCommentRaw.toString('utf8'));
  return typeof data === 'object' && data !== null && 'createdAt' in data ? (data as Dates) : undefined;
}

const readPage = ({ fields, content }: PageText, markdown: Markdown, file: ArchiveFile): PageText => ({
  fields: {
    ...fieldsOf(file),
    ...(!hasTopHeading(markdown) && { title: readable(nameOf(file.path)) }),
    ...fields,
  },
  content,
});

function fieldsOf(file: ArchiveFile): PageText['fields'] {
  const folder = posix.basename(posix.dirname(BUNDLE.test(file.path) ? posix.dirname(file.path) : file.path));
  const date = datesOf(file)?.updatedAt;
  return {
    published: 'true',
    category: folder === '.' ? false : readable(folder),
    ...(date && { date }),
  };
}

/** A document in the format TextBundle is a folder with its text and its files. */
const BUNDLE = /\.textbundle\/text\.markdown$/;

const nameOf = (path: string): string =>
  withoutMarkdown(posix.basename(path.replace(BUNDLE, ''))).replace(/\.html$/, '');

/** File names encode the characters that Windows does not allow, such as `%2F`. */
const readable = (name: string): string =>
  name.replaceAll(/%(?:2[02AEF]|3[ACEF]|5C|7C)/gi, (code) => decodeURIComponent(code));

/**
 * The JSON export of Outline: `metadata.json`, a file per collection with its documents as editor trees, and the
 * attachments under the keys that the file lists.
 */
const Data = z.custom<ProseNode>((value) => typeof value === 'object' && value !== null);
const Document = z.object({
  id: z.string(),
  urlId: z.string().nullish(),
  title: z.string(),
  icon: z.string().nullish(),
  data: Data,
  createdByName: z.string().nullish(),
  updatedAt: z.string().nullish(),
  publishedAt: z.string().nullish(),
  template: z.boolean().nullish(),
  parentDocumentId: z.string().nullish(),
});
type Document = z.infer<typeof Document>;

const Collection = z.object({
  collection: z.object({
    id: z.string().nullish(),
    name: z.string(),
    data: Data.nullish(),
    createdAt: z.string().nullish(),
    updatedAt: z.string().nullish(),
  }),
  documents: z.record(z.string(), Document),
  attachments: z.record(z.string(), z.object({ key: z.string() })).nullish(),
});
type Collection = z.infer<typeof Collection>;

const METADATA = 'metadata.json';
const isTop = (path: string): boolean => /^[^/]+\.json$/i.test(path) && path !== METADATA;

export const outlineJson: Format = {
  name: 'Outline',
  isMine: async (archive) => {
    const data = findFile(archive, METADATA) && readJson(await textOfFile(archive, METADATA));
    return typeof data === 'object' && data !== null && 'exportVersion' in data;
  },
  open: async (archive) => {
    const space = new Workspace();
    const problems = [];
    for (const { path } of archive.files.filter((file) => isTop(file.path))) {
      const read = Collection.safeParse(readJson(await textOfFile(archive, path)));
      if (read.success) space.add(read.data);
      else
        problems.push({ path, reason: 'It is no collection of Outline that can be read', isLeftOut: true });
    }
    const broken = new Set(problems.map(({ path }) => path));
    return {
      pages: space.documents.map(({ document, path }) => ({
        path,
        read: () => readJsonPage(document, space),
      })),
      files: filesOf(archive, broken),
      problems,
    };
  },
};

const filesOf = (archive: Archive, broken: Set<string>) =>
  archive.files.filter(({ path }) => !isTop(path) || broken.has(path));

class Workspace {
  readonly documents: { document: Document; path: string }[] = [];
  private readonly byId = new Map<string, { document: Document; path: string; collection: string }>();
  private readonly byUrlId = new Map<string, string>();
  private readonly files = new Map<string, string>();
  private readonly taken = new Set<string>();

  add({ collection, documents, attachments }: Collection): void {
    const { id, name, data, createdAt: publishedAt, updatedAt } = collection;
    const about: Document[] =
      data && textIn(proseTree(data, String)).trim() !== ''
        ? [{ id: `collection ${id}`, title: name, data, publishedAt, updatedAt }]
        : [];
    // The text about a collection becomes its first document.
    for (const document of [...about, ...Object.values(documents)]) {
      const folders = [name, ...this.above(document, documents)].map(safeName);
      const path = freePath([...folders, safeName(document.title || 'Untitled')].join('/'), this.taken);
      this.documents.push({ document, path });
      this.byId.set(document.id, { document, path, collection: name });
      if (document.urlId) this.byUrlId.set(document.urlId, path);
    }
    for (const [id, { key }] of Object.entries(attachments ?? {})) this.files.set(id, key.normalize('NFC'));
  }

  /** Titles of the parent documents, outermost first. */
  private above(document: Document, all: Record<string, Document>): string[] {
    const titles: string[] = [];
    const seen = new Set([document.id]);
    let parent = all[document.parentDocumentId ?? ''];
    while (parent && !seen.has(parent.id)) {
      seen.add(parent.id);
      titles.unshift(parent.title || 'Untitled');
      parent = all[parent.parentDocumentId ?? ''];
    }
    return titles;
  }

  categoryOf(document: Document): string | undefined {
    return (
      this.byId.get(document.parentDocumentId ?? '')?.document.title ?? this.byId.get(document.id)?.collection
    );
  }

  /** Converts addresses of Outline to paths in the zip. */
  addressOf(address: string): string {
    const [, attachment = ''] = /attachments\.redirect\?id=([\da-f-]{36})/.exec(address) ?? [];
    const [, id = '', urlId = '', rest = ''] =
      /\/doc\/((?:[\w~-]*-)?(\w{10,15}))(?:\?[^#]*)?(?:#(?:h-)?(.*))?$/.exec(address) ?? [];
    const path = this.files.get(attachment) ?? this.byId.get(id)?.path ?? this.byUrlId.get(urlId);
    return path ? addressInZip(path) + (rest && `#${rest}`) : address.replace(/^#h-/, '#');
  }
}

async function readJsonPage(document: Document, space: Workspace): Promise<PageText> {
  const { title, icon, data, createdByName, updatedAt, publishedAt, template } = document;
  const { markdown, changes } = await markdownOf(
    // The limits apply to its size.
    JSON.stringify(data),
    undefined,
    () =>
      isTooDeep<ProseNode>(data, ({ content = [] }) => content)
        ? undefined
        : proseTree(data, (address) => space.addressOf(address)),
  );
  const sign = icon && /\p{Extended_Pictographic}/u.test(icon) ? `${icon} ` : '';
  return {
    fields: {
      title: sign + (title || 'Untitled'),
      category: space.categoryOf(document) ?? false,
      published: String(Boolean(publishedAt)),
      template: String(Boolean(template)),
      ...(createdByName && { author: createdByName }),
      ...(updatedAt && { date: updatedAt }),
    },
    content: markdown,
    changes,
  };
}
