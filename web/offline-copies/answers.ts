import type { QueryKey } from '@tanstack/react-query';
import { documentOverview, knowledgeBaseOverview } from '../../contract/calls/document-overview.ts';
import {
  documents,
  type Facet,
  type Facets,
  knowledgeBase,
  UNCATEGORIZED,
} from '../../contract/calls/documents.ts';
import { search, SearchKind } from '../../contract/calls/search.ts';
import { serverOverview } from '../../contract/calls/server-overview.ts';
import { servers } from '../../contract/calls/servers.ts';
import { settings } from '../../contract/calls/settings.ts';
import { signedIn } from '../../contract/calls/user.ts';
import { typeOf } from '../../contract/shared/document-words.ts';
import { PAGE } from '../api/query.ts';
import type { Copy } from './copy-or-server.ts';
import type { Kept, Reader } from './kept.ts';
import { documentHits, findDocuments, findServers, plainBeginning, serverHits } from './search.ts';
import type { Store } from './store.ts';

type Args = { params?: { id?: string }; query?: Record<string, unknown> };
/** What the kept records answer; undefined if nothing there does. */
type Answer = (args: { id: string; query: Record<string, string | undefined> }) => Promise<Copy | undefined>;

const PAGES = 'pages';

/** Answers reads from the copies: one row for each kind of read that they can answer (as server/outage/copy.ts). */
export function answersOf(store: Store, reader: Reader) {
  const rows = rowsOf(store, reader);
  return async (key: QueryKey): Promise<Copy | undefined> => {
    const names = key.filter((part) => typeof part === 'string');
    const args = (key.find((part) => typeof part === 'object') ?? {}) as Args;
    const query = (args.query ?? {}) as Record<string, string | undefined>;
    return rows.get(names.join(' '))?.({ id: args.params?.id ?? '', query });
  };
}

function rowsOf(store: Store, reader: Reader): Map<string, Answer> {
  const theDocument: Answer = async ({ id }) => {
    const kept = await reader.document(id);
    return kept && { data: kept.page.document, asOf: kept.asOf };
  };
  const theServer: Answer = async ({ id }) => {
    const all = await reader.servers();
    const found = all?.list.find((server) => server.id === id);
    return all && found && { data: found, asOf: all.asOf };
  };
  const listed: Answer = async ({ query }) => {
    const asOf = await asOfAll(store);
    return asOf && inPages((await matching(reader, query)).map(asCard), asOf);
  };
  const facets: Answer = async ({ query }) => {
    const asOf = await asOfAll(store);
    return asOf && { data: facetsOf(await matching(reader, query)), asOf };
  };
  const listedServers = async (query: Record<string, string | undefined>) => {
    // A filter needs what only the server knows; a wrong list would be worse than none.
    if (query['filter'] || query['sort']) return undefined;
    const all = await reader.servers();
    if (!all) return undefined;
    const { list, asOf } = all;
    const { q, environment, status } = query;
    const found = q ? findServers(list, q).map(({ item }) => item) : list;
    const is = (value: string, wanted?: string) => !wanted || wanted === 'all' || value === wanted;
    return {
      list: found.filter((server) => is(server.environment, environment) && is(server.status, status)),
      asOf,
    };
  };
  return new Map<string, Answer>([
    [signedIn.currentUser.path, () => alone(store, 'user')],
    [settings.show.path, () => alone(store, 'settings')],
    ...[documentOverview, knowledgeBaseOverview].map(({ read }): [string, Answer] => [
      `${PAGE} ${read.path}`,
      async ({ id }) => {
        const kept = await reader.document(id);
        return kept && { data: kept.page, asOf: kept.asOf };
      },
    ]),
    ...[documents, knowledgeBase].flatMap((calls): [string, Answer][] => [
      [calls.find.path, theDocument],
      [`${calls.list.path} ${PAGES}`, listed],
      [calls.facets.path, facets],
    ]),
    [servers.find.path, theServer],
    [`${PAGE} ${serverOverview.read.path}`, (args) => serverPage(reader, args.id)],
    [
      `${servers.list.path} ${PAGES}`,
      async ({ query }) => {
        const found = await listedServers(query);
        return found && inPages(found.list, found.asOf);
      },
    ],
    [
      servers.list.path,
      async ({ query }) => {
        const found = await listedServers(query);
        return found && { data: found.list.slice(0, Number(query['limit'] ?? Infinity)), asOf: found.asOf };
      },
    ],
    [search.find.path, ({ query }) => searched(store, reader, query)],
  ]);
}

