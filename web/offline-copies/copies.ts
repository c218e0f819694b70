import type { QueryKey } from '@tanstack/react-query';
import { documentOverview, knowledgeBaseOverview } from '../../contract/calls/document-overview.ts';
import { documents, type Document, knowledgeBase } from '../../contract/calls/documents.ts';
import { serverOverview } from '../../contract/calls/server-overview.ts';
import { servers } from '../../contract/calls/servers.ts';
import { settings } from '../../contract/calls/settings.ts';
import { type CurrentUser, signedIn } from '../../contract/calls/user.ts';
import type { ApiError } from '../../contract/shared/error.ts';
import type { Copies } from '../api/copies.ts';
import { isFromServerCopy } from '../api/copy-time.ts';
import { PAGE, queryClient } from '../api/query.ts';
import { currentUser } from '../api/session.ts';
import { answersOf } from './answers.ts';
import { deciding } from './copy-or-server.ts';
import {
  documentKey,
  type DocumentPage,
  type KeptCopies,
  keptPage,
  type KeptPage,
  readerOf,
  type ServerPage,
} from './kept.ts';
import { keepInStep, keptPictureIn } from './sync.ts';
import { type Summary, summaryOf } from './summary.ts';
import { openStore, removeStores, type Store } from './store.ts';

let opened: KeptCopies | undefined;
/** About the copies that are open, for the page about them. */
export const summary = async (): Promise<Summary | null> => (opened ? summaryOf(opened) : null);

/** Opens the copies of an account, and removes those of every other one. */
export async function openCopies(userId: string): Promise<Copies> {
  await removeStores(userId);
  let store = await openStore(userId);
  if (store.state() === 'ended') {
    store.close();
    await removeStores();
    store = await openStore(userId);
  }
  const reader = readerOf(store);
  const answer = answersOf(store, reader);
  await store.noteTime();
  const kept = (opened = { store, reader });
  const source = {
    find: async (key: QueryKey) => {
      if (store.state() !== 'open') return undefined;
      await store.noteTime();
      return answer(key);
    },
    note: async (key: QueryKey, data: unknown) => {
      const noted = await noteIn(store, key, data);
      if (noted === 'nothing') return;
      if (noted === 'document') reader.forgetDocuments();
      await store.noteContact();
    },
    heedRefusal: async (key: QueryKey, error: ApiError) => {
      await heedRefusalIn(store, key, error);
      reader.forgetDocuments();
    },
  };
  return {
    picture: (address) => keptPictureIn(store, address),
    read: deciding(source),
    keepInStep: () => {
      noteEarlier(source.note).catch(reportError);
      return keepInStep(kept);
    },
  };
}

/** Keeps what the server sent before the copies were open. If the account itself is a copy, it sent nothing. */
async function noteEarlier(note: (key: QueryKey, data: unknown) => Promise<void>): Promise<void> {
  const { status, fetchStatus } = queryClient.getQueryState(currentUser.queryKey) ?? {};
  if (status !== 'success' || fetchStatus !== 'idle' || isFromServerCopy()) return;
  for (const { queryKey, state } of queryClient.getQueryCache().getAll())
    if (state.status === 'success') await note(queryKey, state.data);
}

export const removeCopies = (): Promise<void> => removeStores();

const isPage = (key: QueryKey, path: string) => key[0] === PAGE && key[1] === path;
const idIn = (key: QueryKey): string | undefined =>
  (key.find((part) => typeof part === 'object') as { params?: { id?: string } } | undefined)?.params?.id;

const DOCUMENT_PAGES = [documentOverview.read.path, knowledgeBaseOverview.read.path];
const DOCUMENT_READS = [documents.find.path, knowledgeBase.find.path];

/** Keeps what a read of a screen brought. */
async function noteIn(store: Store, key: QueryKey, data: unknown): Promise<'document' | 'other' | 'nothing'> {
  if (key[0] === signedIn.currentUser.path) {
    const user = data as CurrentUser | null;
    if (user?.id === store.userId) await store.write('user', user);
  } else if (key[0] === settings.show.path) await store.write('settings', data);
  else if (DOCUMENT_PAGES.some((path) => isPage(key, path))) {
    const page = data as DocumentPage;
    await store.write(documentKey(page.document.id), keptPage(page), page.document.version);
    return 'document';
  } else if (DOCUMENT_READS.some((path) => key[0] === path)) {
    const document = data as Document;
    const kept = await store.read<KeptPage>(documentKey(document.id));
    if (!kept || kept.info.version === document.version) return 'other';
    await store.write(documentKey(document.id), { ...kept.value, document }, document.version);
    return 'document';
  } else if (isPage(key, serverOverview.read.path)) {
    const page = data as ServerPage;
    await store.write(`server:${page.server.id}`, page);
  } else return 'nothing';
  return 'other';
}

/** A document or server that the server does not show any more is not kept either. */
async function heedRefusalIn(store: Store, key: QueryKey, { status }: ApiError): Promise<void> {
  const id = idIn(key);
  if (!id || (status !== 403 && status !== 404)) return;
  const isDocument =
    DOCUMENT_PAGES.some((path) => isPage(key, path)) || DOCUMENT_READS.some((path) => key[0] === path);
  if (isDocument) await store.remove(documentKey(id));
  if (isPage(key, serverOverview.read.path) || key[0] === servers.find.path)
    await store.remove(`server:${id}`);
}
