import * as z from 'zod/mini';
import { Needs } from './server-needs.ts';
import { Availability, Incident, RecordedResult } from './checks.ts';
import { get } from './endpoint.ts';
import { Id, Instant } from '../shared/fields.ts';
import { Server } from '../shared/server-fields.ts';
import { ServerLimits } from '../shared/server-limits.ts';
import { HistoryEntry, LinkedDocument } from './servers.ts';

/** Number of recent changes on the page of a server. */
export const CHANGES_SHOWN = 20;

/** Everything on the page of a server. Each part also has its own call, for reloading. */
const ServerOverview = z.object({
  server: Server,
  watching: z.boolean(),
  availability: Availability,
  /** Since `from`, by default the last day; oldest first. */
  results: z.array(RecordedResult),
  incidents: z.array(Incident),
  documents: z.array(LinkedDocument),
  needs: Needs,
  limits: ServerLimits,
  /** Documents that name the server and are not linked to it. */
  mentions: z.array(LinkedDocument),
  changes: z.array(HistoryEntry),
});

export const serverOverview = {
  read: get('/api/servers/:id/overview', {
    scope: 'viewer',
    summary: 'One server with its results since a time, availability, incidents, documents and changes',
    params: Id,
    query: z.object({ from: z.optional(Instant) }),
    result: ServerOverview,
  }),
};