const alone = async (store: Store, key: 'user' | 'settings'): Promise<Copy | undefined> => {
  const found = await store.read(key);
  return found && { data: found.value, asOf: undefined };
};

/** When all that is kept was last compared with the server. Undefined if nothing is: an empty list would say that there is nothing. */
async function asOfAll(store: Store): Promise<Date | undefined> {
  const { at, documents: chosen } = await store.chosen();
  return chosen.length > 0 ? new Date(at) : undefined;
}

const inPages = (items: unknown[], asOf: Date): Copy => ({
  data: { pages: [{ items, total: items.length, nextCursor: undefined }], pageParams: [undefined] },
  asOf,
});

/** The whole page of a server that was opened here; else its facts and the kept documents that name it. */
async function serverPage(reader: Reader, id: string): Promise<Copy | undefined> {
  const all = await reader.servers();
  const facts = all?.list.find((server) => server.id === id);
  const opened = await reader.server(id);
  if (opened && (!all || !facts || opened.asOf >= all.asOf)) return { data: opened.page, asOf: opened.asOf };
  if (!all || !facts) return undefined;
  const linked = (await reader.documents()).flatMap(({ document, servers: named }) =>
    named.some((server) => server.id === id)
      ? [{ id: document.id, title: document.title, documentType: null, updatedAt: document.updatedAt }]
      : [],
  );
  return {
    data: { ...opened?.page, server: facts, documents: opened?.page.documents ?? linked },
    asOf: all.asOf,
  };
}

async function matching(reader: Reader, { q, type, category }: Record<string, string | undefined>) {
  const kept = await reader.documents();
  const found = q ? findDocuments(kept, q).map(({ document }) => document) : kept.map(documentOf);
  return found.filter(
    (document) =>
      (!type || type === 'all' || typeOf(document.templateType) === type) &&
      (!category || (document.category ?? UNCATEGORIZED) === category),
  );
}
/** As in a list: with a summary instead of the text. */
const asCard = ({ content, ...document }: Kept['document']) => ({
  ...document,
  summary: document.excerpt ?? plainBeginning(content),
});
const documentOf = ({ document }: Kept) => document;

function facetsOf(found: Kept['document'][]): Facets {
  const count = (values: string[]): Facet[] =>
    [...Map.groupBy(values, (value) => value)].map(([value, { length }]) => ({ value, count: length }));
  return {
    types: count(found.map(({ templateType }) => typeOf(templateType))),
    categories: count(found.map(({ category }) => category ?? UNCATEGORIZED)),
    tags: count(found.flatMap(({ tags }) => tags)),
  };
}

async function searched(
  store: Store,
  reader: Reader,
  { q = '', kinds, limit }: Record<string, string | undefined>,
) {
  const [asOf, all] = [await asOfAll(store), await reader.servers()];
  if (!asOf && !all) return undefined;
  const wanted = kinds?.split(',') ?? SearchKind.options;
  const hits = [
    ...(wanted.includes('document') ? documentHits(await reader.documents(), q) : []),
    ...(wanted.includes('server') ? serverHits(all?.list ?? [], q) : []),
  ];
  return { data: hits.slice(0, Number(limit ?? hits.length)), asOf: asOf ?? all?.asOf };
}
