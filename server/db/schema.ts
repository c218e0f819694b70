import { sql } from 'drizzle-orm';
import type { AccountStatus, Role } from '../../contract/user.ts';
import type { Check, Outcome } from '../../contract/checks.ts';
import type { Environment, ServerStatus, ServerType } from '../../contract/server-words.ts';
import type { StoredSettings } from '../../contract/settings-change.ts';
import type { MemberStatus } from '../../contract/team.ts';
import type { TokenScope } from '../../contract/tokens.ts';
import type { TemplateType } from '../../contract/documents.ts';
import {
  bigint,
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

/** What the next scrape of an exporter is held against. */
export type Scrape = { at: string; bootTime: number; idle: number; total: number };
/** A server as it was before a batch: its fields, or how it was made or binned by it. */
export type BatchBefore = {
  id: string;
  did: 'create' | 'change' | 'delete';
  fields?: Record<string, unknown>;
  /** The status that the batch left. */
  status?: ServerStatus;
  /** A digest of what people had made of it after the batch: where it is another by now, it is somebody else's. */
  after: string;
};

/** Every table on one page. Lengths are the limits of the contract; names of columns are those of the seeds. */

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
    /** Sealed; without `totpEnabledAt` it is only being set up. */
    totpSecret: text('totp_secret'),
    totpEnabledAt: instant('totp_enabled_at'),
    /** The last 30-second step whose code was used, so that none works twice. */
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
    /** By its owner: only the name is left. */
    isDeleted: boolean('is_deleted').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('users_email').on(t.email)],
);

/** One-time links: first administrator, verification, reset, invitation. Only the hash of a token is kept. */
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

/** `sid` is the SHA-256 of the cookie's value: what stands here opens nothing. */
export const sessions = pgTable(
  'sessions',
  {
    sid: varchar('sid', { length: 64 }).primaryKey(),
    /** Names the session to its owner, who must not read the hash. */
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

/** Who an account is at a sign-in service: by subject, never by e-mail, which can change hands there. */
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

/** Something begun that only the same browser can end, once and soon. `id` is the SHA-256 of its cookie's value. */
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

/** Each lets its owner in once when the authenticator is lost; hashes only. */
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
    /** Bad news first. */
    statusRank: integer('status_rank')
      .notNull()
      .generatedAlwaysAs(
        sql`case status when 'offline' then 0 when 'warning' then 1 when 'unknown' then 2 when 'maintenance' then 3 else 4 end`,
      ),
    /** Null as long as nothing measured it. */
    cpuUsage: real('cpu_usage'),
    memoryUsage: real('memory_usage'),
    diskUsage: real('disk_usage'),
    uptime: bigint('uptime', { mode: 'number' }),
    lastHealthCheck: instant('last_health_check'),
    managedBy: uuid('managed_by').references(() => users.id, { onDelete: 'set null' }),
    check: jsonb('check').$type<Check>(),
    /** When the check is due; null where there is none. */
    nextCheckAt: instant('next_check_at'),
    /** Results in a row that were worse than good, and those of them that were bad. */
    worseInRow: integer('worse_in_row').notNull().default(0),
    badInRow: integer('bad_in_row').notNull().default(0),
    simulated: boolean('simulated').notNull().default(false),
    lastMessage: text('last_message'),
    certificateExpiresAt: instant('certificate_expires_at'),
    /** Counters of the last scrape: CPU is the difference of two. */
    scrape: jsonb('scrape').$type<Scrape>(),
    /** The fields that a search looks through, in the one form that case is compared in. */
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
 * How many servers outside the bin have each value of a text field or each manager, whose id is the value. A trigger adds rows as in
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

/** Results of the last day one by one; older ones are rows of `check_hours`. */
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
    /** The node that checked, and whether its network worked; null if that is unknown. */
    seenBy: varchar('seen_by', { length: 255 }),
    line: varchar('line', { length: 10 }).$type<'heard' | 'silent'>(),
  },
  (t) => [index('check_results_server').on(t.serverId, t.at), index('check_results_at').on(t.at)],
);

