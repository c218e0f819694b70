import { useState } from 'react';
import type { DocumentItem } from '../../../contract/calls/documents.ts';

/** The documents selected for a bulk change. They stay selected when filters change. */
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
