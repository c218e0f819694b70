import { sql } from 'drizzle-orm';
import type { AccountStatus, Role } from '../../contract/calls/user.ts';
import type { GroupSource } from '../../contract/calls/groups.ts';
import type { Outcome } from '../../contract/calls/checks.ts';
import type { AlertMessage } from '../../contract/shared/alert-message.ts';
import type {
  AlertKind,
  AlertSeverity,
  AlertState,
  ChannelKind,
  MessageEvent,
  WeeklyRange,
} from '../../contract/shared/alert-words.ts';
import type { Check } from '../../contract/shared/check.ts';
import type { ServerLimits } from '../../contract/shared/server-limits.ts';
import type { Environment, ServerStatus, ServerType } from '../../contract/shared/server-words.ts';
import type { StoredSettings } from '../../contract/calls/settings-change.ts';
import type { MemberStatus } from '../../contract/calls/team.ts';
import type { TokenScope } from '../../contract/calls/tokens.ts';
import type { TemplateType } from '../../contract/shared/document-words.ts';
import {
  bigint,
  bigserial,
  boolean,
  customType,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import {
  FROM_ITS_END,
  IN_BIN,
  IS_LINK,
  IS_NO_LINK,
  IS_PRIVATE_ADDRESS,
  NOT_IN_BIN,
  SERVER_NAMES,
} from './indexed.ts';

/** Counters of an exporter, to compute differences at the next scrape. */
export type Scrape = { at: string; bootTime: number; idle: number; total: number };
/** A server before a batch: its fields, or that the batch created or deleted it. */
export type BatchBefore = {
  id: string;
  did: 'create' | 'change' | 'delete';
  fields?: Record<string, unknown>;
  /** What it needs, if the batch changed that. */
  needs?: { before: string[][]; after: string[][] };
  /** Status after the batch. */
  status?: ServerStatus;
  /** Digest of the fields after the batch. A different digest means that somebody changed the server since. */
  after: string;
};

/** All tables in one file. Lengths are the limits of the contract. */

const id = () =>
  uuid('id')
    .primaryKey()
    .default(sql`gen_random_uuid()`);
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
const createdAt = () => instant('created_at').notNull().defaultNow();
const updatedAt = () => instant('updated_at').notNull().defaultNow();

export const users = pgTable(
  'users',
  {
    id: id(),
    email: varchar('email', { length: 255 }).notNull(),
    firstName: varchar('first_name', { length: 100 }).notNull(),
    lastName: varchar('last_name', { length: 100 }).notNull(),
    role: varchar('role', { length: 20 }).$type<Role>().notNull().default('user'),
    authProvider: varchar('auth_provider', { length: 20 }).notNull().default('local'),
    passwordHash: text('password_hash'),
    passwordChangedAt: instant('password_changed_at'),
    /** Encrypted. Without `totpEnabledAt` the setup is unfinished. */
    totpSecret: text('totp_secret'),
    totpEnabledAt: instant('totp_enabled_at'),
    /** The last 30-second step whose code was used; prevents replay. */
    totpLastStep: bigint('totp_last_step', { mode: 'number' }),
    isEmailVerified: boolean('is_email_verified').notNull().default(false),
    accountStatus: varchar('account_status', { length: 30 })
      .$type<AccountStatus>()
      .notNull()
      .default('pending_verification'),
    approvedAt: instant('approved_at'),
    approvedBy: uuid('approved_by'),
    profileImageUrl: varchar('profile_image_url', { length: 500 }),
    lastActiveAt: instant('last_active_at'),
    /** Deleted by its owner; only the name remains. */
    isDeleted: boolean('is_deleted').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('users_email').on(t.email)],
);

/** What the company directory says about an account by SCIM, beyond the fields of the account. */
export const scimUsers = pgTable(
  'scim_users',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    userName: varchar('user_name', { length: 255 }).notNull(),
    externalId: varchar('external_id', { length: 255 }),
    /** Attributes that the product does not use; the directory reads them back. */
    attributes: jsonb('attributes').$type<Record<string, unknown>>().notNull(),
    /** The directory deleted the account; it can create it again. */
    removedAt: instant('removed_at'),
  },
  (t) => [
    uniqueIndex('scim_users_name').on(sql`lower(${t.userName})`),
    index('scim_users_external').on(t.externalId),
  ],
);

/** Accounts that share access. `oidc` and `scim` groups are maintained by the directory of the company. */
export const groups = pgTable(
  'groups',
  {
    id: id(),
    name: varchar('name', { length: 100 }).notNull(),
    source: varchar('source', { length: 10 }).$type<GroupSource>().notNull().default('local'),
    /** Id in the directory. */
    externalId: varchar('external_id', { length: 255 }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('groups_name').on(sql`lower(${t.name} collate ops_natural)`),
    uniqueIndex('groups_external').on(t.source, t.externalId),
  ],
);

export const groupMembers = pgTable(
  'group_members',
  {
    groupId: uuid('group_id')
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.groupId, t.userId] }), index('group_members_user').on(t.userId)],
);

/** The readers of new documents of a category that name none themselves. */
export const categoryReaders = pgTable(
  'category_readers',
  {
    category: varchar('category', { length: 100 }).notNull(),
    readers: text('readers').array().notNull(),
  },
  (t) => [uniqueIndex('category_readers_category').on(sql`lower(${t.category} collate ops_natural)`)],
);

/** One-time links: first administrator, verification, reset, invitation. Stores only token hashes. */
export const accountTokens = pgTable(
  'account_tokens',
  {
    tokenHash: varchar('token_hash', { length: 64 }).primaryKey(),
    purpose: varchar('purpose', { length: 20 }).notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    payload: jsonb('payload'),
    expiresAt: instant('expires_at'),
    usedAt: instant('used_at'),
    createdAt: createdAt(),
  },
  (t) => [index('account_tokens_user').on(t.userId, t.purpose)],
);