/** An hour of results; `good` and `bad` are what uptime counts. */
export const checkHours = pgTable(
  'check_hours',
  {
    serverId: uuid('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    hour: instant('hour').notNull(),
    results: integer('results').notNull(),
    good: integer('good').notNull(),
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

/** What a bulk change or an import found before it, so that it can be taken back as one. */
export const serverBatches = pgTable('server_batches', {
  id: id(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  before: jsonb('before').$type<BatchBefore[]>().notNull(),
  undoneAt: instant('undone_at'),
  createdAt: createdAt(),
});

/** What a bulk change did to one document; of a change the fields before, but the text, which it leaves alone. */
export type DocumentBatchEntry =
  | { id: string; did: 'delete' }
  | { id: string; did: 'change'; version: number; before: Record<string, unknown> };

/** What a bulk change of documents did, so that it can be taken back as one. */
export const documentBatches = pgTable('document_batches', {
  id: id(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  entries: jsonb('entries').$type<DocumentBatchEntry[]>().notNull(),
  undoneAt: instant('undone_at'),
  createdAt: createdAt(),
});

/** Imports that stored something, by the ids of their jobs, which go earlier. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fileName: varchar('file_name', { length: 255 }).notNull(),
    /** The product whose export it was. */
    format: varchar('format', { length: 50 }).notNull(),
    undoneAt: instant('undone_at'),
    createdAt: createdAt(),
  },
  (t) => [index('imports_user').on(t.userId)],
);

/** What an import did to one document, so that it can be taken back. */
export const importedDocuments = pgTable(
  'imported_documents',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** The last one that it made. */
    version: integer('version').notNull(),
    /** The first one that it made, where it made several; 1 is a new document. */
    firstVersion: integer('first_version'),
    undoneAt: instant('undone_at'),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.documentId] }),
    index('imported_documents_document').on(t.documentId),
  ],
);

/** Servers and members that an import made, so that they can be taken back. */
export const importedRecords = pgTable(
  'imported_records',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    kind: varchar('kind', { length: 20 }).$type<'server' | 'member'>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** A digest of its fields as the import left them: where it is another by now, somebody changed it. */
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
    /** Removed, as long as it can be taken back. */
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
    /** Of a document from another Ops Hub whose author or last writer has no account here: `Name <e-mail>`. */
    authorElsewhere: varchar('author_elsewhere', { length: 500 }),
    updaterElsewhere: varchar('updater_elsewhere', { length: 500 }),
    version: integer('version').notNull().default(1),
    isPublished: boolean('is_published').notNull().default(false),
    isTemplate: boolean('is_template').notNull().default(false),
    templateType: varchar('template_type', { length: 50 }).$type<TemplateType>(),
    /** Path inside the zip that an import made it from: the same path again is the same document. */
    importPath: text('import_path'),
    deletedAt: instant('deleted_at'),
    deletedBy: uuid('deleted_by'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // As queries ask for it: desc() alone puts nulls last in an index, and PostgreSQL uses no index of another order.
    index('documents_updated')
      .on(t.updatedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(NOT_IN_BIN),
    // With the version, so that the index alone adds up all versions.
    index('documents_created').on(t.createdAt, t.version).where(NOT_IN_BIN),
    index('documents_deleted').on(t.deletedAt).where(IN_BIN),
    uniqueIndex('documents_import_path').on(t.importPath).where(NOT_IN_BIN),
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
    /** The other fields as they were, so that a restore and a difference are whole. */
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    /** As in `documents`; `authorId` is who imported it. */
    authorElsewhere: varchar('author_elsewhere', { length: 500 }),
    changeLog: varchar('change_log', { length: 500 }),
    createdAt: createdAt(),
  },
  (t) => [unique('document_versions_number').on(t.documentId, t.version)],
);

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
    /** Of a link: how often it may be opened, and how often it was. */
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

/** Each time a link was opened, for whoever made it. */
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

/** Stored images; the bytes lie in the object store under `key`. */
export const objects = pgTable(
  'objects',
  {
    id: id(),
    ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'set null' }),
    key: varchar('key', { length: 200 }).notNull(),
    /** public: everybody signed in; private: the uploader alone; withdrawn: nobody, until its document is back. */
    visibility: varchar('visibility', { length: 20 }).notNull().default('private'),
    contentType: varchar('content_type', { length: 100 }).notNull(),
    /** Of a file that is no image, for those who download it. */
    name: varchar('name', { length: 255 }),
    bytes: integer('bytes').notNull(),
    /** Of the file as it came in, so that the same image is stored once. */
    sha256: varchar('sha256', { length: 64 }).notNull(),
    /** The import that brought it. */
    importId: uuid('import_id').references(() => imports.id, { onDelete: 'set null' }),
    /** When something last began to show it; only what nothing shows for a week after is taken away. */
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

/** Addresses that were given out for one upload each; the image gets the id of its address. */
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

/** Which images the versions of a document show, the current one among them. */
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

/** Which documents the current text of a document links to. The target may be in the bin, or not be there yet. */
export const documentLinks = pgTable(
  'document_links',
  {
    fromId: uuid('from_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    toId: uuid('to_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.fromId, t.toId] }), index('document_links_to').on(t.toId)],
);

