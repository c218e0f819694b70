import * as z from 'zod/mini';
import { Availability, Incident, RecordedResult } from './checks.ts';
import { get } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { Server } from './server-fields.ts';
import { HistoryEntry, LinkedDocument } from './servers.ts';

/** How many of its last changes the page of a server shows. */
export const CHANGES_SHOWN = 20;

/** All that the page of a server shows; each part has a call of its own as well, by which it is read anew. */
const ServerOverview = z.object({
  server: Server,
  watching: z.boolean(),
  availability: Availability,
  /** Since `from`, else of the last day, oldest first. */
  results: z.array(RecordedResult),
  incidents: z.array(Incident),
  documents: z.array(LinkedDocument),
  changes: z.array(HistoryEntry),
});

export const serverOverview = {
  read: get('/api/servers/:id/overview', {
    scope: 'user',
    summary: 'One server with its results since a time, availability, incidents, documents and changes',
    params: Id,
    query: z.object({ from: z.optional(Instant) }),
    result: ServerOverview,
  }),
};
