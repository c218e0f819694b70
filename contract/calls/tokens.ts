import * as z from 'zod/mini';
import { del, get, post } from './endpoint.ts';
import { Id, Instant, requiredLine } from '../shared/fields.ts';

/**
 * read: every GET and questions to the assistant; write: everything except protecting the account itself; scim: only the SCIM
 * protocol, for the company directory. Only administrators create and use `scim` tokens.
 */
export const TokenScope = z.enum(['read', 'write', 'scim']);
export type TokenScope = z.infer<typeof TokenScope>;

/** A personal API token; its secret is shown once and stored as a hash. */
export const ApiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scope: TokenScope,
  createdAt: Instant,
  expiresAt: z.nullable(Instant),
  lastUsedAt: z.nullable(Instant),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const NewApiToken = z.object({
  name: requiredLine(100, 'Name'),
  scope: z._default(TokenScope, 'read'),
  expiresAt: z.nullish(Instant),
});

export const tokens = {
  list: get('/api/auth/tokens', {
    scope: 'viewer',
    sessionOnly: true,
    summary: 'Own API tokens',
    result: z.array(ApiToken),
  }),
  create: post('/api/auth/tokens', {
    scope: 'viewer',
    sessionOnly: true,
    summary: 'Make an API token; its secret is in this answer and never again',
    body: NewApiToken,
    result: z.extend(ApiToken, { token: z.string() }),
    status: 201,
  }),
  remove: del('/api/auth/tokens/:id', {
    scope: 'viewer',
    sessionOnly: true,
    summary: 'Take an API token away',
    params: Id,
  }),
};