/**
 * What the current text of a document says of machines: servers that it links to, and words that look like a name, a host
 * or an address. The server, if any, is looked up on reading.
 */
export const documentMachines = pgTable(
  'document_machines',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** In lower case; the id where it is a link. */
    word: varchar('word', { length: 255 }).notNull(),
    /** Of a link; the server may be in the bin or gone. */
    serverId: uuid('server_id'),
  },
  (t) => [
    primaryKey({ columns: [t.documentId, t.word] }),
    // From the end, so that it finds the hosts of a domain as well.
    index('document_machines_word').on(FROM_ITS_END).where(IS_NO_LINK),
    index('document_machines_server').on(t.serverId).where(IS_LINK),
    index('document_machines_private').on(t.word).where(IS_PRIVATE_ADDRESS),
  ],
);

/** What somebody typed and has not saved; read by its writer alone. */
export const drafts = pgTable(
  'drafts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The id of a document, or a word of the screen for one that is not stored yet. */
    key: varchar('key', { length: 60 }).notNull(),
    /** The version that the writer started from. */
    version: integer('version'),
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    savedAt: instant('saved_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('drafts_saved').on(t.savedAt)],
);

/** One row a thing that can be found; written in the transaction that writes the thing. */
export const searchEntries = pgTable(
  'search_entries',
  {
    kind: varchar('kind', { length: 20 }).notNull(),
    id: uuid('id').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    /** Title and body in the one form that case is compared in; made by the search room, not by the database. */
    foldedTitle: text('folded_title').notNull(),
    folded: text('folded').notNull(),
    /** Its words, made by the search room as well, and at how many places they are; below 0 until they are made (anew). */
    words: tsvector('words'),
    /** The runs of letters and digits in the folded text, in which substrings are looked for. Null in entries of older versions. */
    pieces: text('pieces').array(),
    length: integer('length').notNull().default(-1),
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
  ],
);

/**
 * How many entries there are of each kind, type, category and tag. A trigger on `search_entries` adds what a statement changes as
 * rows of their own, which make no writer wait for another. The sum of the rows counts, and the clean-up adds them up.
 */
export const searchCounts = pgTable(
  'search_counts',
  {
    kind: varchar('kind', { length: 20 }).notNull(),
    /** '' where an entry has none, `*` for entries of any type. */
    type: varchar('type', { length: 50 }).notNull(),
    /** '' for entries of any category. */
    category: varchar('category', { length: 100 }).notNull(),
    /** '' counts the entry itself, whatever tags it has. */
    tag: text('tag').notNull(),
    /** Negative for what is gone. */
    count: integer('count').notNull(),
  },
  // With the count, so that the index alone answers: counting leaves a table with gaps. The second one is for counts by tag.
  (t) => [
    index('search_counts_group').on(t.kind, t.tag, t.category, t.type, t.count),
    index('search_counts_tags').on(t.kind, t.type, t.category, t.tag, t.count),
  ],
);

/** How many events of a kind there were in each hour, for the dashboard. Triggers add rows as in `search_counts`. */
export const eventCounts = pgTable(
  'event_counts',
  {
    kind: varchar('kind', { length: 20 }).$type<'good check' | 'bad check' | 'answer'>().notNull(),
    hour: instant('hour').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [index('event_counts_hour').on(t.kind, t.hour, t.count)],
);

/** The words of all texts, which near spellings are looked for among. What they stand in is asked of the entries alone. */
export const searchVocabulary = pgTable('search_vocabulary', { word: text('word').primaryKey() }, (t) => [
  index('search_vocabulary_near').using('gin', sql`${t.word} gin_trgm_ops`),
]);

/** The pieces of all entries. Those that hold a typed text lead to the entries. */
export const searchPieces = pgTable('search_pieces', { piece: text('piece').primaryKey() }, (t) => [
  index('search_pieces_like').using('gin', sql`${t.piece} gin_trgm_ops`),
]);

/** Entries whose words and pieces these two do not have yet; without a key, so that no writer waits for another. */
export const searchUnread = pgTable('search_unread', {
  kind: varchar('kind', { length: 20 }).notNull(),
  id: uuid('id').notNull(),
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
    /** What is known so far; written with the work itself, so that a killed job goes on where it was. */
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
    readAt: instant('read_at'),
    createdAt: createdAt(),
  },
  (t) => [index('notifications_user').on(t.userId, t.createdAt.desc().nullsFirst())],
);

export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    /** The name stays readable after the account is gone. */
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

/** How many audit entries there are of each person and action. A trigger adds rows as in `search_counts`. */
export const auditCounts = pgTable(
  'audit_counts',
  {
    kind: varchar('kind', { length: 50 }).notNull(),
    action: varchar('action', { length: 50 }).notNull(),
    /** Zeros where nobody did it. */
    actorId: uuid('actor_id').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [index('audit_counts_group').on(t.action, t.kind, t.actorId, t.count)],
);

/** How many audit entries of an action there are in each hour. A trigger adds rows as in `search_counts`. */
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

/** What came with the demo data, to be taken away again. */
export const demoItems = pgTable(
  'demo_items',
  {
    kind: varchar('kind', { length: 20 }).$type<'server' | 'document' | 'member'>().notNull(),
    id: uuid('id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.id] })],
);

/** First answers of calls that carried an Idempotency-Key; kept for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: varchar('key', { length: 200 }).notNull(),
    /** SHA-256 of method, address and body: the same key on another request is a mistake. */
    request: varchar('request', { length: 64 }).notNull(),
    status: integer('status'),
    /** Sealed with the key, which only the caller knows: the repetition gets the same bytes. */
    answer: json('answer'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_keys_created').on(t.createdAt)],
);

/** Mail to be sent; the text is made when it is sent, so that no one-time link ever lies in the database. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    kind: varchar('kind', { length: 50 }).notNull(),
    to: varchar('to', { length: 255 }).notNull(),
    /** The account it is about; an invitation goes to somebody who has none. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    payload: jsonb('payload'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
    sentAt: instant('sent_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('mails_due')
      .on(t.nextAttemptAt)
      .where(sql`sent_at is null`),
  ],
);

/** How often somebody tried something in a window of time; shared by all nodes. Keys are hashes. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 64 }).primaryKey(),
  count: integer('count').notNull(),
  resetsAt: instant('resets_at').notNull(),
});

/** Personal keys for programs; only the hash of the secret is kept. */
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

/** Filters of the inventory that an account kept under a name. */
export const serverViews = pgTable(
  'server_views',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: varchar('name', { length: 100 }).notNull(),
    /** Text form; read anew each time, so that ages such as 7d move with the clock. */
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

/** What lies outside of the database and must be the same for every node and at every start; `id` names the installation. */
export const installationParts = pgTable('installation_parts', {
  part: varchar('part', { length: 10 }).$type<InstallationPart | 'id'>().primaryKey(),
  /** Tells whether it is the same, and nothing of it. */
  mark: varchar('mark', { length: 64 }).notNull(),
});
export type InstallationPart = 'secret' | 'store';
