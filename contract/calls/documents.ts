import * as z from 'zod/mini';
import { Readers } from '../shared/readers.ts';
import { DocumentType, LIMITS, TemplateType } from '../shared/document-words.ts';
import { del, get, post, put } from './endpoint.ts';
import {
  addressNumber,
  clearable,
  Id,
  Instant,
  line,
  noneBy,
  Paging,
  pagingHeaders,
  requiredLine,
  text,
  versionNumber,
} from '../shared/fields.ts';

/** Normalises line ends to line feeds, as editors do. Otherwise equal lines would differ. */
export const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');

export const Document = z.object({
  id: z.uuid(),
  title: z.string(),
  content: z.string(),
  excerpt: z.nullable(z.string()),
  technology: z.nullable(z.string()),
  domain: z.nullable(z.string()),
  category: z.nullable(z.string()),
  tags: z.array(z.string()),
  authorId: z.uuid(),
  authorName: z.string(),
  lastUpdatedBy: z.nullable(z.uuid()),
  lastUpdatedByName: z.nullable(z.string()),
  version: z.int(),
  isPublished: z.boolean(),
  isTemplate: z.boolean(),
  templateType: z.nullable(TemplateType),
  /** Who may read it; null is everybody. */
  readers: Readers,
  createdAt: Instant,
  updatedAt: Instant,
});
export type Document = z.infer<typeof Document>;

/** A document after a write. */
export const SavedDocument = z.extend(Document, {
  /** Names of the people that its text newly mentions and who may not read it, if any. They are not notified. */
  cannotRead: z.optional(z.array(z.string())),
});
export type SavedDocument = z.infer<typeof SavedDocument>;

/** A document in a list; with fields=card it has a summary instead of its content. */
export const DocumentItem = z.extend(Document, {
  content: z.optional(z.string()),
  /** The excerpt, else the beginning of the text, as one line of plain text. */
  summary: z.optional(z.string()),
});
export type DocumentItem = z.infer<typeof DocumentItem>;

const DeletedDocument = z.extend(DocumentItem, { deletedAt: Instant });

export const Version = z.object({
  id: z.uuid(),
  documentId: z.uuid(),
  version: z.int(),
  title: z.string(),
  content: z.string(),
  authorId: z.uuid(),
  authorName: z.nullable(z.string()),
  changeLog: z.nullable(z.string()),
  createdAt: Instant,
});
export type Version = z.infer<typeof Version>;

/** A version in a list; with fields=card it has no content. */
export const VersionItem = z.extend(Version, { content: z.optional(z.string()) });
export type VersionItem = z.infer<typeof VersionItem>;

export const VersionQuery = z.object({ fields: z.optional(z.enum(['card'])) });
export type VersionQuery = z.infer<typeof VersionQuery>;

/** A document that links to another one. */
export const Backlink = z.pick(Document, { id: true, title: true, templateType: true });
export type Backlink = z.infer<typeof Backlink>;

const Tags = z.pipe(
  z
    .array(requiredLine(LIMITS.tag, 'A tag'))
    .check(z.maxLength(LIMITS.tags, `Use at most ${LIMITS.tags} tags`)),
  z.transform((tags) => [...new Set(tags)]),
);

const Content = text(LIMITS.content).check(
  z.overwrite(withLineFeeds),
  z.refine((content) => content.trim() !== '', 'Content is required'),
);

/** Fields for creating a document; read-only and unknown fields are ignored. */
export const DocumentInput = z.object({
  title: requiredLine(LIMITS.title, 'Title'),
  content: Content,
  excerpt: z.optional(clearable(text(LIMITS.excerpt))),
  technology: z.optional(clearable(line(LIMITS.technology))),
  domain: z.optional(clearable(line(LIMITS.domain))),
  category: z.optional(clearable(line(LIMITS.category))),
  tags: z.nullish(Tags),
  isPublished: z.nullish(z.boolean()),
  isTemplate: z.nullish(z.boolean()),
  templateType: z.nullish(
    z.union([TemplateType, noneBy('', 'none')], `Must be one of: none, ${TemplateType.options.join(', ')}`),
  ),
  /** Only the owner and administrators change who may read it. */
  readers: z.optional(Readers),
  /** Note on the version, for its history. */
  changeLog: z.optional(clearable(line(LIMITS.changeLog))),
});
export type DocumentInput = z.input<typeof DocumentInput>;

/** Fields for changing a document: a missing one keeps its value, null clears it. */
export const DocumentChange = z.extend(z.partial(DocumentInput), {
  /** The version that the change is based on. If it is no longer current, nothing is stored (409). */
  version: z.optional(versionNumber),
});
export type DocumentChange = z.input<typeof DocumentChange>;

/** An empty filter, as forms send it, has no effect. */
export const DocumentFilters = z.object({
  q: z.optional(text(LIMITS.search)),
  type: z.optional(z.enum([...DocumentType.options, 'all', ''])),
  category: z.optional(text(LIMITS.category)),
  tag: z.optional(text(LIMITS.tag)),
});
export type DocumentFilters = z.infer<typeof DocumentFilters>;