/** `sid` is the SHA-256 of the cookie value, so that a leaked table opens no session. */
export const sessions = pgTable(
  'sessions',
  {
    sid: varchar('sid', { length: 64 }).primaryKey(),
    /** Id of the session for its owner, who must not read the hash. */
    id: uuid('id').notNull().unique().defaultRandom(),
    sess: jsonb('sess').$type<{ device: string; address: string }>().notNull(),
    expire: instant('expire').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expire').on(t.expire)],
);

export const accountSettings = pgTable('account_settings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  values: jsonb('values').$type<Partial<StoredSettings>>().notNull(),
});

/** Identity of an account at a sign-in service: by subject, never by e-mail, which can change hands there. */
export const identities = pgTable(
  'identities',
  {
    issuer: varchar('issuer', { length: 300 }).notNull(),
    subject: varchar('subject', { length: 255 }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), unique('identities_user').on(t.userId, t.issuer)],
);

/** A started flow that only the same browser can complete, once and soon. `id` is the SHA-256 of the cookie value. */
export const challenges = pgTable(
  'challenges',
  {
    id: varchar('id', { length: 64 }).primaryKey(),
    kind: varchar('kind', { length: 20 }).notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    payload: jsonb('payload').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('challenges_expiry').on(t.expiresAt)],
);

/** Each code works once when the authenticator is lost. Stores hashes only. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: varchar('code_hash', { length: 64 }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: varchar('name', { length: 100 }).notNull(),
    /** Both in base64url. */
    credentialId: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports')
      .array()
      .notNull()
      .default(sql`'{}'`),
    lastUsedAt: instant('last_used_at'),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credentialId), index('passkeys_user').on(t.userId)],
);

