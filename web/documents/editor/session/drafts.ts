import * as z from 'zod/mini';
import { call } from '../../../../contract/call.ts';
import { type DocumentType, TemplateType } from '../../../../contract/documents.ts';
import { type Draft as ServerDraft, drafts, type EditingCalls } from '../../../../contract/drafts.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { areEqual, type Fields, newFields } from './document-fields.ts';

const Draft = z.object({
  /** The version the writer started from; null for a document that is not saved yet. */
  version: z.nullable(z.int()),
  savedAt: z.iso.datetime(),
  /** When the server kept a copy of it last, by the server's clock. */
  pushedAt: z.optional(z.iso.datetime()),
  /** Set where it was typed in another browser and only put aside in this one. */
  isFromElsewhere: z.optional(z.boolean()),
  /** What the writer says the next version is about. */
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
  }),
});
export type Draft = z.infer<typeof Draft>;
export type Typed = Pick<Draft, 'fields' | 'changeLog' | 'version'>;

/** Where the drafts of a document lie in the browser's store; each account of a shared machine has its own. */
export const draftsOf = (userId: string, document: string): string => `draft:${userId}:${document}`;

/** Under which drafts of a document lie that is not stored yet. */
export const newKey = (type: DocumentType): string => `new-${type}`;

/** A place of its own for one open editor: two tabs with one document keep a draft each. */
export const ownPlace = (drafts: string): string => `${drafts}:${randomKey()}`;

export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
const browserStore = (): Store => localStorage;

/** The draft kept at a place; none where the store is closed to us or holds something else. */
export function readDraft(place: string, store = browserStore): Draft | undefined {
  try {
    return Draft.safeParse(JSON.parse(store().getItem(place) ?? 'null')).data;
  } catch {
    // Broken JSON, or a browser that forbids the store: there is nothing to offer, and nothing to be done about it.
    return undefined;
  }
}

/** Whether it could be kept: the store may be full or forbidden. */
export function keepDraft(place: string, draft: Draft, store = browserStore): boolean {
  try {
    store().setItem(place, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(place: string, store = browserStore): void {
  try {
    store().removeItem(place);
  } catch {
    // A store that is forbidden holds no draft.
  }
}

export type PlacedDraft = Draft & { place: string };

/** The drafts of a document that tabs of this browser left behind, the newest first; also those kept before tabs had places. */
export const listDrafts = (drafts: string, store = browserStore): PlacedDraft[] =>
  placesIn(store)
    .filter((place) => place === drafts || place.startsWith(`${drafts}:`))
    .flatMap((place) => {
      const draft = readDraft(place, store);
      return draft ? [{ ...draft, place }] : [];
    })
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));

/** Moves a draft without ever needing room for two. False, and it lies where it lay, where that does not work. */
export function moveDraft({ place, ...draft }: PlacedDraft, to: string, store = browserStore): boolean {
  dropDraft(place, store);
  if (keepDraft(to, draft, store)) return true;
  keepDraft(place, draft, store);
  return false;
}

const KEPT_DAYS = 60;
const MOST = 50;

/** Takes away drafts that nobody came back to for 60 days, and the oldest beyond 50. */
export function clearOldDrafts(now: Date, store = browserStore): void {
  const oldest = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString();
  const newestFirst = placesIn(store)
    .map((place) => ({ place, savedAt: readDraft(place, store)?.savedAt ?? '' }))
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));
  for (const [index, { place, savedAt }] of newestFirst.entries())
    if (index >= MOST || savedAt < oldest) dropDraft(place, store);
}

function placesIn(store: () => Store): string[] {
  try {
    const open = store();
    return Array.from({ length: open.length }, (_, index) => open.key(index) ?? '').filter((place) =>
      place.startsWith('draft:'),
    );
  } catch {
    // A store that is forbidden holds no draft.
    return [];
  }
}

/** Where the server keeps a draft: with its document, or under a key while there is none. */
export type ServerPlace = { calls: EditingCalls; id: string } | { key: string };

/** Keeps a draft on the server; returns when, by the server's clock. */
export async function pushDraft(place: ServerPlace, { fields, changeLog, version }: Typed): Promise<string> {
  const body = { fields: { ...fields, changeLog }, version };
  const kept =
    'key' in place
      ? await call(drafts.keep, { params: { key: place.key }, body })
      : await call(place.calls.keep, { params: { id: place.id }, body });
  return kept.savedAt;
}

/** Removes the copy that was kept at `savedAt`: a later one is another tab's. */
export const removeServerDraft = (place: ServerPlace, savedAt: string): Promise<undefined> =>
  'key' in place
    ? call(drafts.remove, { params: { key: place.key }, query: { savedAt } })
    : call(place.calls.remove, { params: { id: place.id }, query: { savedAt } });

/** What was typed and not saved. Without a place only the server has it. */
export type LeftDraft = Draft & { place?: string | undefined; keptBy: 'browser' | 'server' | 'elsewhere' };

/** All drafts to offer, the newest first: those of this browser, and the server's copy where that is none of them. */
export function leftDrafts(
  local: PlacedDraft[],
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
  // A browser without drafts did not send the copy; one with drafts may have sent an older state of them.
  const there: LeftDraft[] =
    copy && !isOurs ? [{ ...copy, keptBy: local.length > 0 ? 'server' : 'elsewhere' }] : [];
  return [...here, ...there]
    .filter(({ fields, changeLog }) => changeLog !== '' || !areEqual(fields, saved))
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));
}

/** As the editor holds drafts: every field, '' where there is nothing. */
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
 * The server keeps one draft of each document, so typing replaces its copy: this browser stores that one too, to be
 * offered another time. False when it has no room for it.
 */
export function putAside(left: LeftDraft, place: string, store?: () => Store): boolean {
  const { place: _, keptBy, ...draft } = left;
  return keepDraft(place, { ...draft, isFromElsewhere: keptBy === 'elsewhere' }, store);
}
