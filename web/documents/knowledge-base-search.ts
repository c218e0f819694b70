import * as z from 'zod';
import { DocumentType, LIMITS } from '../../contract/documents.ts';

/** What `create=` may ask for, and the type that is then created. */
export const CREATES: Record<string, DocumentType> = {
  'knowledge-base': 'knowledge-base',
  'work-instruction': 'work-instructions',
  'how-to-guide': 'how-to-guides',
  'build-document': 'build-documents',
};

const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

/** The search parameters of the Knowledge Base page; one that makes no sense is as good as absent. */
const KnowledgeBaseSearch = z.object({
  q: optional(z.string().min(1).max(LIMITS.search)),
  type: optional(DocumentType),
  category: optional(z.string().min(1).max(LIMITS.category)),
  /** Id of the document that is open in the editor. */
  doc: optional(z.string().min(1).max(100)),
  mode: optional(z.enum(['edit', 'preview'])),
  create: optional(z.enum(Object.keys(CREATES))),
});
export type KnowledgeBaseSearch = z.infer<typeof KnowledgeBaseSearch>;

export const readKnowledgeBaseSearch = (search: Record<string, unknown>): KnowledgeBaseSearch =>
  KnowledgeBaseSearch.parse(search);

export const hasFilters = ({ q, type, category }: KnowledgeBaseSearch): boolean =>
  Boolean(q || type || category);
