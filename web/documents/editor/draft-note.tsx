import { Check, TriangleAlert } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { relativeTime } from '../../../contract/dates.ts';
import type { DraftState } from './draft-state.ts';

export function DraftNote({ draft: { listen, now } }: { draft: DraftState }) {
  const state = useSyncExternalStore(listen, now);
  if (!state) return null;
  if (state === 'failed') {
    return (
      <p role="alert" className="flex items-center gap-1.5 text-yellow">
        <TriangleAlert size={14} aria-hidden />
        Draft not kept: the browser has no room for it
      </p>
    );
  }
  return (
    <p className="flex items-center gap-1.5">
      <Check size={14} aria-hidden />
      <span className="truncate">Draft kept {relativeTime(state.keptAt)}</span>
    </p>
  );
}
