import * as z from 'zod/mini';

/** Separate from the calls on documents, which are too large for screens that only need the labels. */

export const LIMITS = {
  title: 255,
  /** Characters. Images belong in the object store, so text alone never reaches it. */
  content: 5_000_000,
  excerpt: 2_000,
  technology: 50,
  domain: 20,
  category: 100,
  tag: 50,
  tags: 50,
  changeLog: 500,
  search: 500,
};

export const TemplateType = z.enum([
  'general',
  'server_setup',
  'network_config',
  'security_audit',
  'maintenance',
  'troubleshooting',
  'work_instruction',
  'how_to_guide',
  'build_document',
]);
export type TemplateType = z.infer<typeof TemplateType>;

/** The four types of documents, as in the type filter. */
export const DocumentType = z.enum([
  'knowledge-base',
  'work-instructions',
  'how-to-guides',
  'build-documents',
]);
export type DocumentType = z.infer<typeof DocumentType>;

/** Documents without a form or label of their own are knowledge base documents. */
export const typeOf = (templateType: TemplateType | null): DocumentType => {
  if (templateType === 'work_instruction') return 'work-instructions';
  if (templateType === 'how_to_guide') return 'how-to-guides';
  if (templateType === 'build_document') return 'build-documents';
  return 'knowledge-base';
};

/** Label of a single document by type. */
export const TYPE_LABELS: Record<DocumentType, string> = {
  'knowledge-base': 'Knowledge Base',
  'work-instructions': 'Work Instruction',
  'how-to-guides': 'How-To Guide',
  'build-documents': 'Build Document',
};
