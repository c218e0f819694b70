import {
  type Document,
  DocumentInput,
  UNCATEGORIZED,
  withLineFeeds,
} from '../../../../contract/calls/documents.ts';
import type { Readers } from '../../../../contract/shared/readers.ts';
import { type DocumentType, LIMITS, type TemplateType } from '../../../../contract/shared/document-words.ts';

/** Content of the editor: every editable field, '' when empty. */
export type Fields = {
  title: string;
  content: string;
  excerpt: string;
  technology: string;
  domain: string;
  category: string;
  tags: string[];
  isPublished: boolean;
  isTemplate: boolean;
  templateType: TemplateType | null;
  /**
   * Readers of a document that is not stored yet, separated by commas; '' while nobody chose them, for those of its category.
   * A stored one changes them at once.
   */
  readers: string;
};

/** All fields except title and text. */
export type Settings = Omit<Fields, 'title' | 'content'>;

/** Error messages by field. */
export type FieldErrors = Partial<Record<string, string>>;

const DEFAULTS: Record<DocumentType, Partial<Fields>> = {
  'knowledge-base': {},
  'work-instructions': { category: 'sop', templateType: 'work_instruction' },
  'how-to-guides': { category: 'how-to', templateType: 'how_to_guide' },
  'build-documents': { category: 'build', templateType: 'build_document' },
};

export const newFields = (type: DocumentType, title = ''): Fields => ({
  title,
  content: '',
  excerpt: '',
  technology: '',
  domain: '',
  category: '',
  tags: [],
  isPublished: false,
  isTemplate: false,
  templateType: null,
  readers: '',
  ...DEFAULTS[type],
});

export const documentFields = (document: Document): Fields => ({
  title: document.title,
  content: withLineFeeds(document.content),
  excerpt: document.excerpt ?? '',
  technology: document.technology ?? '',
  domain: document.domain ?? '',
  category: document.category ?? '',
  tags: document.tags,
  isPublished: document.isPublished,
  isTemplate: document.isTemplate,
  templateType: document.templateType,
  readers: '',
});

const EVERYBODY = 'everybody';

export const readersOf = ({ readers }: Pick<Fields, 'readers'>): Readers | undefined => {
  if (readers === '') return undefined;
  return readers === EVERYBODY ? null : readers.split(',');
};

export const writtenReaders = (readers: Readers): string => readers?.join(',') ?? EVERYBODY;

/** The fields that a save of a stored document sends. */
export const withoutReaders = ({ readers: _readers, ...fields }: Fields) => fields;

export const areEqual = (a: Fields, b: Fields): boolean =>
  (Object.keys(a) as (keyof Fields)[]).every((name) =>
    name === 'tags' ? a.tags.join('\n') === b.tags.join('\n') : a[name] === b[name],
  );

/** Runs on every key, and trimming would copy a long text each time. */
export const isBlank = (text: string): boolean => !/\S/.test(text);

/** Why it cannot be saved yet; undefined when it can. */
export function whyNotSaved({ title, content }: Fields): string | undefined {
  const missing = [isBlank(title) && 'a title', isBlank(content) && 'content'].filter(Boolean);
  return missing.length > 0 ? `Add ${missing.join(' and ')} to save` : undefined;
}

/** Errors by field, using the server's rules; undefined without errors. */
export function errorsIn(fields: Fields): FieldErrors | undefined {
  const { error } = DocumentInput.safeParse({ ...fields, readers: readersOf(fields) });
  return error && byField(error.issues.map(({ path, message }) => [path.join('.'), message]));
}

/** One message per form field, the first error; errors of single tags count for the tags field. */
export function byField(complaints: [path: string, message: string][]): FieldErrors {
  const errors: FieldErrors = {};
  for (const [path, message] of complaints) errors[path.split('.')[0] ?? ''] ??= message;
  return errors;
}

/** Adds a tag; ignores blanks and duplicates. */
export function withTag(tags: string[], typed: string): string[] {
  const tag = typed.trim();
  return tag === '' || tags.includes(tag) || tags.length >= LIMITS.tags ? tags : [...tags, tag];
}

export const TECHNOLOGIES = ['VMware', 'Azure', 'O365', 'Windows Servers'];
export const DOMAINS = ['ALL', 'AU', 'CORP', 'NZ', 'IE', 'UK', 'SG', 'MY', 'SPACE'];

const CATEGORIES = [
  'Azure',
  'O365',
  'vMware',
  'Windows Server',
  'Teams',
  'Exchange SE',
  'Exchange Online',
  'Windows 11',
  'ADFS',
  'Patching',
  'Enterprise Vault',
  'POS',
  'Server Hardware',
  'Citrix',
  'Ivanti',
  'SCCM',
  'Intune',
  'DNS',
];

/** The usual categories and those in use, without duplicates. */
export const categoriesWith = (present: string[]): string[] => [
  ...new Set([...CATEGORIES, ...present.filter((category) => category !== UNCATEGORIZED)]),
];

export const TEMPLATE_TYPES: Record<TemplateType, string> = {
  general: 'General',
  server_setup: 'Server Setup',
  network_config: 'Network Config',
  security_audit: 'Security Audit',
  maintenance: 'Maintenance',
  troubleshooting: 'Troubleshooting',
  work_instruction: 'Work Instruction (SOP)',
  how_to_guide: 'How-To Guide',
  build_document: 'Build Document',
};
