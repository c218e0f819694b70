import * as z from 'zod/mini';
import { MOST_OPENED } from '../shared/offline-words.ts';
import { post } from './endpoint.ts';

const KeptDocument = z.object({ id: z.uuid(), version: z.int() });
export type KeptDocument = z.infer<typeof KeptDocument>;

export const offlineCopies = {
  choose: post('/api/offline/copies', {
    scope: 'viewer',
    summary:
      'The documents of which this browser keeps copies, most useful first: those of servers that one watches or ' +
      'manages, those of `opened` that still exist, those that one watches, then instructions, how-tos and build documents',
    body: z.object({
      opened: z
        .array(z.uuid('Not an id of a document'))
        .check(z.maxLength(MOST_OPENED, `Send at most ${MOST_OPENED} documents`)),
    }),
    result: z.array(KeptDocument),
  }),
};
