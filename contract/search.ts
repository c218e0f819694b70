import * as z from 'zod';
import { LIMITS } from './document-words.ts';
import { get } from './endpoint.ts';
import { text } from './fields.ts';

export const SearchKind = z.enum(['document', 'server', 'member']);
export type SearchKind = z.infer<typeof SearchKind>;

export const SearchHit = z.object({
  kind: SearchKind,
  id: z.uuid(),
  title: z.string(),
  /** Plain text around the first place that matches. */
  snippet: z.string(),
  /** Only good for comparing hits of one answer; higher is better. */
  score: z.number(),
  /** Address inside the product that opens it. */
  url: z.string(),
});
export type SearchHit = z.infer<typeof SearchHit>;

const kinds = z
  .string()
  .transform((value) => value.split(',').filter(Boolean))
  .pipe(z.array(SearchKind))
  .optional();

const searching = z.object({
  q: text(LIMITS.search),
  kinds,
  limit: z.coerce.number().int().min(1).max(50).default(8),
});

/**
 * `q` is words, of which the best hits hold the most telling, "exact texts", exclusions by -, and operators:
 * type: category: tag: author: server: env: status: updated:>30d (or <7d, >2026-01-31), each also after a -.
 */
export const search = {
  find: get('/api/search', {
    scope: 'user',
    summary: 'Search everything; best match first',
    query: searching,
    result: z.array(SearchHit),
  }),
  similar: get('/api/search/similar', {
    scope: 'user',
    summary: 'What has a word in its title that is spelled nearly like one that was typed; nearest first',
    query: searching,
    result: z.array(SearchHit),
  }),
};
