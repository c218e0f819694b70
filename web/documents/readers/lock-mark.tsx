import { Lock } from 'lucide-react';
import type { Readers } from '../../../contract/shared/readers.ts';

/** Marks a document of a list that not everybody may read. */
export const LockMark = ({ readers }: { readers: Readers }) =>
  readers && (
    <span role="img" aria-label="Restricted" title="Restricted" className="inline-flex flex-none text-muted">
      <Lock size={12} aria-hidden />
    </span>
  );
