import type { Archive } from '../archive.ts';
import { bookStack } from './bookstack.ts';
import type { Format, Source } from './format.ts';
import { markdown } from './markdown.ts';
import { wikiJs } from './wikijs.ts';
import { wikiJsExport } from './wikijs-export.ts';

/** The first one that a zip looks like reads it; markdown takes whatever is left. */
const FORMATS: Format[] = [bookStack, wikiJsExport, wikiJs, markdown];

/** What a zip holds, and the product that it comes from. */
export type OpenedSource = Source & { format: string };

export async function openSource(archive: Archive): Promise<OpenedSource> {
  for (const format of FORMATS)
    if (await format.isMine(archive)) return { ...(await format.open(archive)), format: format.name };
  throw new Error('no format takes this zip');
}