export const DocumentQuery = z.extend(DocumentFilters, { ...Paging, fields: z.optional(z.enum(['card'])) });
export type DocumentQuery = z.infer<typeof DocumentQuery>;

/** Category name for documents without one, in filters and facets. */
export const UNCATEGORIZED = 'Uncategorized';

export const Facet = z.object({ value: z.string(), count: z.int() });
export type Facet = z.infer<typeof Facet>;
export const Facets = z.object({ types: z.array(Facet), categories: z.array(Facet), tags: z.array(Facet) });
export type Facets = z.infer<typeof Facets>;

/** Whether imported pages are published: as their front matter or wiki says, all of them, or none. Not for a whole Ops Hub. */
export const ImportPublish = z.enum(['as-written', 'published', 'drafts']);
export type ImportPublish = z.infer<typeof ImportPublish>;

export const MAX_IMPORT_BYTES = 512 * 1024 * 1024;

const documentBody = { maxBodyBytes: 16 * 1024 * 1024, isLarge: true } as const;

type Base = '/api/documents' | '/api/knowledge-base';

const binAt = (base: Base) => ({
  bin: get(`${base}/bin`, {
    scope: 'user',
    summary: 'Deleted documents that can still be restored, last deleted first',
    query: z.object(Paging),
    result: z.array(DeletedDocument),
    headers: pagingHeaders,
  }),
  undelete: post(`${base}/:id/undelete`, {
    scope: 'user',
    summary: 'Take a document back out of the bin',
    isLarge: true,
    params: Id,
    result: Document,
  }),
  purge: del(`${base}/bin/:id`, {
    scope: 'admin',
    summary: 'Delete a document of the bin for good',
    params: Id,
  }),
});

const takeAccessAt = (base: Base) => ({
  takeAccess: post(`${base}/:id/take-access`, {
    scope: 'admin',
    summary: 'Become a reader of a restricted document; the audit log records it and the owner is notified',
    isLarge: true,
    params: Id,
    result: Document,
  }),
});

const partsAt = (base: Base) => ({
  versions: get(`${base}/:id/versions`, {
    scope: 'viewer',
    summary: 'All versions with the current one, newest first; with fields=card without their content',
    params: Id,
    query: VersionQuery,
    result: z.array(VersionItem),
  }),
  backlinks: get(`${base}/:id/backlinks`, {
    scope: 'viewer',
    mayBeStale: true,
    summary: 'The documents that link to this one, by title',
    params: Id,
    result: z.array(Backlink),
  }),
});

/** The same resource at two base paths (decision 1); both sets of calls are built here. */
const documentsAt = (base: Base) => ({
  list: get(base, {
    scope: 'viewer',
    mayBeStale: true,
    inOutage: true,
    summary:
      'Documents, most recently updated first; with q best match first. Without parameters all of them',
    query: DocumentQuery,
    result: z.array(DocumentItem),
    headers: pagingHeaders,
  }),
  recent: get(`${base}/recent`, {
    scope: 'viewer',
    mayBeStale: true,
    inOutage: true,
    summary: 'The documents updated last',
    query: z.object({ limit: z._default(addressNumber(1, 50), 5) }),
    result: z.array(Document),
  }),
  facets: get(`${base}/facets`, {
    scope: 'viewer',
    mayBeStale: true,
    inOutage: true,
    summary: 'Which types, categories and tags there are, with counts, for the filters of the list',
    query: DocumentFilters,
    result: Facets,
  }),
  ...binAt(base),
  ...takeAccessAt(base),
  import: post(`${base}/import`, {
    scope: 'user',
    summary:
      'Import a zip of markdown, or an export of another wiki; the job’s result is the report. With dryRun=true nothing is stored',
    query: z.object({
      dryRun: z.optional(z.enum(['true', 'false', '1', '0', ''])),
      publish: z.optional(ImportPublish),
    }),
    upload: { maxBytes: MAX_IMPORT_BYTES, isStored: true },
    result: z.object({ jobId: z.uuid() }),
    status: 202,
  }),
  find: get(`${base}/:id`, {
    scope: 'viewer',
    inOutage: true,
    summary: 'One document',
    params: Id,
    result: Document,
    isLarge: true,
  }),
  create: post(base, {
    scope: 'user',
    summary: 'Create a document; it starts with version 1',
    body: DocumentInput,
    result: SavedDocument,
    status: 201,
    ...documentBody,
  }),
  update: put(`${base}/:id`, {
    scope: 'user',
    summary: 'Change a document; each success makes exactly one new version',
    params: Id,
    body: DocumentChange,
    result: SavedDocument,
    ...documentBody,
  }),
  remove: del(`${base}/:id`, {
    scope: 'user',
    summary: 'Move a document to the bin for 30 days',
    params: Id,
  }),
  ...partsAt(base),
});

export const documents = documentsAt('/api/documents');
export const knowledgeBase = documentsAt('/api/knowledge-base');
export type DocumentCalls = ReturnType<typeof documentsAt>;
