import * as z from 'zod';
import { TemplateType } from '../../../contract/documents.ts';

const Draft = z.object({
  /** The version the writer started from; null for a document that is not saved yet. */
  version: z.number().int().nullable(),
  savedAt: z.iso.datetime(),
  /** When the server kept a copy of it last, by the server's clock. */
  pushedAt: z.iso.datetime().optional(),
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
    templateType: TemplateType.nullable(),
  }),
});
export type Draft = z.infer<typeof Draft>;

/** Where the draft of a document lies in the browser's store; each account of a shared machine has its own. */
export const draftKey = (userId: string, document: string): string => `draft:${userId}:${document}`;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The draft kept under a key; none where the store is closed to us or holds something else. */
export function readDraft(key: string, store: () => Store = () => localStorage): Draft | undefined {
  try {
    return Draft.safeParse(JSON.parse(store().getItem(key) ?? 'null')).data;
  } catch {
    // Broken JSON, or a browser that forbids the store: there is nothing to offer, and nothing to be done about it.
    return undefined;
  }
}

/** Whether it could be kept: the store may be full or forbidden. */
export function keepDraft(key: string, draft: Draft, store: () => Store = () => localStorage): boolean {
  try {
    store().setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string, store: () => Store = () => localStorage): void {
  try {
    store().removeItem(key);
  } catch {
    // A store that is forbidden holds no draft.
  }
}
