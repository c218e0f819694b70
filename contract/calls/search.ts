import * as z from 'zod/mini';
import { LIMITS } from '../shared/document-words.ts';
import { get } from './endpoint.ts';
import { addressNumber, text } from '../shared/fields.ts';

export const SearchKind = z.enum(['document', 'server', 'member']);
export type SearchKind = z.infer<typeof SearchKind>;

export const SearchHit = z.object({
  kind: SearchKind,
  id: z.uuid(),
  title: z.string(),
  /** Plain text around the first match. */
  snippet: z.string(),
  /** Comparable only within one response; higher is better. */
  score: z.number(),
  /** Address inside the product that opens it. */
  url: z.string(),
});
export type SearchHit = z.infer<typeof SearchHit>;

const kinds = z.optional(
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value) => value.split(',').filter(Boolean)),
    ),
    z.array(SearchKind),
  ),
);

const searching = z.object({
  q: text(LIMITS.search),
  kinds,
  limit: z._default(addressNumber(1, 50), 8),
});

/**
 * `q` contains words (the best hits match the most distinctive ones), "exact texts", exclusions with -, and operators:
 * type: category: tag: author: server: env: status: updated:>30d (or <7d, >2026-01-31), each also after a -.
 */
export const search = {
  find: get('/api/search', {
    scope: 'viewer',
    mayBeStale: true,
    inOutage: true,
    summary: 'Search everything; best match first',
    query: searching,
    result: z.array(SearchHit),
  }),
  similar: get('/api/search/similar', {
    scope: 'viewer',
    summary:
      'What has a word that is spelled nearly like one that was typed, titles before texts; nearest first',
    query: searching,
    result: z.array(SearchHit),
  }),
};
