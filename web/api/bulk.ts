import { reasonOr } from './save.ts';
import type { ToastContent } from '../ui/overlays/toasts.ts';

type Done = { changed: number; problems: { reason: string }[]; batchId?: string | null | undefined };

/** Toasts for a bulk change and its undo. */
export function bulkMessages(thing: string) {
  const counted = (count: number) => `${count} ${thing}${count === 1 ? '' : 's'}`;
  return {
    counted,
    done: (
      { changed, problems, batchId }: Done,
      action: string,
      undo: (id: string) => void,
    ): ToastContent => {
      const done = `${counted(changed)} ${action === 'delete' ? 'deleted' : 'changed'}`;
      return {
        title: 'Success',
        text: problems[0] ? `${done}; ${problems.length} not: ${problems[0].reason}` : done,
        ...(batchId && { action: { label: 'Undo', run: () => undo(batchId) } }),
      };
    },
    failed: reasonOr(`Failed to change the ${thing}s.`),
    takenBack: ({ changed, kept }: { changed: number; kept: number }): ToastContent => ({
      title: 'Taken back',
      text: kept > 0 ? `${counted(changed)}; ${kept} were changed since and are kept` : counted(changed),
    }),
    notTakenBack: reasonOr('Failed to undo. Please try again.'),
  };
}
