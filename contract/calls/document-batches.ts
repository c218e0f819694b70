import * as z from 'zod/mini';
import { DocumentInput } from './documents.ts';
import { LIMITS } from '../shared/document-words.ts';
import { post } from './endpoint.ts';
import { Id, requiredLine } from '../shared/fields.ts';

/** Maximum documents per bulk change. */
export const MAX_BULK = 1_000;

const someTags = z.array(requiredLine(LIMITS.tag, 'A tag')).check(z.minLength(1), z.maxLength(LIMITS.tags));

/** Fields of a bulk change: a missing one stays unchanged, null clears it. */
export const BulkFields = z.extend(
  z.partial(
    z.pick(DocumentInput, {
      category: true,
      technology: true,
      domain: true,
      tags: true,
      isPublished: true,
      isTemplate: true,
    }),
  ),
  {
    /** Added to the existing tags. */
    addTags: z.optional(someTags),
    removeTags: z.optional(someTags),
  },
);
export type BulkFields = z.input<typeof BulkFields>;

export const BulkInput = z
  .object({
    ids: z.array(z.uuid()).check(z.minLength(1, 'Choose at least one document'), z.maxLength(MAX_BULK)),
    action: z.enum(['delete', 'set']),
    fields: z.optional(BulkFields),
  })
  .check(
    z.refine(({ action, fields }) => action === 'delete' || Object.keys(fields ?? {}).length > 0, {
      path: ['fields'],
      message: 'Choose what to change',
    }),
  );

export const BatchResult = z.object({
  /** Number of documents that now match the request. */
  changed: z.int(),
  problems: z.array(z.object({ id: z.string(), reason: z.string() })),
  /** For undoing all of it: POST {base}/batches/{id}/undo. Null when nothing changed. */
  batchId: z.nullable(z.uuid()),
});
export type BatchResult = z.infer<typeof BatchResult>;

const batchesAt = (base: '/api/documents' | '/api/knowledge-base') => ({
  bulk: post(`${base}/bulk`, {
    scope: 'user',
    summary: 'Change or delete many documents; one undo takes all of it back',
    body: BulkInput,
    result: BatchResult,
  }),
  undo: post(`${base}/batches/:id/undo`, {
    scope: 'user',
    summary: 'Take one’s own bulk change of the last day back; what was changed since stays',
    params: Id,
    result: z.object({ changed: z.int(), kept: z.int() }),
  }),
});

export const documentBatches = batchesAt('/api/documents');
export const knowledgeBaseBatches = batchesAt('/api/knowledge-base');
