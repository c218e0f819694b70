import * as z from 'zod/mini';
import { type DocumentType, TemplateType } from '../../../contract/documents.ts';
import { randomKey } from '../../lib/random-key.ts';

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
