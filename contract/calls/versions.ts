import * as z from 'zod/mini';
import { Document, Version } from './documents.ts';
import { get, post } from './endpoint.ts';
import { addressNumber } from '../shared/fields.ts';

export const WordChange = z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() });
export type WordChange = z.infer<typeof WordChange>;

/** One line of a comparison, or a collapsed run of equal lines. */
export const LineChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['same', 'added', 'removed']),
    /** Line number in each text that contains the line. */
    oldLine: z.nullable(z.int()),
    newLine: z.nullable(z.int()),
    text: z.string(),
    /** For a replaced line, the parts that differ. */
    words: z.optional(z.array(WordChange)),
  }),
  z.object({ kind: z.literal('folded'), lines: z.int() }),
]);
export type LineChange = z.infer<typeof LineChange>;

const FieldValue = z.nullable(z.union([z.string(), z.boolean(), z.array(z.string())]));
export type FieldValue = z.infer<typeof FieldValue>;

export const VersionDiff = z.object({
  from: z.int(),
  to: z.int(),
  /** Other fields that differ. */
  fields: z.array(z.object({ field: z.string(), before: FieldValue, after: FieldValue })),
  /** Changed lines with a few around them; none when the texts are equal. */
  lines: z.array(LineChange),
  /** The texts differ too much for a comparison by line: everything between their equal ends counts as replaced. */
  isCoarse: z.boolean(),
});
export type VersionDiff = z.infer<typeof VersionDiff>;

const number = addressNumber(1, 2_147_483_647);

const versionsAt = (base: '/api/documents' | '/api/knowledge-base') => ({
  restore: post(`${base}/:id/restore/:versionId`, {
    scope: 'user',
    summary: 'Make an earlier version the current one again, as a new version',
    params: z.object({ id: z.uuid(), versionId: z.uuid() }),
    result: Document,
    isLarge: true,
  }),
  find: get(`${base}/:id/versions/:version`, {
    scope: 'viewer',
    summary: 'One version of a document with its content, by its number',
    params: z.object({ id: z.uuid(), version: number }),
    result: Version,
    isLarge: true,
  }),
  diff: get(`${base}/:id/diff/:from/:to`, {
    scope: 'viewer',
    summary: 'What differs between two versions, by field, line and word; versions by their numbers',
    params: z.object({ id: z.uuid(), from: number, to: number }),
    result: VersionDiff,
    isLarge: true,
  }),
});

export const documentVersions = versionsAt('/api/documents');
export const knowledgeBaseVersions = versionsAt('/api/knowledge-base');
export type VersionCalls = ReturnType<typeof versionsAt>;
