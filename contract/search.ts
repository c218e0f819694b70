import * as z from 'zod';
import { LIMITS } from './documents.ts';
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

export const search = {
  find: get('/api/search', {
    scope: 'user',
    summary: 'Search everything; best match first',
    query: z.object({
      q: text(LIMITS.search),
      kinds,
      limit: z.coerce.number().int().min(1).max(50).default(8),
    }),
    result: z.array(SearchHit),
  }),
};
