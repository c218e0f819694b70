import * as z from 'zod/mini';
import { DocumentType, LIMITS } from '../../../contract/shared/document-words.ts';
import { ifValid } from '../../search-params.ts';

/** Values of `create=`, and the type that each creates. */
export const CREATES: Record<string, DocumentType> = {
  'knowledge-base': 'knowledge-base',
  'work-instruction': 'work-instructions',
  'how-to-guide': 'how-to-guides',
  'build-document': 'build-documents',
};

const View = z.enum(['grid', 'list', 'category']);
export type View = z.infer<typeof View>;

/** The search parameters of the Documents page; invalid ones are ignored. */
const DocumentsSearch = z.object({
  q: ifValid(z.string().check(z.minLength(1), z.maxLength(LIMITS.search))),
  category: ifValid(z.string().check(z.trim(), z.minLength(1), z.maxLength(LIMITS.category))),
  /** Id of the document open in the editor. */
  doc: ifValid(z.string().check(z.minLength(1), z.maxLength(100))),
  mode: ifValid(z.enum(['edit', 'preview'])),
});
export type DocumentsSearch = z.infer<typeof DocumentsSearch>;

/** The search parameters of the Knowledge Base page; without `view` it shows the grid. */
const KnowledgeBaseSearch = z.extend(DocumentsSearch, {
  type: ifValid(DocumentType),
  view: ifValid(View),
  /** Id of the document in the preview of the category view. */
  item: ifValid(z.string().check(z.minLength(1), z.maxLength(100))),
  /** Whether the panel for creating an article from pasted text is open. */
  autocreate: ifValid(z.literal('true')),
  create: ifValid(z.enum(Object.keys(CREATES))),
});
export type KnowledgeBaseSearch = z.infer<typeof KnowledgeBaseSearch>;

export const readDocumentsSearch = (search: Record<string, unknown>): DocumentsSearch =>
  DocumentsSearch.parse(search);

export const readKnowledgeBaseSearch = (search: Record<string, unknown>): KnowledgeBaseSearch =>
  KnowledgeBaseSearch.parse(search);

/** The search parameters that filter a list. */
export type Filters = Pick<KnowledgeBaseSearch, 'q' | 'type' | 'category'>;

export const hasFilters = ({ q, type, category }: KnowledgeBaseSearch): boolean =>
  Boolean(q || type || category);
