import * as z from 'zod/mini';

/** Apart from the calls about documents, which are too much for screens that only name them. */

export const LIMITS = {
  title: 255,
  /** Characters; images belong in the object store, so text alone never comes near it. */
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

/** The four kinds of knowledge items, as the type filter spells them. */
export const DocumentType = z.enum([
  'knowledge-base',
  'work-instructions',
  'how-to-guides',
  'build-documents',
]);
export type DocumentType = z.infer<typeof DocumentType>;

/** Everything that has no form or label of its own counts as knowledge base. */
export const typeOf = (templateType: TemplateType | null): DocumentType => {
  if (templateType === 'work_instruction') return 'work-instructions';
  if (templateType === 'how_to_guide') return 'how-to-guides';
  if (templateType === 'build_document') return 'build-documents';
  return 'knowledge-base';
};

/** How one document of a type is called. */
export const TYPE_LABELS: Record<DocumentType, string> = {
  'knowledge-base': 'Knowledge Base',
  'work-instructions': 'Work Instruction',
  'how-to-guides': 'How-To Guide',
  'build-documents': 'Build Document',
};