export const servers = pgTable(
  'servers',
  {
    id: id(),
    name: varchar('name', { length: 100 }).notNull(),
    hostname: varchar('hostname', { length: 255 }),
    ipAddress: varchar('ip_address', { length: 45 }),
    domain: varchar('domain', { length: 255 }),
    network: varchar('network', { length: 50 }),
    environment: varchar('environment', { length: 50 }).$type<Environment>().notNull().default('development'),
    operatingSystem: varchar('operating_system', { length: 100 }),
    serverType: varchar('server_type', { length: 50 }).$type<ServerType>(),
    hardwareModel: varchar('hardware_model', { length: 100 }),
    serverLocation: varchar('server_location', { length: 255 }),
    primaryFunction: varchar('primary_function', { length: 255 }),
    secondaryFunction: varchar('secondary_function', { length: 255 }),
    tertiaryFunction: varchar('tertiary_function', { length: 255 }),
    teamOwner: varchar('team_owner', { length: 100 }),
    keyContacts: text('key_contacts'),
    description: text('description'),
    notes: text('notes'),
    status: varchar('status', { length: 20 }).$type<ServerStatus>().notNull().default('unknown'),
    /** Worst status first. */
    statusRank: integer('status_rank')
      .notNull()
      .generatedAlwaysAs(
        sql`case status when 'offline' then 0 when 'warning' then 1 when 'unknown' then 2 when 'maintenance' then 3 else 4 end`,
      ),
    /** Null until measured. */
    cpuUsage: real('cpu_usage'),
    memoryUsage: real('memory_usage'),
    diskUsage: real('disk_usage'),
    uptime: bigint('uptime', { mode: 'number' }),
    lastHealthCheck: instant('last_health_check'),
    /** Start of the current status. A trigger sets it; null if it began before the product noted it. */
    statusSince: instant('status_since'),
    /** Time of the figures above; null if they were simulated or never measured. */
    measuredAt: instant('measured_at'),
    managedBy: uuid('managed_by').references(() => users.id, { onDelete: 'set null' }),
    check: jsonb('check').$type<Check>(),
    /** Time of the next check; null without a check. */
    nextCheckAt: instant('next_check_at'),
    /** Consecutive results worse than good, since when, and how many of them were bad. */
    worseInRow: integer('worse_in_row').notNull().default(0),
    worseSince: instant('worse_since'),
    badInRow: integer('bad_in_row').notNull().default(0),
    simulated: boolean('simulated').notNull().default(false),
    lastMessage: text('last_message'),
    certificateExpiresAt: instant('certificate_expires_at'),
    /** Counters of the last scrape; CPU usage is the difference of two scrapes. */
    scrape: jsonb('scrape').$type<Scrape>(),
    limits: jsonb('limits').$type<ServerLimits>(),
    /** The searched fields in case-folded form. */
    folded: text('folded').notNull().default(''),
    deletedAt: instant('deleted_at'),
    deletedBy: uuid('deleted_by'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('servers_due')
      .on(t.nextCheckAt)
      .where(sql`deleted_at is null and next_check_at is not null`),
    index('servers_order')
      .on(t.statusRank, sql`name collate ops_natural`, t.id)
      .where(NOT_IN_BIN),
    index('servers_folded').using('gin', sql`folded gin_trgm_ops`),
    index('servers_called').using('gin', SERVER_NAMES),
    index('servers_deleted').on(t.deletedAt).where(IN_BIN),
    index('servers_created').on(t.createdAt).where(NOT_IN_BIN),
  ],
);

/**
 * Number of servers outside the bin for each value of a text field, or each manager (by id). A trigger adds rows as in
 * `search_counts`.
 */
export const serverValues = pgTable(
  'server_values',
  {
    field: varchar('field', { length: 50 }).notNull(),
    value: text('value').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [index('server_values_group').on(t.field, t.value, t.count)],
);

/** Single results of the last day; older ones become rows of `check_hours`. */
export const checkResults = pgTable(
  'check_results',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    serverId: uuid('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    at: instant('at').notNull().defaultNow(),
    outcome: varchar('outcome', { length: 20 }).$type<Outcome>().notNull(),
    latencyMs: real('latency_ms'),
    message: varchar('message', { length: 300 }).notNull(),
    cpuUsage: real('cpu_usage'),
    memoryUsage: real('memory_usage'),
    diskUsage: real('disk_usage'),
    simulated: boolean('simulated').notNull().default(false),
    /** The node that checked, and whether its network worked; null if unknown. */
    seenBy: varchar('seen_by', { length: 255 }),
    line: varchar('line', { length: 10 }).$type<'heard' | 'silent'>(),
  },
  (t) => [index('check_results_server').on(t.serverId, t.at), index('check_results_at').on(t.at)],
);

/** Results of an hour; `good` and `bad` count for uptime. */
export const checkHours = pgTable(
  'check_hours',
  {
    serverId: uuid('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    hour: instant('hour').notNull(),
    results: integer('results').notNull(),
    good: integer('good').notNull(),
    /** Those of the good ones that warned. */
    warnings: integer('warnings').notNull().default(0),
    bad: integer('bad').notNull(),
    latencyMs: real('latency_ms'),
    cpuUsage: real('cpu_usage'),
    memoryUsage: real('memory_usage'),
    diskUsage: real('disk_usage'),
  },
  (t) => [primaryKey({ columns: [t.serverId, t.hour] }), index('check_hours_hour').on(t.hour)],
);

/** One row from the moment a server counts as offline until it answers again. */
export const incidents = pgTable(
  'incidents',
  {
    id: id(),
    serverId: uuid('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    startedAt: instant('started_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
    message: varchar('message', { length: 300 }).notNull(),
  },
  (t) => [
    index('incidents_server').on(t.serverId, t.startedAt.desc().nullsFirst()),
    index('incidents_ended').on(t.endedAt),
    uniqueIndex('incidents_open')
      .on(t.serverId)
      .where(sql`ended_at is null`),
  ],
);

/** The start of each status of a server, and the status before it; null for a new server. A trigger writes the rows. */
export const serverStates = pgTable(
  'server_states',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    serverId: uuid('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    status: varchar('status', { length: 20 }).$type<ServerStatus>().notNull(),
    simulated: boolean('simulated').notNull(),
    before: varchar('before', { length: 20 }).$type<ServerStatus>(),
    wasSimulated: boolean('was_simulated').notNull(),
  },
  (t) => [index('server_states_at').on(t.at), index('server_states_server').on(t.serverId, t.at)],
);

/** State before a bulk change or an import, for its undo. */
export const serverBatches = pgTable('server_batches', {
  id: id(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  before: jsonb('before').$type<BatchBefore[]>().notNull(),
  undoneAt: instant('undone_at'),
  createdAt: createdAt(),
});

/**
 * Effect of a bulk change on one document; for a change, the previous fields without the text, which bulk changes do
 * not touch.
 */
export type DocumentBatchEntry =
  | { id: string; did: 'delete' }
  | { id: string; did: 'change'; version: number; before: Record<string, unknown> };

/** Bulk changes of documents, for their undo. */
export const documentBatches = pgTable('document_batches', {
  id: id(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  entries: jsonb('entries').$type<DocumentBatchEntry[]>().notNull(),
  undoneAt: instant('undone_at'),
  createdAt: createdAt(),
});

/** Imports that stored something, by job id. They outlive their jobs. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fileName: varchar('file_name', { length: 255 }).notNull(),
    /** The product that made the export. */
    format: varchar('format', { length: 50 }).notNull(),
    undoneAt: instant('undone_at'),
    createdAt: createdAt(),
  },
  (t) => [index('imports_user').on(t.userId)],
);

/** Effect of an import on one document, for its undo. */
export const importedDocuments = pgTable(
  'imported_documents',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** The last version that the import created. */
    version: integer('version').notNull(),
    /** The first version that the import created, if several; 1 means a new document. */
    firstVersion: integer('first_version'),
    undoneAt: instant('undone_at'),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.documentId] }),
    index('imported_documents_document').on(t.documentId),
  ],
);

/** Servers and members created by an import, for its undo. */
export const importedRecords = pgTable(
  'imported_records',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    kind: varchar('kind', { length: 20 }).$type<'server' | 'member'>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** Digest of the imported fields. A different digest means that somebody changed it since. */
    digest: varchar('digest', { length: 64 }).notNull(),
    undoneAt: instant('undone_at'),
  },
  (t) => [primaryKey({ columns: [t.importId, t.kind, t.subjectId] })],
);

/** Accounts that watch a server or document. */
export const watches = pgTable(
  'watches',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: varchar('kind', { length: 20 }).notNull(),
    subjectId: uuid('subject_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind, t.subjectId] }),
    index('watches_subject').on(t.kind, t.subjectId),
  ],
);

export const teamMembers = pgTable(
  'team_members',
  {
    id: id(),
    name: varchar('name', { length: 255 }).notNull(),
    email: varchar('email', { length: 255 }).notNull(),
    role: varchar('role', { length: 100 }).notNull(),
    department: varchar('department', { length: 100 }),
    profileImageUrl: varchar('profile_image_url', { length: 500 }),
    status: varchar('status', { length: 20 }).$type<MemberStatus>().notNull().default('active'),
    lastActive: instant('last_active'),
    /** In the bin since this time. */
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('team_members_email').on(t.email).where(NOT_IN_BIN)],
);

