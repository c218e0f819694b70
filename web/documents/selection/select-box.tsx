import type { DocumentItem } from '../../../contract/documents.ts';
import type { Selection } from './use-selection.ts';

type Props = { document: DocumentItem; selection: Selection; className: string };

/** Selects one document. It lies above the link that covers its row or card. */
export const SelectBox = ({ document, selection, className }: Props) => (
  <label className={`grid size-6 shrink-0 place-items-center ${className}`}>
    <input
      type="checkbox"
      aria-label={`Select "${document.title}"`}
      className="size-4 accent-accent"
      checked={selection.ids.has(document.id)}
      onChange={(event) => selection.select([document], event.target.checked)}
    />
  </label>
);
