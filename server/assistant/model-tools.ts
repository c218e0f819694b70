import { tool } from 'ai';
import type { ToolSet } from 'ai';
import { and, eq } from 'drizzle-orm';
import * as z from 'zod';
import { SearchKind } from '../../contract/search.ts';
import type { SearchHit } from '../../contract/search.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { documents } from '../db/schema.ts';
import { searchHits } from '../search/queries.ts';
import { withoutSecrets } from '../secrets-in-text.ts';
import { documentLink, linkTo } from './literal.ts';

/** Characters of one document that a model reads. */
const READ = 20_000;
const HITS = 8;

type LookUp = (question: string) => Promise<string>;

/**
 * What a model may do: look up and read, with the search and the inventory that everybody has. Nothing writes and nothing
 * calls out. All that is given goes through `given`, which takes secrets out of it and remembers it as a source.
 */
export function readingTools(db: Db, lookUp: LookUp, given: (text: string) => string): ToolSet {
  return {
    look_up: tool({
      description:
        'Answers one plain question about servers, people or documents from the live inventory, e.g. "offline servers in production".',
      inputSchema: z.object({ question: z.string().min(1).max(500) }),
      execute: async ({ question }) => given(await lookUp(question)),
    }),
    search: tool({
      description: 'Finds documents, servers and members by words; best first.',
      inputSchema: z.object({
        words: z.string().min(1).max(500),
        kinds: z.array(SearchKind).optional(),
      }),
      execute: async ({ words, kinds = SearchKind.options }) =>
        given((await searchHits(db, { q: words, kinds, limit: HITS })).map(toldHit).join('\n') || 'Nothing.'),
    }),
    read_document: tool({
      description: 'The text of a document by its id, which stands in its link.',
      inputSchema: z.object({ id: z.uuid() }),
      execute: async ({ id }) => {
        const [row] = await db
          .select({ title: documents.title, content: documents.content })
          .from(documents)
          .where(and(eq(documents.id, id), notInBin(documents)));
        if (!row) return 'There is no such document.';
        return given(`${documentLink({ id, title: row.title })}\n\n${quoted(row.content.slice(0, READ))}`);
      },
    }),
  };
}

/** What is somebody's words stands as a quotation, so that it is known whose. */
const quoted = (text: string) => text.replaceAll(/^/gm, '> ');

const toldHit = ({ kind, title, url, snippet }: SearchHit) =>
  `- ${linkTo(title, url)} (${kind})\n${quoted(snippet.replaceAll(/\s+/g, ' '))}`;

/** Everything a model was given for one answer, with marks in the place of secrets. */
export function rememberSources(): { given(text: string): string; sources(): string[] } {
  const sources: string[] = [];
  return {
    given: (text) => {
      const safe = withoutSecrets(text).text;
      sources.push(safe);
      return safe;
    },
    sources: () => sources,
  };
}
