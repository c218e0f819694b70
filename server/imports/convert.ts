import { objectPath } from '../../contract/calls/objects.ts';
import type { NewObject } from '../objects/queries.ts';
import { filled, type DocumentFields } from '../documents/save.ts';
import type { ArchiveFile } from './archive.ts';
import { addressesIn, changeLinks, linksIn } from '../text/markdown/addresses.ts';
import { overlaps } from '../text/markdown/code.ts';
import { edited, type Edit } from '../text/markdown/edits.ts';
import { parse, type Markdown } from '../text/markdown/parse.ts';
import type { SourcePage } from './formats/format.ts';
import { fileOfPicture, withPictures } from './embedded-pictures.ts';
import { tidyLooseLinks } from './loose-links.ts';
import { documentOf } from './page.ts';
import type { Problem } from './stage.ts';
import type { StoredFiles } from './stored-files.ts';
import { mayBeFile, whyMissing, type Resolve } from './resolve.ts';
import { documentAddress } from '../text/written-markdown.ts';
import { documentIdIn, pathBehind } from '../exports/page-file.ts';

/** A page ready to be stored, with its images and its losses, or the reason why it is skipped. */
export type Converted =
  | {
      path: string;
      fields: DocumentFields;
      objects: NewObject[];
      origin: string | undefined;
      problems: Problem[];
    }
  | { path: string; problem: string };

export type Conversion = {
  files: Map<string, ArchiveFile>;
  resolve: Resolve;
  storedFiles: StoredFiles;
  /** Current or future ids of the zip's pages, by path. */
  ids: Map<string, string>;
};

/** Maximum report lines about the links of one page. */
const MOST_LINES = 20;

/** Converts a page. Its relative links become links to the imported documents and images. */
export async function convertPage(
  { path, read }: SourcePage,
  { files, resolve, storedFiles, ids }: Conversion,
): Promise<Converted> {
  const text = await read();
  if ('problem' in text) return { path, problem: text.problem };
  const page = documentOf(path, text);
  if ('problem' in page) return { path, problem: page.problem };
  const { pictures = new Map<string, string>(), addresses: own } = text;
  const find = (link: string) => (own ? pathBehind(link, path) : resolve(path, link));
  const { markdown } = page;
  const loose = own ? { edits: [], changes: [] } : tidyLooseLinks(markdown, find);
  const links = linksOf(markdown, loose.edits);

  const addresses = new Map<string, string>();
  const objects: NewObject[] = [];
  const problems: Problem[] = [];
  const dead: string[] = [];
  for (const link of new Set(links.flatMap(({ targets }) => targets))) {
    const meant = own?.get(link);
    if (meant === link) continue;
    const target = find(link);
    const id = target && ids.get(target.path);
    const picture = pictures.get(link);
    const file = picture ? fileOfPicture(picture) : target && files.get(target.path);
    if (target && id)
      addresses.set(link, meant ? withDocument(meant, id) : documentAddress(id) + target.anchor);
    else if (meant) addresses.set(link, meant);
    else if (file) {
      const stored = await storedFiles(file);
      if ('problem' in stored) {
        // The text is imported without the image, whose address stays unchanged.
        problems.push(
          picture
            ? {
                path,
                reason: `A picture within its text stays as it is: ${stored.problem}`,
                isLeftOut: false,
              }
            : {
                path: file.path,
                reason: `${stored.problem}; ${path} came in without it`,
                isLeftOut: true,
              },
        );
      } else {
        addresses.set(link, objectPath(stored.id));
        if (stored.row) objects.push(stored.row);
      }
    } else if (!own && mayBeFile(link) && isOfFiles(link))
      dead.push(`It refers to ${link}, ${whyMissing(target)}`);
  }
  const edits = links.flatMap((link) => link.editWith(addresses));
  const content = withPictures(edited(markdown.source, edits), pictures);
  const fields = filled({ ...page.fields, content });
  const lines = [...loose.changes, ...dead];
  const sentences = [...page.changes, ...new Set(lines.slice(0, MOST_LINES))];
  if (lines.length > MOST_LINES)
    sentences.push(`It refers to ${lines.length - MOST_LINES} more files that the zip does not hold`);
  problems.push(...sentences.map((reason) => ({ path, reason: reason.slice(0, 1_500), isLeftOut: false })));
  return { path, fields, objects, origin: page.origin, problems };
}

/** Links at one place of the text, and how they change with their addresses. */
type PlacedLinks = { start: number; targets: string[]; editWith: (addresses: Map<string, string>) => Edit[] };

/** The links of a page in order. `loose`: what is written in place of links that are not markdown. */
function linksOf(markdown: Markdown, loose: Edit[]): PlacedLinks[] {
  const plain = addressesIn(markdown).filter((address) => !overlaps(loose, address));
  return [
    ...plain.map(({ target, ...span }) => ({
      start: span.start,
      targets: [target],
      editWith: (addresses: Map<string, string>) => {
        const text = addresses.get(target);
        return text === undefined ? [] : [{ ...span, text }];
      },
    })),
    ...loose.map(({ text, ...span }) => ({
      start: span.start,
      targets: linksIn(parse(text)),
      editWith: (addresses: Map<string, string>) => [
        { ...span, text: changeLinks(text, (target) => addresses.get(target)) },
      ],
    })),
  ].toSorted((one, other) => one.start - other.start);
}

/** An unusual form of an address, with the document that it leads to here. */
const withDocument = (address: string, id: string): string =>
  address.replace(documentIdIn(address) ?? id, id);

/** BookStack references are recognised by their syntax. Images of this product are not files of the zip. */
const isOfFiles = (link: string): boolean => !/^\[\[|^\/objects\//.test(link);
