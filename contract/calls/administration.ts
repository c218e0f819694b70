import * as z from 'zod/mini';
import { Session } from './sessions.ts';
import { ApiToken } from './tokens.ts';
import { Role, User } from './user.ts';
import { del, get, put } from './endpoint.ts';
import { Id, Instant, line, Paging, pagingHeaders, text } from '../shared/fields.ts';

/** An account as administrators see it. */
export const ManagedUser = z.extend(User, {
  approvedAt: z.nullable(Instant),
  lastUsedAt: z.nullable(Instant),
});
export type ManagedUser = z.infer<typeof ManagedUser>;

/** `active` false deactivates the account; true reactivates a rejected or deactivated one. */
export const UserChange = z.object({ role: z.optional(Role), active: z.optional(z.boolean()) });
export type UserChange = z.infer<typeof UserChange>;

/** Who did what to which object, with the changed fields. */
export const AuditEntry = z.object({
  id: z.int(),
  at: Instant,
  actorId: z.nullable(z.uuid()),
  actorName: z.string(),
  /** Such as 'document.update'. */
  action: z.string(),
  kind: z.string(),
  subjectId: z.nullable(z.uuid()),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const AuditFilters = z.object({
  actorId: z.optional(z.uuid()),
  action: z.optional(line(50)),
  kind: z.optional(line(50)),
  subjectId: z.optional(z.uuid()),
  from: z.optional(Instant),
  to: z.optional(Instant),
});
export type AuditFilters = z.infer<typeof AuditFilters>;

export const AuditQuery = z.extend(AuditFilters, Paging);
export type AuditQuery = z.infer<typeof AuditQuery>;

export const administration = {
  listUsers: get('/api/admin/users', {
    scope: 'admin',
    summary: 'All accounts by name',
    query: z.object({ q: z.optional(text(200)) }),
    result: z.array(ManagedUser),
  }),
  updateUser: put('/api/admin/users/:id', {
    scope: 'admin',
    summary: 'Change the role of an account, deactivate it or let it in again; the last administrator stays',
    params: Id,
    body: UserChange,
    result: ManagedUser,
  }),
  endSessions: del('/api/admin/users/:id/sessions', {
    scope: 'admin',
    summary: 'End all sessions of an account',
    params: Id,
  }),
  access: get('/api/admin/users/:id/access', {
    scope: 'admin',
    sessionOnly: true,
    summary: 'Sessions and API tokens of an account, with their last use',
    params: Id,
    result: z.object({ sessions: z.array(Session), tokens: z.array(ApiToken) }),
  }),
  endAccess: del('/api/admin/users/:id/access', {
    scope: 'admin',
    sessionOnly: true,
    summary: 'End all sessions of an account and delete its API tokens',
    params: Id,
  }),
  audit: get('/api/admin/audit', {
    scope: 'admin',
    summary: 'Audit entries, newest first; action may be a beginning such as `document.`',
    query: AuditQuery,
    result: z.array(AuditEntry),
    headers: pagingHeaders,
  }),
  exportAudit: get('/api/admin/audit/export', {
    scope: 'admin',
    summary: 'The audit entries of a filter as a file, newest first: CSV, or one JSON object per line',
    query: z.extend(AuditFilters, { format: z.enum(['csv', 'jsonl']) }),
    produces: 'text/csv',
  }),
};
