import * as z from 'zod/mini';
import { Metrics } from './checks.ts';
import { del, get, post, put } from './endpoint.ts';
import { clearable, Id, Instant, line, Paging, pagingHeaders, text } from '../shared/fields.ts';
import { DeletedServer, Server, ServerChange, ServerInput } from '../shared/server-fields.ts';
import {
  Environment,
  QUERY_LIMITS,
  SERVER_LIMITS,
  ServerSort,
  ServerStatus,
} from '../shared/server-words.ts';
import { watchingAt } from './watching.ts';

/** A filter in its text form (`filter-text.ts`), as in the address of the Infrastructure screen. */
export const FilterText = text(QUERY_LIMITS.filter);
export const ServerFilters = z.object({
  /** Finds servers that contain the text; also parsed as a filter. */
  q: z.optional(text(SERVER_LIMITS.search)),
  filter: z.optional(FilterText),
  environment: z.optional(z.enum([...Environment.options, 'all'])),
  status: z.optional(z.enum([...ServerStatus.options, 'all'])),
});
export type ServerFilters = z.infer<typeof ServerFilters>;
export const ServerQuery = z.extend(ServerFilters, {
  ...Paging,
  sort: z.optional(ServerSort),
  /** `true` adds to servers of the page that are offline or warn what to read about them. */
  runbooks: z.optional(z.literal('true', 'Must be true')),
});
export type ServerQuery = z.infer<typeof ServerQuery>;

