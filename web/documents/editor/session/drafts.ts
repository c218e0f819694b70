import * as z from 'zod/mini';
import { call } from '../../../../contract/calls/call.ts';
import { type DocumentType, TemplateType } from '../../../../contract/shared/document-words.ts';
import { type Draft as ServerDraft, drafts, type EditingCalls } from '../../../../contract/calls/drafts.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { areEqual, type Fields, newFields } from './document-fields.ts';

const Draft = z.object({
  /** The version that the author started from; null for an unsaved document. */
  version: z.nullable(z.int()),
  savedAt: z.iso.datetime(),
  /** Time of the server's last copy, by the server's clock. */
  pushedAt: z.optional(z.iso.datetime()),
  /** True for a draft typed in another browser and stored here only to be offered later. */
  isFromElsewhere: z.optional(z.boolean()),
  /** The author's note for the next version. */
  changeLog: z._default(z.string(), ''),
  fields: z.object({
    title: z.string(),
    content: z.string(),
    excerpt: z.string(),
    technology: z.string(),
    domain: z.string(),
    category: z.string(),
    tags: z.array(z.string()),
    isPublished: z.boolean(),
    isTemplate: z.boolean(),
    templateType: z.nullable(TemplateType),
    readers: z._default(z.string(), ''),
  }),
});
export type Draft = z.infer<typeof Draft>;
export type Typed = Pick<Draft, 'fields' | 'changeLog' | 'version'>;

/** Key prefix of a document's drafts in the browser's store; separate per account on shared machines. */
export const draftsOf = (userId: string, document: string): string => `draft:${userId}:${document}`;

/** Key prefix of drafts of unsaved documents. */
export const newKey = (type: DocumentType): string => `new-${type}`;

/** A separate key per open editor: two tabs with the same document keep a draft each. */
export const ownKey = (drafts: string): string => `${drafts}:${randomKey()}`;

export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
const browserStore = (): Store => localStorage;

/** The draft under a key; undefined when the store is forbidden or has other content. */
export function readDraft(key: string, store = browserStore): Draft | undefined {
  try {
    return Draft.safeParse(JSON.parse(store().getItem(key) ?? 'null')).data;
  } catch {
    // Broken JSON, or a forbidden store: there is no draft to offer.
    return undefined;
  }
}

/** Returns whether it was stored: the store may be full or forbidden. */
export function keepDraft(key: string, draft: Draft, store = browserStore): boolean {
  try {
    store().setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string, store = browserStore): void {
  try {
    store().removeItem(key);
  } catch {
    // A forbidden store contains no draft.
  }
}

export type KeptDraft = Draft & { key: string };

/** Drafts of a document left behind in this browser, newest first; includes the former format without tabs. */
export const listDrafts = (drafts: string, store = browserStore): KeptDraft[] =>
  keysIn(store)
    .filter((key) => key === drafts || key.startsWith(`${drafts}:`))
    .flatMap((key) => {
      const draft = readDraft(key, store);
      return draft ? [{ ...draft, key }] : [];
    })
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));

/** Moves a draft without storing it twice. When it fails, returns false and the draft stays. */
export function moveDraft({ key, ...draft }: KeptDraft, to: string, store = browserStore): boolean {
  dropDraft(key, store);
  if (keepDraft(to, draft, store)) return true;
  keepDraft(key, draft, store);
  return false;
}

const KEPT_DAYS = 60;
const MOST = 50;

/** Deletes drafts after 60 days, and the oldest beyond 50. */
export function clearOldDrafts(now: Date, store = browserStore): void {
  const oldest = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString();
  const newestFirst = keysIn(store)
    .map((key) => ({ key, savedAt: readDraft(key, store)?.savedAt ?? '' }))
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));
  for (const [index, { key, savedAt }] of newestFirst.entries())
    if (index >= MOST || savedAt < oldest) dropDraft(key, store);
}

function keysIn(store: () => Store): string[] {
  try {
    const open = store();
    return Array.from({ length: open.length }, (_, index) => open.key(index) ?? '').filter((key) =>
      key.startsWith('draft:'),
    );
  } catch {
    // A forbidden store contains no draft.
    return [];
  }
}

/** Key of a draft on the server: its document, or a keyword for a new one. */
export type ServerKey = { calls: EditingCalls; id: string } | { key: string };

/** Stores a draft on the server; returns the time by the server's clock. */
export async function pushDraft(
  serverKey: ServerKey,
  { fields, changeLog, version }: Typed,
): Promise<string> {
  const body = { fields: { ...fields, changeLog }, version };
  const kept =
    'key' in serverKey
      ? await call(drafts.keep, { params: { key: serverKey.key }, body })
      : await call(serverKey.calls.keep, { params: { id: serverKey.id }, body });
  return kept.savedAt;
}

/** Removes the copy of `savedAt`: a later one belongs to another tab. */
export const removeServerDraft = (serverKey: ServerKey, savedAt: string): Promise<undefined> =>
  'key' in serverKey
    ? call(drafts.remove, { params: { key: serverKey.key }, query: { savedAt } })
    : call(serverKey.calls.remove, { params: { id: serverKey.id }, query: { savedAt } });

/** An unsaved draft. Without a key only the server has it. */
export type LeftDraft = Draft & { key?: string | undefined; keptBy: 'browser' | 'server' | 'elsewhere' };

/** All drafts to offer, newest first: those of this browser, and the server's copy when it is a different one. */
export function leftDrafts(
  local: KeptDraft[],
  onServer: ServerDraft | undefined,
  saved: Fields,
): LeftDraft[] {
  const copy = onServer && fromServer(onServer);
  const isCopied = ({ pushedAt, fields, changeLog }: Draft): boolean =>
    copy !== undefined &&
    (pushedAt === copy.savedAt || (areEqual(fields, copy.fields) && changeLog === copy.changeLog));
  const here = local.map((draft): LeftDraft => ({
    ...draft,
    ...(copy && isCopied(draft) && { pushedAt: copy.savedAt }),
    keptBy: draft.isFromElsewhere ? 'elsewhere' : 'browser',
  }));
  const isOurs = local.some(isCopied);
  // A browser without drafts did not send the copy; one with drafts may have sent an older state.
  const there: LeftDraft[] =
    copy && !isOurs ? [{ ...copy, keptBy: local.length > 0 ? 'server' : 'elsewhere' }] : [];
  return [...here, ...there]
    .filter(({ fields, changeLog }) => changeLog !== '' || !areEqual(fields, saved))
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));
}

/** In the editor's form: every field, '' when empty. */
function fromServer({ fields: { changeLog, ...fields }, version, savedAt }: ServerDraft): Draft {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return {
    version,
    savedAt,
    pushedAt: savedAt,
    changeLog: changeLog ?? '',
    fields: { ...newFields('knowledge-base'), ...(Object.fromEntries(given) as Partial<Fields>) },
  };
}

/**
 * The server keeps one draft per document, so typing replaces its copy. This stores that copy in the browser, to be
 * offered later. Returns false when there is no space.
 */
export function putAside(left: LeftDraft, key: string, store?: () => Store): boolean {
  const { key: _, keptBy, ...draft } = left;
  return keepDraft(key, { ...draft, isFromElsewhere: keptBy === 'elsewhere' }, store);
}
