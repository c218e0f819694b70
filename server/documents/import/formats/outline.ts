import { posix } from 'node:path';
import type { Archive, ArchiveFile } from '../archive.ts';
import { isMarkdown } from '../resolve.ts';
import { replaceInText, withFencedNotes, withMarks, withoutCode, withToggles } from './dialects.ts';
import { readJson } from './format.ts';
import type { Format, PageText } from './format.ts';
import { pageOfFile } from './markdown.ts';

/**
 * The markdown export of Outline: a folder for each collection, documents in the folder of the one above them, images and
 * files under `uploads/<account>/<id>/`. The zip's comments say when a document was made and changed.
 */
const UPLOAD = /(?:^|\/)(?:uploads|public)\/[\da-f-]{36}\/[\da-f-]{36}\//;

export const outline: Format = {
  name: 'Outline',
  isMine: ({ files }) =>
    files.some(({ path }) => isMarkdown(path)) &&
    files.some((file) => UPLOAD.test(file.path) || (isMarkdown(file.path) && datesOf(file))),
  open: async (archive: Archive) => ({
    pages: archive.files
      .filter(({ path }) => isMarkdown(path))
      .map((file) => pageOfFile(archive, file, (page) => readPage(page, file))),
    files: archive.files.filter(({ path }) => !isMarkdown(path)),
  }),
};

type Dates = { createdAt?: string; updatedAt?: string };

function datesOf({ entry }: ArchiveFile): Dates | undefined {
  // Buffers, since names are read by our own rules.
  const data = readJson(entry.fileCommentRaw.toString('utf8'));
  return typeof data === 'object' && data !== null && 'createdAt' in data ? (data as Dates) : undefined;
}

function readPage({ fields, content }: PageText, file: ArchiveFile): PageText {
  const changes: string[] = [];
  const folder = posix.basename(posix.dirname(file.path));
  const date = datesOf(file)?.updatedAt;
  const text = replaceInText(content, /@?\[([^\]\n]*)\]\(mention:\/\/[^)\s]*\)/g, (_, name = '') => {
    changes.push('It mentions people or documents of Outline; their names stand in the text');
    return name.startsWith('@') ? name : `@${name}`;
  });
  return {
    fields: {
      published: 'true',
      category: folder === '.' ? false : readable(folder),
      ...(!/^ {0,3}#\s/m.test(content) && {
        title: readable(posix.basename(file.path).replace(/\.(?:md|markdown)$/i, '')),
      }),
      ...(date && { date }),
      ...fields,
    },
    content: withMarks(withToggles(withFencedNotes(withoutEmptyLines(text)))),
    changes: [...new Set(changes)],
  };
}

/** Names of files keep the signs that none may have as `%2F`. */
const readable = (name: string): string => name.replaceAll(/%2F/gi, '/').replaceAll(/%5C/gi, '\\');

/** An empty paragraph is a backslash on a line of its own. */
const withoutEmptyLines = (content: string): string =>
  withoutCode(content, (lines) => lines.map((line) => (/^\\\s*$/.test(line) ? '' : line)));