export const documents = pgTable(
  'documents',
  {
    id: id(),
    title: varchar('title', { length: 255 }).notNull(),
    content: text('content').notNull(),
    excerpt: text('excerpt'),
    /** The text of a card: from the excerpt or the content, without markup. Written by each save. */
    summary: text('summary').notNull().default(''),
    technology: varchar('technology', { length: 50 }),
    domain: varchar('domain', { length: 20 }),
    category: varchar('category', { length: 100 }),
    tags: text('tags')
      .array()
      .notNull()
      .default(sql`'{}'`),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    lastUpdatedBy: uuid('last_updated_by').references(() => users.id),
    /** `Name <e-mail>` of an author or last writer in another Ops Hub who has no account here. */
    authorElsewhere: varchar('author_elsewhere', { length: 500 }),
    updaterElsewhere: varchar('updater_elsewhere', { length: 500 }),
    version: integer('version').notNull().default(1),
    isPublished: boolean('is_published').notNull().default(false),
    isTemplate: boolean('is_template').notNull().default(false),
    templateType: varchar('template_type', { length: 50 }).$type<TemplateType>(),
    /** Path inside the imported zip. Another import of the same path updates this document. */
    importPath: text('import_path'),
    /** Who may read it, such as `person:<id>`; always with its author. Null for everybody (decision 056). */
    readers: text('readers').array(),
    deletedAt: instant('deleted_at'),
    deletedBy: uuid('deleted_by'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // The queries sort NULLS FIRST, and PostgreSQL ignores an index of a different order; desc() alone is NULLS LAST.
    index('documents_updated')
      .on(t.updatedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(NOT_IN_BIN),
    // Includes the version, so that an index-only scan adds up all versions.
    index('documents_created').on(t.createdAt, t.version).where(NOT_IN_BIN),
    index('documents_deleted').on(t.deletedAt).where(IN_BIN),
    uniqueIndex('documents_import_path').on(t.importPath).where(NOT_IN_BIN),
    index('documents_readers').using('gin', t.readers),
  ],
);

export const documentVersions = pgTable(
  'document_versions',
  {
    id: id(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    title: varchar('title', { length: 255 }).notNull(),
    content: text('content').notNull(),
    /** The other fields of that version, for complete restores and comparisons. */
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    /** As in `documents`; `authorId` is the importer. */
    authorElsewhere: varchar('author_elsewhere', { length: 500 }),
    changeLog: varchar('change_log', { length: 500 }),
    createdAt: createdAt(),
  },
  (t) => [unique('document_versions_number').on(t.documentId, t.version)],
);

/** For a link of a document: since when an administrator accepts that it is broken, and their name. */
const setAside = {
  setAsideAt: instant('set_aside_at'),
  setAsideBy: varchar('set_aside_by', { length: 255 }),
};

export const serverDocuments = pgTable(
  'server_documents',
  {
    id: id(),
    serverId: uuid('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    documentType: varchar('document_type', { length: 50 }),
    createdAt: createdAt(),
    ...setAside,
  },
  (t) => [
    unique('server_documents_pair').on(t.serverId, t.documentId),
    index('server_documents_document').on(t.documentId),
  ],
);

export const documentShares = pgTable(
  'document_shares',
  {
    id: id(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    sharedByUserId: uuid('shared_by_user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sharedWithUserId: uuid('shared_with_user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the link. */
    shareToken: varchar('share_token', { length: 64 }),
    permission: varchar('permission', { length: 20 }).notNull().default('read'),
    expiresAt: instant('expires_at'),
    /** Maximum and current number of views of a link. */
    maxViews: integer('max_views'),
    views: integer('views').notNull().default(0),
    lastViewedAt: instant('last_viewed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('document_shares_document').on(t.documentId),
    index('document_shares_with').on(t.sharedWithUserId),
    uniqueIndex('document_shares_token').on(t.shareToken),
  ],
);

/** Each view of a link, for its creator. */
export const shareViews = pgTable(
  'share_views',
  {
    id: id(),
    shareId: uuid('share_id')
      .notNull()
      .references(() => documentShares.id, { onDelete: 'cascade' }),
    address: varchar('address', { length: 100 }).notNull(),
    device: varchar('device', { length: 500 }).notNull(),
    openedAt: instant('opened_at').notNull().defaultNow(),
  },
  (t) => [index('share_views_share').on(t.shareId, t.openedAt), index('share_views_opened').on(t.openedAt)],
);

export const aiInteractions = pgTable(
  'ai_interactions',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    query: text('query').notNull(),
    response: text('response').notNull(),
    context: jsonb('context'),
    feedback: varchar('feedback', { length: 20 }),
    createdAt: createdAt(),
  },
  (t) => [
    index('ai_interactions_created').on(t.createdAt),
    index('ai_interactions_user').on(t.userId, t.createdAt),
  ],
);

/** Stored images and files; the object store has the bytes under `key`. */
export const objects = pgTable(
  'objects',
  {
    id: id(),
    ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'set null' }),
    key: varchar('key', { length: 200 }).notNull(),
    /** public: every signed-in person; private: only the uploader; withdrawn: nobody until its document leaves the bin. */
    visibility: varchar('visibility', { length: 20 }).notNull().default('private'),
    contentType: varchar('content_type', { length: 100 }).notNull(),
    /** File name for downloads; unset for images. */
    name: varchar('name', { length: 255 }),
    /** Beginning of an attached file, blank if it is no text; unset for images, and for files that were not read yet. */
    text: text('text'),
    bytes: integer('bytes').notNull(),
    /** Hash of the uploaded file, so that the same image is stored once. */
    sha256: varchar('sha256', { length: 64 }).notNull(),
    /** Hash of the stored bytes: images are encoded again. Unset in rows of older versions. */
    checksum: varchar('checksum', { length: 64 }),
    /** The import that added it. */
    importId: uuid('import_id').references(() => imports.id, { onDelete: 'set null' }),
    /** Last time that something began to show it. Objects that nothing has shown for a week are removed. */
    lastNeededAt: instant('last_needed_at').notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [
    index('objects_sha256').on(t.sha256),
    index('objects_owner').on(t.ownerId),
    index('objects_import').on(t.importId),
    index('objects_needed').on(t.lastNeededAt),
  ],
);

/** Upload addresses, valid once each. The image gets the id of its address. */
export const objectUploads = pgTable(
  'object_uploads',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: varchar('token_hash', { length: 64 }).notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('object_uploads_expires').on(t.expiresAt)],
);

/** Images that any version of a document shows, including the current one. */
export const objectUses = pgTable(
  'object_uses',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    objectId: uuid('object_id')
      .notNull()
      .references(() => objects.id),
  },
  (t) => [primaryKey({ columns: [t.documentId, t.objectId] }), index('object_uses_object').on(t.objectId)],
);

/** Documents that the current text of a document links to. The target may be in the bin or not exist yet. */
export const documentLinks = pgTable(
  'document_links',
  {
    fromId: uuid('from_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    toId: uuid('to_id').notNull(),
    ...setAside,
  },
  (t) => [primaryKey({ columns: [t.fromId, t.toId] }), index('document_links_to').on(t.toId)],
);

/**
 * References to servers in the current text of a document: links, and words that look like a name, host or address.
 * Words are matched to servers on reading.
 */
export const documentMachines = pgTable(
  'document_machines',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** In lower case; for a link, the id. */
    word: varchar('word', { length: 255 }).notNull(),
    /** Only for links. The server may be in the bin or deleted. */
    serverId: uuid('server_id'),
    ...setAside,
  },
  (t) => [
    primaryKey({ columns: [t.documentId, t.word] }),
    // Reversed, so that it also finds the hosts of a domain.
    index('document_machines_word').on(FROM_ITS_END).where(IS_NO_LINK),
    index('document_machines_server').on(t.serverId).where(IS_LINK),
    index('document_machines_private').on(t.word).where(IS_PRIVATE_ADDRESS),
  ],
);

/** Unsaved text; only its writer can read it. */
export const drafts = pgTable(
  'drafts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Id of a document, or a keyword of the screen for a new one. */
    key: varchar('key', { length: 60 }).notNull(),
    /** The version that the writer started from. */
    version: integer('version'),
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    savedAt: instant('saved_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('drafts_saved').on(t.savedAt)],
);

/** One row per searchable object, written in the transaction that writes the object. */
export const searchEntries = pgTable(
  'search_entries',
  {
    kind: varchar('kind', { length: 20 }).notNull(),
    id: uuid('id').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    /** Case-folded title and body, computed by server/search instead of the database. */
    foldedTitle: text('folded_title').notNull(),
    folded: text('folded').notNull(),
    /** Words and their number of occurrences, also computed by server/search; negative until they are (re)computed. */
    words: tsvector('words'),
    /** The runs of letters and digits in the folded text, in which substrings are looked for. Null in entries of older versions. */
    pieces: text('pieces').array(),
    length: integer('length').notNull().default(-1),
    /** As in `documents`. The vocabulary leaves out entries with readers, and `restricted_counts` counts them. */
    readers: text('readers').array(),
    type: varchar('type', { length: 50 }),
    category: varchar('category', { length: 100 }),
    tags: text('tags')
      .array()
      .notNull()
      .default(sql`'{}'`),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.id] }),
    index('search_entries_folded_title').using('gin', sql`folded_title gin_trgm_ops`),
    index('search_entries_words').using('gin', t.words),
    index('search_entries_pieces').using('gin', t.pieces),
    index('search_entries_unread')
      .on(t.kind, t.id)
      .where(sql`length < 0`),
    index('search_entries_newest').on(t.kind, t.updatedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('search_entries_newest_of_type').on(
      t.kind,
      t.type,
      t.updatedAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('search_entries_newest_of_category').on(
      t.kind,
      sql`coalesce(category, 'Uncategorized')`,
      t.updatedAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('search_entries_tags').using('gin', t.tags),
    index('search_entries_readers').using('gin', t.readers),
  ],
);

/**
 * Number of entries per kind, type, category and tag, so that no list counts 100,000 rows. A trigger on
 * `search_entries` inserts differences as separate rows, so that writers never wait for each other. The count is the
 * sum of the rows; the clean-up merges them.
 */
export const searchCounts = pgTable(
  'search_counts',
  {
    kind: varchar('kind', { length: 20 }).notNull(),
    /** '' for entries without type, `*` for entries of any type. */
    type: varchar('type', { length: 50 }).notNull(),
    /** '' for entries of any category. */
    category: varchar('category', { length: 100 }).notNull(),
    /** '' counts all entries, whatever their tags. */
    tag: text('tag').notNull(),
    /** Negative for removed entries. */
    count: integer('count').notNull(),
    /** The sum of their lengths, in the counts of all entries of a kind. */
    length: bigint('length', { mode: 'number' }).notNull().default(0),
  },
  // Includes the count for index-only scans of scattered rows. The second index is for counts by tag.
  (t) => [
    index('search_counts_group').on(t.kind, t.tag, t.category, t.type, t.count),
    index('search_counts_tags').on(t.kind, t.type, t.category, t.tag, t.count),
  ],
);

/**
 * The same for entries with readers. Each is in one or two shares: whoever is named in `readers` of a share, and not in its
 * `unless`, counts all of it (decision 067). The arrays are empty but in the rows of all entries of a share.
 */
export const restrictedCounts = pgTable(
  'restricted_counts',
  {
    /** A hash of both arrays. */
    share: bigint('share', { mode: 'bigint' }).notNull(),
    readers: text('readers').array().notNull(),
    unless: text('unless').array().notNull(),
    kind: varchar('kind', { length: 20 }).notNull(),
    type: varchar('type', { length: 50 }).notNull(),
    category: varchar('category', { length: 100 }).notNull(),
    tag: text('tag').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [
    index('restricted_counts_readers')
      .using('gin', t.readers)
      .where(sql`readers <> '{}'`),
    index('restricted_counts_group').on(t.share, t.kind, t.tag, t.category, t.type, t.count),
    index('restricted_counts_tags').on(t.share, t.kind, t.type, t.category, t.tag, t.count),
  ],
);

/**
 * Number of events of each kind per hour, so that the dashboard does not count millions of rows. Triggers add rows as
 * in `search_counts`.
 */
export const eventCounts = pgTable(
  'event_counts',
  {
    kind: varchar('kind', { length: 20 }).$type<'good check' | 'bad check' | 'answer'>().notNull(),
    hour: instant('hour').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [index('event_counts_hour').on(t.kind, t.hour, t.count)],
);

/** Words that may be spelling suggestions. Longer ones, and those with digits, are data. */
export const IS_SUGGESTED = sql`word ~ '^[[:alpha:]]{4,40}$'`;

/**
 * All words of the index and the number of entries that hold them, for weights and spelling suggestions. It lacks the changes in
 * `search_unread`. A word that no entry holds any more stays with 0.
 */
export const searchVocabulary = pgTable(
  'search_vocabulary',
  {
    word: text('word').primaryKey(),
    entries: integer('entries').notNull().default(0),
  },
  (t) => [
    index('search_vocabulary_near')
      .using('gin', sql`${t.word} gin_trgm_ops`)
      .where(IS_SUGGESTED),
  ],
);

/** The pieces of all entries. Those that hold a typed text lead to the entries. */
export const searchPieces = pgTable('search_pieces', { piece: text('piece').primaryKey() }, (t) => [
  index('search_pieces_like').using('gin', sql`${t.piece} gin_trgm_ops`),
]);

/**
 * Changes of entries whose words and pieces are not yet in the vocabulary. A trigger on `search_entries` adds them. Has no key, so that
 * writers never wait for each other.
 */
export const searchUnread = pgTable('search_unread', {
  kind: varchar('kind', { length: 20 }).notNull(),
  id: uuid('id').notNull(),
  /** Words that the entry holds since this change, and those that it held until then. */
  gained: tsvector('gained'),
  lost: tsvector('lost'),
});

export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: varchar('kind', { length: 50 }).notNull(),
    state: varchar('state', { length: 20 }).notNull().default('waiting'),
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    /** Progress so far, written together with the work, so that a killed job continues where it stopped. */
    result: jsonb('result'),
    message: text('message'),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
  },
  (t) => [index('jobs_owner').on(t.ownerId)],
);

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: varchar('kind', { length: 50 }).notNull(),
    title: varchar('title', { length: 255 }).notNull(),
    link: varchar('link', { length: 500 }).notNull(),
    /** What the notification is about, such as the id of an account or server: closes it (decision 054). */
    subject: varchar('subject', { length: 255 }),
    readAt: instant('read_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('notifications_user').on(t.userId, t.createdAt.desc().nullsFirst()),
    index('notifications_open')
      .on(t.kind, t.subject)
      .where(sql`${t.readAt} is null`),
  ],
);

export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    /** Keeps the name readable after the account is deleted. */
    actorId: uuid('actor_id'),
    actorName: varchar('actor_name', { length: 255 }).notNull(),
    action: varchar('action', { length: 50 }).notNull(),
    kind: varchar('kind', { length: 50 }).notNull(),
    subjectId: uuid('subject_id'),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (t) => [
    index('audit_entries_subject').on(t.subjectId, t.id),
    index('audit_entries_actor').on(t.actorId, t.id),
    index('audit_entries_action').on(t.action, t.id),
    index('audit_entries_at').on(t.at),
  ],
);

/** Audit entries that have no seal yet. A trigger adds them. */
export const auditUnsealed = pgTable('audit_unsealed', {
  entryId: bigint('entry_id', { mode: 'number' }).primaryKey(),
});

/**
 * The chain of the audit log (decision 058): the hash of each entry covers the entry and the hash before it. Positions have no
 * gaps. Retention removes a beginning of the chain and keeps its last seal, from which the rest is verified.
 */
export const auditSeals = pgTable('audit_seals', {
  position: bigint('position', { mode: 'number' }).primaryKey(),
  entryId: bigint('entry_id', { mode: 'number' }).notNull().unique(),
  hash: varchar('hash', { length: 64 }).notNull(),
});

/** How far the audit log was forwarded to each receiver. */
export const auditForwards = pgTable('audit_forwards', {
  receiver: varchar('receiver', { length: 10 }).$type<'syslog' | 'webhook'>().primaryKey(),
  /** Position in the chain of the last entry that arrived. */
  position: bigint('position', { mode: 'number' }).notNull().default(0),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
  /** Why the last attempt failed. */
  problem: varchar('problem', { length: 200 }),
  sentAt: instant('sent_at'),
});

/** Number of audit entries per person and action. A trigger adds rows as in `search_counts`. */
export const auditCounts = pgTable(
  'audit_counts',
  {
    kind: varchar('kind', { length: 50 }).notNull(),
    action: varchar('action', { length: 50 }).notNull(),
    /** All zeros without a person. */
    actorId: uuid('actor_id').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [index('audit_counts_group').on(t.action, t.kind, t.actorId, t.count)],
);

/** Number of audit entries per action and hour. A trigger adds rows as in `search_counts`. */
export const auditHours = pgTable(
  'audit_hours',
  {
    hour: instant('hour').notNull(),
    kind: varchar('kind', { length: 50 }).notNull(),
    action: varchar('action', { length: 50 }).notNull(),
    count: integer('count').notNull(),
  },
  (t) => [index('audit_hours_hour').on(t.hour, t.kind, t.action, t.count)],
);

/** Objects of the demo data, for their removal. */
export const demoItems = pgTable(
  'demo_items',
  {
    kind: varchar('kind', { length: 20 }).$type<'server' | 'document' | 'member'>().notNull(),
    id: uuid('id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.id] })],
);

/** First responses to calls with an Idempotency-Key; kept for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: varchar('key', { length: 200 }).notNull(),
    /** SHA-256 of method, address and body: the same key on a different request is an error. */
    request: varchar('request', { length: 64 }).notNull(),
    status: integer('status'),
    /** Encrypted with the key, which only the caller knows. A repetition gets the same bytes. */
    answer: json('answer'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_keys_created').on(t.createdAt)],
);

/** Outgoing mail. The text is composed when it is sent, so that the database never contains a one-time link. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    kind: varchar('kind', { length: 50 }).notNull(),
    to: varchar('to', { length: 255 }).notNull(),
    /** The recipient's account; null for invitations. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    payload: jsonb('payload'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
    /** When the mail server got it. Without `sentAt` it may have arrived, and is not sent again. */
    handedOverAt: instant('handed_over_at'),
    /** Why the last attempt failed. */
    problem: varchar('problem', { length: 200 }),
    sentAt: instant('sent_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('mails_due')
      .on(t.nextAttemptAt)
      .where(sql`sent_at is null`),
  ],
);

/** Attempts per time window, shared by all nodes. Keys are hashes. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 64 }).primaryKey(),
  count: integer('count').notNull(),
  resetsAt: instant('resets_at').notNull(),
});

/** Personal API tokens; stores only hashes. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: varchar('token_hash', { length: 64 }).notNull(),
    name: varchar('name', { length: 100 }).notNull(),
    scope: varchar('scope', { length: 10 }).$type<TokenScope>().notNull().default('read'),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('api_tokens_hash').on(t.tokenHash), index('api_tokens_user').on(t.userId)],
);

/** Saved filters of the inventory. */
export const serverViews = pgTable(
  'server_views',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: varchar('name', { length: 100 }).notNull(),
    /** The text form. It is parsed on each use, so that ages such as 7d stay relative. */
    filter: text('filter').notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    unique('server_views_name').on(t.userId, t.name),
    uniqueIndex('server_views_default')
      .on(t.userId)
      .where(sql`is_default`),
  ],
);

/** Settings that administrators change on a screen. Without a row the default applies. */
export const installationSettings = pgTable('installation_settings', {
  name: varchar('name', { length: 20 }).$type<'sign-in' | 'retention'>().primaryKey(),
  value: jsonb('value').$type<Record<string, unknown>>().notNull(),
});

/** External parts that must be the same on every node and at every start; `id` identifies the installation. */
export const installationParts = pgTable('installation_parts', {
  part: varchar('part', { length: 10 }).$type<InstallationPart | 'id'>().primaryKey(),
  /** Fingerprint for comparison; it reveals nothing about the part. */
  mark: varchar('mark', { length: 64 }).notNull(),
});
export type InstallationPart = 'secret' | 'store';

/** Where messages about alerts go. */
export const channels = pgTable('channels', {
  id: id(),
  name: varchar('name', { length: 100 }).notNull(),
  kind: varchar('kind', { length: 20 }).$type<ChannelKind>().notNull(),
  settings: jsonb('settings').$type<Record<string, string | boolean | null>>().notNull(),
  /** Secrets as JSON, encrypted. */
  secrets: text('secrets'),
  active: boolean('active').notNull().default(true),
  isBuiltIn: boolean('is_built_in').notNull().default(false),
  lastSuccessAt: instant('last_success_at'),
  lastErrorAt: instant('last_error_at'),
  lastError: text('last_error'),
  /** First failure since the last success. */
  failingSince: instant('failing_since'),
  /** Administrators were notified of it. */
  isFailureTold: boolean('is_failure_told').notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Which alerts are sent where, asked in the order of `position`. */
export const alertRules = pgTable('alert_rules', {
  id: id(),
  position: integer('position').notNull(),
  name: varchar('name', { length: 100 }).notNull(),
  filter: text('filter').notNull(),
  events: text('events').array().$type<AlertKind[]>().notNull(),
  leastSeverity: varchar('least_severity', { length: 10 }).$type<AlertSeverity>().notNull(),
  delaySeconds: integer('delay_seconds').notNull(),
  hours: jsonb('hours').$type<WeeklyRange[]>(),
  channels: uuid('channels').array().notNull(),
  repeatSeconds: integer('repeat_seconds'),
  escalate: jsonb('escalate').$type<{ afterSeconds: number; channels: string[] }[]>().notNull(),
  stop: boolean('stop').notNull(),
  active: boolean('active').notNull().default(true),
  isBuiltIn: boolean('is_built_in').notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** What a server needs. Of each group any one suffices. */
export const serverNeeds = pgTable(
  'server_needs',
  {
    serverId: uuid('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    groupNumber: integer('group_number').notNull(),
    needsId: uuid('needs_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.serverId, t.groupNumber, t.needsId] }),
    index('server_needs_needs').on(t.needsId),
  ],
);

/** One open row for each fingerprint. */
export const alerts = pgTable(
  'alerts',
  {
    id: id(),
    fingerprint: varchar('fingerprint', { length: 64 }).notNull(),
    kind: varchar('kind', { length: 20 }).$type<AlertKind>().notNull(),
    severity: varchar('severity', { length: 10 }).$type<AlertSeverity>().notNull(),
    state: varchar('state', { length: 10 }).$type<AlertState>().notNull(),
    serverId: uuid('server_id').references(() => servers.id, { onDelete: 'cascade' }),
    subject: varchar('subject', { length: 255 }).notNull(),
    text: text('text').notNull(),
    labels: jsonb('labels').$type<Record<string, string>>().notNull(),
    /** Server whose outage it belongs to. */
    causeId: uuid('cause_id').references(() => servers.id, { onDelete: 'set null' }),
    startedAt: instant('started_at').notNull(),
    firedAt: instant('fired_at'),
    acknowledgedBy: varchar('acknowledged_by', { length: 255 }),
    acknowledgedAt: instant('acknowledged_at'),
    /** End of the shift of that person, when the alert is open again. */
    acknowledgedUntil: instant('acknowledged_until'),
    note: text('note'),
    resolvedAt: instant('resolved_at'),
    silencedBy: varchar('silenced_by', { length: 255 }),
    silenceReason: varchar('silence_reason', { length: 500 }),
    silencedUntil: instant('silenced_until'),
    /** The rest of its state in `server/alerts/state.ts`: clocks of its rules, and who was told. */
    progress: jsonb('progress').$type<object>().notNull(),
  },
  (t) => [
    uniqueIndex('alerts_open')
      .on(t.fingerprint)
      .where(sql`resolved_at is null`),
    index('alerts_started').on(t.startedAt, t.id),
    index('alerts_fingerprint').on(t.fingerprint, t.startedAt),
    index('alerts_cause').on(t.causeId),
    index('alerts_server').on(t.serverId, t.startedAt),
  ],
);

/** What people did about an alert. */
export const alertNotes = pgTable(
  'alert_notes',
  {
    id: id(),
    alertId: uuid('alert_id')
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    by: varchar('by_name', { length: 255 }).notNull(),
    what: varchar('what', { length: 20 }).$type<'acknowledged' | 'silenced' | 'closed' | 'note'>().notNull(),
    text: text('text').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [index('alert_notes_alert').on(t.alertId, t.at)],
);

/** What was seen since the last run of the engine, which deletes it. Whoever sees something only adds a row and locks nothing. */
export const alertObservations = pgTable('alert_observations', {
  seq: bigserial('seq', { mode: 'number' }).primaryKey(),
  observation: jsonb('observation').$type<object>().notNull(),
});

/** Messages to send, written in the transaction that changes the state of their alert. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: id(),
    /** All messages about one cause. */
    group: varchar('group_key', { length: 100 }).notNull(),
    alertId: uuid('alert_id').references(() => alerts.id, { onDelete: 'cascade' }),
    ruleId: uuid('rule_id').notNull(),
    channelId: uuid('channel_id')
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    event: varchar('event', { length: 10 }).$type<MessageEvent>().notNull(),
    /** 0 is the first message of an event, then its repetitions and escalations. */
    step: integer('step').notNull(),
    message: jsonb('message').$type<AlertMessage>().notNull(),
    state: varchar('state', { length: 10 })
      .$type<'waiting' | 'sent' | 'stopped'>()
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    nextTryAt: instant('next_try_at').notNull().defaultNow(),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    unique('deliveries_once').on(t.group, t.ruleId, t.channelId, t.event, t.step),
    index('deliveries_due')
      .on(t.nextTryAt)
      .where(sql`state = 'waiting'`),
    index('deliveries_alert').on(t.alertId),
  ],
);

/** No message is created about the servers of a filter meanwhile. Either from and to, or a weekly range. */
export const maintenanceWindows = pgTable('maintenance_windows', {
  id: id(),
  filter: text('filter').notNull(),
  from: instant('from_at'),
  to: instant('to_at'),
  weekly: jsonb('weekly').$type<WeeklyRange>(),
  reason: varchar('reason', { length: 500 }).notNull(),
  by: varchar('by_name', { length: 255 }).notNull(),
  createdAt: createdAt(),
});

export const duty = pgTable('duty', {
  id: id(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  from: instant('from_at').notNull(),
  to: instant('to_at').notNull(),
  /** Repeats each week. */
  weekly: boolean('weekly').notNull(),
  createdAt: createdAt(),
});

/** Jobs elsewhere that report that they ran. */
export const heartbeats = pgTable('heartbeats', {
  id: id(),
  name: varchar('name', { length: 100 }).notNull(),
  tokenHash: varchar('token_hash', { length: 64 }).notNull().unique(),
  periodSeconds: integer('period_seconds'),
  cron: varchar('cron', { length: 100 }),
  zone: varchar('zone', { length: 60 }),
  graceSeconds: integer('grace_seconds').notNull(),
  serverId: uuid('server_id').references(() => servers.id, { onDelete: 'set null' }),
  state: varchar('state', { length: 10 }).$type<'new' | 'up' | 'late' | 'down'>().notNull().default('new'),
  startedAt: instant('started_at'),
  lastBeatAt: instant('last_beat_at'),
  dueAt: instant('due_at'),
  createdAt: createdAt(),
});

/** Programs that send alerts. */
export const alertSources = pgTable('alert_sources', {
  id: id(),
  name: varchar('name', { length: 100 }).notNull(),
  tokenHash: varchar('token_hash', { length: 64 }).notNull().unique(),
  lastSeenAt: instant('last_seen_at'),
  createdAt: createdAt(),
});
