import { useState } from 'react';
import type { DocumentItem } from '../../../contract/documents.ts';

/** The documents that are chosen to be changed together; they stay chosen while filters change what is shown. */
export type Selection = {
  ids: ReadonlySet<string>;
  select: (documents: DocumentItem[], isOn: boolean) => void;
  clear: () => void;
};

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const select = (documents: DocumentItem[], isOn: boolean) =>
    setIds((before) => {
      const next = new Set(before);
      for (const { id } of documents) {
        if (isOn) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  return { ids, select, clear: () => setIds(new Set()) };
}
