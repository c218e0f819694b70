import type { Reader } from '../../actor.ts';
import { tool, type ToolSet } from 'ai';
import * as z from 'zod';
import { InventoryQuery } from '../../../contract/shared/inventory-query.ts';
import { SearchKind, type SearchHit } from '../../../contract/calls/search.ts';
import type { Db } from '../../db/open.ts';
import { findDocument } from '../../documents/queries.ts';
import { searchHits } from '../../search/hits.ts';
import { snippetFor, termsIn } from '../../search/snippet.ts';
import { plainText } from '../../text/markdown/reader-text.ts';
import { withoutSecrets } from '../../text/secrets-in-text.ts';
import { findServerRow, listHistory } from '../../servers/queries.ts';
import { linkTo } from '../../text/written-markdown.ts';
import { runQuery } from '../answer/run.ts';
import type { Asked } from '../answerer.ts';
import { headingsOf, sectionOf } from '../../text/markdown/sections.ts';
import { addressOf, thingLinksIn, type Things } from './sources.ts';

/** Limits of a tool result: characters of a document, headings, hits and changes. */
const READ = 20_000;
const HEADINGS = 60;
const HITS = 8;
const CHANGES = 30;
/** Characters of a document that a snippet is cut from. */
const SNIPPED = 100_000;

/** Every result for a model passes through here. Secrets are masked before the text gets the escapes of JSON. */
const returned = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? withoutSecrets(part).text : part));

/**
 * A hit with its snippet cut from the masked text. The text of the index has no tables, and a snippet may begin behind the name
 * of a secret.
 */
async function withSafeSnippet(db: Db, reader: Reader, hit: SearchHit, words: string): Promise<SearchHit> {
  const found = hit.kind === 'document' ? await findDocument(db, reader, hit.id) : undefined;
  if (!found) return hit;
  const text = plainText(withoutSecrets(found.content.slice(0, SNIPPED)).text);
  return { ...hit, snippet: snippetFor(text, termsIn(words)) };
}

/**
 * The tools of a model: query, search and read what the person who asks may read. None writes or calls another system. `things`
 * collects the results, so that the reply can be checked against them.
 */
export function readingTools(db: Db, at: Asked, things: Things): ToolSet {
  return {
    query_inventory: tool({
      description: `Queries servers, outages, changes or team members. "where" is an AND of ORs of conditions; "ask" says what
to return: list, count, share, compare, group, top, average, value, availability or why. Returns rows, their total and a text with links.`,
      inputSchema: InventoryQuery,
      execute: async (query) => {
        const { rows, total, text } = await runQuery(db, query, at);
        for (const link of thingLinksIn(text)) {
          const row = rows.find((one) => Object.values(one).includes(link.title)) ?? {};
          things.add({ ...link, text: Object.values(row).join('\n') });
        }
        return returned({ total, rows, text });
      },
    }),
    search: tool({
      description: 'Finds documents, servers and members by words; best first. Returns links and snippets.',
      inputSchema: z.object({
        words: z.string().min(1).max(500),
        kinds: z.array(SearchKind).optional(),
      }),
      execute: async ({ words, kinds = SearchKind.options }) => {
        const found = await searchHits(db, { q: words, kinds, reader: at, limit: HITS });
        const hits = await Promise.all(found.map((hit) => withSafeSnippet(db, at, hit, words)));
        for (const { kind, id, title, snippet } of hits) things.add({ kind, id, title, text: snippet });
        return returned(
          hits.map(({ kind, id, title, snippet, url }) => ({ kind, id, link: linkTo(title, url), snippet })),
        );
      },
    }),
    read_document: tool({
      description: 'The text of a document by its id, or of the section under one of its headings.',
      inputSchema: z.object({ id: z.uuid(), heading: z.string().max(300).optional() }),
      execute: async ({ id, heading }) => {
        const found = await findDocument(db, at, id);
        if (!found) return 'There is no such document.';
        const { title, authorName, updatedAt } = found;
        // Masked as a whole: a part may lack the name of a secret.
        const content = withoutSecrets(found.content).text;
        const section = heading === undefined ? content : sectionOf(content, heading);
        const text = (section ?? content).slice(0, READ);
        const link = { kind: 'document' as const, id };
        things.add({ ...link, title, text: `${title}\n${text}` });
        return returned({
          link: linkTo(title, addressOf(link)),
          author: authorName,
          updatedAt,
          ...(section === undefined && { note: 'There is no such heading; this is the whole document.' }),
          ...((section ?? content).length > READ && {
            note: 'Cut here. Read further by heading.',
            headings: headingsOf(content).slice(0, HEADINGS),
          }),
          text,
        });
      },
    }),
    server_history: tool({
      description: 'Who changed what of a server, newest first, by its id.',
      inputSchema: z.object({ id: z.uuid() }),
      execute: async ({ id }) => {
        const server = await findServerRow(db, id);
        if (!server) return 'There is no such server.';
        const { items } = await listHistory(db, at, id, { limit: CHANGES });
        const link = { kind: 'server' as const, id };
        things.add({ ...link, title: server.name, text: JSON.stringify(items) });
        return returned({ link: linkTo(server.name, addressOf(link)), changes: items });
      },
    }),
  };
}
