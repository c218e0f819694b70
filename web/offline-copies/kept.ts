import type { Document } from '../../contract/calls/documents.ts';
import type { documentOverview } from '../../contract/calls/document-overview.ts';
import type { Result } from '../../contract/calls/endpoint.ts';
import type { serverOverview } from '../../contract/calls/server-overview.ts';
import type { Server } from '../../contract/shared/server-fields.ts';
import type { RecordInfo, RecordKey, Store } from './store.ts';

export type DocumentPage = Result<typeof documentOverview.read>;
export type ServerPage = Result<typeof serverOverview.read>;
export type KeptPage = Pick<DocumentPage, 'document' | 'watching' | 'backlinks' | 'servers'>;

export const documentKey = (id: string): RecordKey => `document:${id}`;

/** What is kept of the page of a document: not the own draft, which is on the server, and not the facets of all documents. */
export const keptPage = ({ document, watching, backlinks, servers }: DocumentPage): KeptPage => ({
  document,
  watching,
  backlinks,
  servers,
});

/** A document as the list and the search of the copies need it. */
export type Kept = { document: Document; servers: DocumentPage['servers'] };

/** Reads what is kept. All documents together are read once, for lists and the search, until one changes. */
export function readerOf(store: Store) {
  let all: Promise<Kept[]> | undefined;
  /** The server confirms versions without sending them again. */
  const asOf = async ({ key, version, asOf: sent }: RecordInfo): Promise<Date> => {
    const { at, documents } = await store.chosen();
    const isConfirmed = documents.some(({ id, version: now }) => key === `document:${id}` && now === version);
    return new Date(isConfirmed ? Math.max(at, sent) : sent);
  };
  return {
    async document(id: string) {
      const found = await store.read<KeptPage>(`document:${id}`);
      return found && { page: found.value, asOf: await asOf(found.info) };
    },
    documents: (): Promise<Kept[]> => (all ??= readAll(store)),
    forgetDocuments: () => (all = undefined),
    /** Undefined before the first comparison with the server: nothing kept does not mean that there are none. */
    async servers(): Promise<{ list: Server[]; asOf: Date } | undefined> {
      const found = await store.read<Server[]>('servers');
      return found && { list: found.value, asOf: new Date(found.info.asOf) };
    },
    async server(id: string) {
      const found = await store.read<ServerPage>(`server:${id}`);
      return found && { page: found.value, asOf: new Date(found.info.asOf) };
    },
  };
}
export type Reader = ReturnType<typeof readerOf>;
/** What the copies of an account consist of. */
export type KeptCopies = { store: Store; reader: Reader };

/** Newest first, as lists show them. */
async function readAll(store: Store): Promise<Kept[]> {
  const infos = (await store.list()).filter(({ key }) => key.startsWith('document:'));
  const found = await Promise.all(infos.map(({ key }) => store.read<KeptPage>(key)));
  return found
    .flatMap((one) => one ?? [])
    .map(({ value: { document, servers } }) => ({ document, servers }))
    .toSorted((a, b) => b.document.updatedAt.localeCompare(a.document.updatedAt));
}
