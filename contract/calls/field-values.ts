import * as z from 'zod/mini';
import { get } from './endpoint.ts';
import { text } from '../shared/fields.ts';
import { serverFields } from '../shared/server-fields.ts';
import { SERVER_LIMITS } from '../shared/server-words.ts';

export const MAX_FIELD_VALUES = 20;
export const FieldValuesQuery = z.object({
  field: z.enum(serverFields),
  q: z.optional(text(SERVER_LIMITS.search)),
});
export type FieldValuesQuery = z.infer<typeof FieldValuesQuery>;

/** For completing filters; separate from the other server calls, because the list loads without it. */
export const fieldValues = {
  list: get('/api/servers/field-values', {
    scope: 'viewer',
    mayBeStale: true,
    summary: `What servers hold in one field and that contains q: at most ${MAX_FIELD_VALUES} values, most frequent first`,
    query: FieldValuesQuery,
    result: z.array(z.string()),
  }),
};
