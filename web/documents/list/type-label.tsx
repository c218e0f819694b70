import { BookOpen, ClipboardList, HardDrive, ListOrdered, type LucideIcon } from 'lucide-react';
import { type DocumentType, TYPE_LABELS } from '../../../contract/shared/document-words.ts';

const SIGNS: Record<DocumentType, { icon: LucideIcon; ink: string }> = {
  'knowledge-base': { icon: BookOpen, ink: 'text-blue' },
  'work-instructions': { icon: ClipboardList, ink: 'text-orange' },
  'how-to-guides': { icon: ListOrdered, ink: 'text-green' },
  'build-documents': { icon: HardDrive, ink: 'text-purple' },
};

/** The icon of a type in its colour. */
export function TypeIcon({ type, size }: { type: DocumentType; size: number }) {
  const { icon: Icon, ink } = SIGNS[type];
  return <Icon size={size} className={ink} aria-hidden />;
}

/** Icon and name of a type, for cards and rows. */
export const TypeLabel = ({ type }: { type: DocumentType }) => (
  <span className={`inline-flex min-w-0 items-center gap-1.5 text-xs font-medium ${SIGNS[type].ink}`}>
    <TypeIcon type={type} size={14} />
    <span className="truncate">{TYPE_LABELS[type]}</span>
  </span>
);
