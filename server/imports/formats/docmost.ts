import type { Element, ElementContent, Root } from 'hast';
import { posix } from 'node:path';
import * as z from 'zod';
import type { Archive } from '../archive.ts';
import {
  attribute,
  element,
  findElement,
  replaceElements,
  taskItem,
  textIn,
  textNode,
} from '../html/elements.ts';
import { noteInPlaceOf } from '../html/note-boxes.ts';
import { isMarkdown, unescaped } from '../resolve.ts';
import { readJson, textOfFile, type Format } from './format.ts';
import { isHtml, pageOfHtml, titleOf } from './html-pages.ts';
import { pageOfFile } from './markdown.ts';

/**
 * The export of a Docmost page or space, in markdown or HTML: pages are in the folder of their parent page, files in
 * `files/<id>/`, and `docmost-metadata.json` identifies the format.
 */
const METADATA = 'docmost-metadata.json';

export const docmost: Format = {
  name: 'Docmost',
  isMine: async (archive) => {
    const file = archive.files.find(({ path }) => posix.basename(path) === METADATA);
    const data = file && readJson(await textOfFile(archive, file.path));
    return typeof data === 'object' && data !== null && 'source' in data && data.source === 'docmost';
  },
  open: async (archive) => {
    const isPage = (path: string) => isMarkdown(path) || isHtml(path);
    const pages = archive.files.filter(({ path }) => isPage(path));
    const dates = await datesOf(archive);
    return {
      pages: pages.map((file) =>
        isHtml(file.path)
          ? pageOfHtml(archive, file, (tree) => {
              prepare(tree);
              return { ...titleOf(tree), ...dates.get(file.path) };
            })
          : pageOfFile(archive, file, {
              products: ['Docmost'],
              change: ({ fields, content }) => ({
                fields: { published: 'true', ...dates.get(file.path), ...fields },
                content,
              }),
            }),
      ),
      files: archive.files.filter(({ path }) => !isPage(path)),
    };
  },
};

const Metadata = z.object({ pages: z.record(z.string(), z.object({ updatedAt: z.string() })) });

/** Times of the last changes by path. */
async function datesOf(archive: Archive): Promise<Map<string, { date: string }>> {
  const path = archive.files.find((file) => posix.basename(file.path) === METADATA)?.path ?? METADATA;
  const { data } = Metadata.safeParse(readJson(await textOfFile(archive, path)));
  return new Map(
    Object.entries(data?.pages ?? {}).map(([page, { updatedAt }]) => [
      posix.join(posix.dirname(path), unescaped(page)),
      { date: updatedAt },
    ]),
  );
}

/** Blocks that its editor marks with `data-type`. */
function prepare(tree: Root): void {
  replaceElements(tree, (found) => blocks[attribute(found, 'dataType')]?.(found));
}

const blocks: Record<string, (found: Element) => ElementContent[] | undefined> = {
  callout: (found) => {
    const box = noteInPlaceOf(found);
    return box && [box];
  },
  attachment: (found) => {
    const address = attribute(found, 'dataAttachmentUrl');
    const name = attribute(found, 'dataAttachmentName') || textIn(found).trim() || address;
    return address ? [element('p', {}, [element('a', { href: address }, [textNode(name)])])] : undefined;
  },
  taskItem: (found) => [taskItem(found, attribute(found, 'dataChecked') === 'true')],
  mathInline: (found) => [textNode(`$${textIn(found)}$`)],
  mathBlock: (found) => [
    element('pre', {}, [element('code', { className: ['language-math'] }, [textNode(textIn(found))])]),
  ],
  mention: (found) => [textNode(textIn(found))],
  detailsContent: (found) => found.children,
  embed: (found) => {
    const link = findElement(found, ({ tagName }) => tagName === 'a');
    return link ? [element('p', {}, [link])] : undefined;
  },
};