export const ServerOptions = z.object({
  domains: z.array(z.string()),
  accounts: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type ServerOptions = z.infer<typeof ServerOptions>;

export const HistoryEntry = z.object({
  id: z.number(),
  at: Instant,
  actorName: z.string(),
  action: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const LinkedDocument = z.object({
  id: z.uuid(),
  title: z.string(),
  documentType: z.nullable(z.string()),
  updatedAt: Instant,
});
export type LinkedDocument = z.infer<typeof LinkedDocument>;

/** Servers of a document: linked ones, and those that its text mentions without a link. */
export const DocumentServers = z.array(
  z.object({ id: z.uuid(), name: z.string(), status: ServerStatus, linked: z.boolean(), named: z.boolean() }),
);

export type DocumentServers = z.infer<typeof DocumentServers>;

export const BatchResult = z.object({
  changed: z.int(),
  problems: z.array(z.object({ id: z.string(), reason: z.string() })),
  /** For undoing all of it: POST /api/servers/batches/{id}/undo. Null when nothing changed. */
  batchId: z.nullable(z.uuid()),
});
export type BatchResult = z.infer<typeof BatchResult>;

export const MAX_CSV_BYTES = 20 * 1024 * 1024;

/** Effect of a CSV file, or of its dry run, by row. */
export const ImportReport = z.object({
  dryRun: z.boolean(),
  /** Counts of changes: zero if any row is invalid. In a dry run, what valid rows would do. */
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** Any error means that nothing was stored. */
  failed: z.int(),
  rows: z.array(
    z.object({
      /** Line of the file; the header is line 1. */
      line: z.int(),
      name: z.string(),
      /** What the row asks for. */
      action: z.enum(['create', 'update', 'unchanged', 'error']),
      errors: z.array(z.object({ field: z.string(), message: z.string() })),
      /** Cells that were read in another way than they are written, such as the first of two addresses. */
      notices: z.array(z.object({ field: z.string(), message: z.string() })),
    }),
  ),
  /** Column that the names were read from, when none is called `name`. */
  nameColumn: z.nullable(z.string()),
  /** Columns that are left out. */
  ignoredColumns: z.array(z.string()),
  /** The first columns of the file in order, with the field that each is read as and its first value. */
  columns: z.array(
    z.object({ column: z.string(), field: z.nullable(z.string()), example: z.nullable(z.string()) }),
  ),
  batchId: z.nullable(z.uuid()),
});
export type ImportReport = z.infer<typeof ImportReport>;

/** Either servers by id, or all servers of a filter with the number that the caller saw: 409 when it differs now. */
export const BulkInput = z.object({
  ids: z.optional(
    z.array(z.uuid()).check(z.minLength(1, 'Choose at least one server'), z.maxLength(SERVER_LIMITS.batch)),
  ),
  filter: z.optional(FilterText),
  total: z.optional(z.int()),
  action: z.enum(['delete', 'set']),
  fields: z.optional(z.omit(ServerChange, { name: true, check: true })),
});

const named = z.object({ id: z.uuid(), documentId: z.uuid() });

export const servers = {
  list: get('/api/servers', {
    scope: 'viewer',
    mayBeStale: true,
    inOutage: true,
    summary:
      'Servers, bad news first, then by name. Without parameters all of them. Sorted by a field, those without it ' +
      'come last',
    query: ServerQuery,
    result: z.array(Server),
    headers: pagingHeaders,
  }),
  options: get('/api/servers/options', {
    scope: 'viewer',
    summary: 'Company domains and the accounts that can manage a server, for the form',
    result: ServerOptions,
  }),
  bin: get('/api/servers/bin', {
    scope: 'user',
    summary: 'Deleted servers that can still be restored, last deleted first',
    query: z.object(Paging),
    result: z.array(DeletedServer),
    headers: pagingHeaders,
  }),
  find: get('/api/servers/:id', {
    scope: 'viewer',
    inOutage: true,
    summary: 'One server',
    params: Id,
    result: Server,
  }),
  create: post('/api/servers', {
    scope: 'user',
    summary: 'Add a server; only the name is needed',
    body: ServerInput,
    result: Server,
    status: 201,
  }),
  update: put('/api/servers/:id', {
    scope: 'user',
    summary: 'Change a server',
    params: Id,
    body: ServerChange,
    result: Server,
  }),
  remove: del('/api/servers/:id', {
    scope: 'user',
    summary: 'Move a server to the bin for 30 days',
    params: Id,
  }),
  undelete: post('/api/servers/:id/undelete', {
    scope: 'user',
    summary: 'Take a server back out of the bin',
    params: Id,
    result: Server,
  }),
  purge: del('/api/servers/bin/:id', {
    scope: 'admin',
    summary: 'Delete a server of the bin for good',
    params: Id,
  }),
  metrics: put('/api/servers/:id/metrics', {
    scope: 'user',
    summary: 'Store simulated figures; 409 code checked_by_probe where a check is configured',
    params: Id,
    body: Metrics,
    result: Server,
  }),
  history: get('/api/servers/:id/history', {
    scope: 'viewer',
    mayBeStale: true,
    summary: 'Who changed what, newest first, with the fields before and after',
    params: Id,
    query: z.object(Paging),
    result: z.array(HistoryEntry),
    headers: pagingHeaders,
  }),
  bulk: post('/api/servers/bulk', {
    scope: 'user',
    summary: 'Change or delete many servers; one undo takes all of it back',
    body: BulkInput,
    result: BatchResult,
  }),
  undoBatch: post('/api/servers/batches/:id/undo', {
    scope: 'user',
    summary: 'Take an own bulk change or import back; what was changed by others since then stays',
    params: Id,
    result: z.object({ changed: z.int(), kept: z.int() }),
  }),
  documents: get('/api/servers/:id/documents', {
    scope: 'viewer',
    mayBeStale: true,
    inOutage: true,
    summary: 'Documents linked to a server',
    params: Id,
    result: z.array(LinkedDocument),
  }),
  mentions: get('/api/servers/:id/mentions', {
    scope: 'viewer',
    mayBeStale: true,
    summary: 'Documents that name a server, or link to its page, and are not linked to it',
    params: Id,
    result: z.array(LinkedDocument),
  }),
  linkDocument: post('/api/servers/:id/documents', {
    scope: 'user',
    summary: 'Link a document to a server; linking twice changes nothing',
    params: Id,
    body: z.object({ documentId: z.uuid(), documentType: z.optional(clearable(line(50))) }),
    result: LinkedDocument,
    status: 201,
  }),
  unlinkDocument: del('/api/servers/:id/documents/:documentId', {
    scope: 'user',
    summary: 'Take a link between a server and a document away',
    params: named,
  }),
  ofDocument: get('/api/documents/:id/servers', {
    scope: 'viewer',
    mayBeStale: true,
    inOutage: true,
    summary: 'Servers linked to a document or named in its text',
    params: Id,
    result: DocumentServers,
  }),
  ofKnowledgeItem: get('/api/knowledge-base/:id/servers', {
    scope: 'viewer',
    mayBeStale: true,
    inOutage: true,
    summary: 'Servers linked to a document or named in its text',
    params: Id,
    result: DocumentServers,
  }),
  import: post('/api/servers/import', {
    scope: 'user',
    summary:
      'Add or change servers from a CSV file, all or nothing; with dryRun=true only say what it would ' +
      'do. A column left out keeps what is there, a blank cell clears what can be empty. The status of ' +
      'a server with a check changes only into and out of maintenance',
    query: z.object({
      dryRun: z.optional(z.enum(['true', 'false', '1', '0', ''])),
      /** The field of each of the first columns, such as `name,,ipAddress`; nothing leaves a column out. */
      columns: z.optional(text(QUERY_LIMITS.columns)),
    }),
    upload: { maxBytes: MAX_CSV_BYTES },
    result: ImportReport,
  }),
  export: get('/api/servers/export', {
    scope: 'viewer',
    summary: 'The servers of the filters as CSV, safe to open in a spreadsheet',
    query: ServerFilters,
    produces: 'text/csv',
  }),
  httpSd: get('/api/servers/http-sd', {
    scope: 'viewer',
    mayBeStale: true,
    summary: 'Targets for the http_sd_configs of Prometheus: servers with an exporter, or an address',
    query: ServerFilters,
    result: z.array(z.object({ targets: z.array(z.string()), labels: z.record(z.string(), z.string()) })),
  }),
  ansible: get('/api/servers/ansible', {
    scope: 'viewer',
    mayBeStale: true,
    summary: 'Inventory for Ansible, as a script with --list would print it',
    query: ServerFilters,
    result: z.record(z.string(), z.unknown()),
  }),
  ...watchingAt('/api/servers', 'its status changes'),
};
