import { useCallback, useState } from 'react';

/** The rows selected for a bulk change. They stay selected when filters change. */
export type Selection = {
  ids: ReadonlySet<string>;
  select: (items: { id: string }[], isOn: boolean) => void;
  clear: () => void;
};

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  // The same functions on each rendering, because rows compare them.
  const select = useCallback(
    (items: { id: string }[], isOn: boolean) =>
      setIds((before) => {
        const next = new Set(before);
        for (const { id } of items) {
          if (isOn) next.add(id);
          else next.delete(id);
        }
        return next;
      }),
    [],
  );
  const clear = useCallback(() => setIds(new Set()), []);
  return { ids, select, clear };
}
