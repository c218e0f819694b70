import * as z from 'zod/mini';
import { get, post } from './endpoint.ts';
import { Readers } from '../shared/readers.ts';

/** People and groups that a document can name as readers. */
export const PossibleReaders = z.object({
  people: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** With the number of active accounts. */
  groups: z.array(z.object({ id: z.uuid(), name: z.string(), members: z.int() })),
});
export type PossibleReaders = z.infer<typeof PossibleReaders>;

/** What a change of readers means for the active accounts. */
export const ReaderChange = z.object({
  /** Accounts that may read the document afterwards. */
  readers: z.int(),
  /** Accounts that may read it now and not afterwards, and the names of the first of them. */
  losing: z.int(),
  names: z.array(z.string()),
});
export type ReaderChange = z.infer<typeof ReaderChange>;

export const readers = {
  list: get('/api/readers', {
    scope: 'viewer',
    summary: 'Active people and groups that a document can name as readers, by name',
    result: PossibleReaders,
  }),
  preview: post('/api/readers/preview', {
    scope: 'user',
    summary:
      'How many people may read a document after a change of its readers, and how many lose access; nothing is stored',
    body: z.object({ before: Readers, after: Readers }),
    result: ReaderChange,
  }),
};
