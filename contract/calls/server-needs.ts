import * as z from 'zod/mini';
import { get, put } from './endpoint.ts';
import { ALERT_LIMITS } from '../shared/alert-words.ts';
import { Id, Named } from '../shared/fields.ts';
import { Environment } from '../shared/server-words.ts';

/** Servers that are switched off together, separated by commas. */
const ServerIds = z
  .string()
  .check(
    z.maxLength(ALERT_LIMITS.needs * 37, `Choose at most ${ALERT_LIMITS.needs} servers`),
    z.regex(/^[0-9a-f-]{36}(?:,[0-9a-f-]{36})*$/, 'Use ids of servers, separated by commas'),
  );

const FallenServer = z.extend(Named, {
  environment: Environment,
  /** Whether it is one of those that are switched off. */
  isChosen: z.boolean(),
  teamOwner: z.nullable(z.string()),
  managedByName: z.nullable(z.string()),
  runbook: z.nullable(z.object({ id: z.uuid(), title: z.string() })),
});
export type FallenServer = z.infer<typeof FallenServer>;

/** What a server needs: of each group, any one suffices. */
const ServerNeeds = z.object({
  groups: z
    .array(z.array(z.uuid('Not an id of a server')).check(z.minLength(1), z.maxLength(ALERT_LIMITS.needs)))
    .check(z.maxLength(ALERT_LIMITS.groups)),
});

export const Needs = z.object({
  groups: z.array(z.array(Named)),
  /** What falls with the server. */
  behind: z.array(Named),
});

export const serverNeeds = {
  find: get('/api/servers/:id/needs', {
    scope: 'viewer',
    summary: 'What a server needs, and what falls with it',
    params: Id,
    result: Needs,
  }),
  change: put('/api/servers/:id/needs', {
    scope: 'user',
    summary: 'Replace what a server needs; a cycle is refused with its members',
    params: Id,
    body: ServerNeeds,
    result: Needs,
  }),
  outage: get('/api/servers/outage', {
    scope: 'viewer',
    summary: 'What falls when servers are switched off together, whom it concerns, and what to read',
    query: z.object({ ids: ServerIds }),
    result: z.object({
      /** The chosen ones first, then by name. */
      servers: z.array(FallenServer),
      /** How many fall, without the chosen ones. */
      fallen: z.int(),
    }),
  }),
};
