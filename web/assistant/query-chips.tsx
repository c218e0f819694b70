import { Pencil, X } from 'lucide-react';
import { Fragment, type MouseEvent } from 'react';
import type { Understood } from '../../contract/calls/assistant.ts';
import { labelOf } from '../../contract/shared/filter-labels.ts';
import { isPlainClick } from '../lib/plain-click.ts';
import { useTimeStyle } from '../lib/preferences.ts';
import { LazyPopup } from '../ui/controls/menu.tsx';
import { openedLater } from '../ui/feedback/part.tsx';
import {
  type ChangedQuery,
  filterAddress,
  SOURCE_LABELS,
  withFilter,
  withoutCondition,
} from './changed-query.ts';

const EditFilter = openedLater(() => import('./edit-filter.tsx'), 'EditFilter');

const EDIT = {
  size: 'small' as const,
  look: 'quiet' as const,
  className: 'px-1.5! text-xs text-muted hover:text-text',
  icon: <Pencil size={12} aria-hidden />,
  children: 'Edit',
};

type Props = {
  understood: Understood;
  isBusy: boolean;
  onAsk: (changed: ChangedQuery) => void;
  onOpen: (address: string) => void;
};

/** The interpretation of a question: a chip for each condition, which can be removed or changed. */
export function QueryChips({ understood: { query, filter, unread }, isBusy, onAsk, onOpen }: Props) {
  const timeStyle = useTimeStyle();
  const address = filterAddress(filter);
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onOpen(address);
  };
  return (
    <div
      role="group"
      aria-label="Understood as"
      className="mt-1 flex flex-col gap-1.5 border-t border-border pt-2 text-xs"
    >
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="text-muted">Understood as</span>
        <span className="font-medium">{SOURCE_LABELS[query.from]}</span>
        {query.where.map((group, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- Groups have no id and never change.
          <Fragment key={at}>
            {group.map((condition, place) => (
              <Fragment key={labelOf(condition, timeStyle)}>
                {place > 0 && <span className="text-muted">or</span>}
                <span
                  className={
                    'inline-flex min-h-7 max-w-full min-w-0 items-center rounded-[14px] border border-grey-line ' +
                    'bg-surface pl-2.5'
                  }
                >
                  <span className="min-w-0 [overflow-wrap:anywhere]">{labelOf(condition, timeStyle)}</span>
                  <button
                    type="button"
                    disabled={isBusy}
                    aria-label={`Remove ${labelOf(condition, timeStyle)}`}
                    onClick={() => onAsk(withoutCondition(query, condition, timeStyle))}
                    className={
                      'flex size-7 flex-none items-center justify-center rounded-full text-muted hover:bg-hover ' +
                      'hover:text-text disabled:text-disabled'
                    }
                  >
                    <X size={12} aria-hidden />
                  </button>
                </span>
              </Fragment>
            ))}
          </Fragment>
        ))}
        <LazyPopup button={{ ...EDIT, disabled: isBusy }} kind="dialog" load={EditFilter.preload}>
          {(trigger) => (
            <EditFilter
              key={filter}
              trigger={trigger}
              filter={filter}
              onAsk={(text) => onAsk(withFilter(query, text))}
            />
          )}
        </LazyPopup>
      </div>
      {unread.length > 0 && <p className="text-muted">Not understood: {unread.join(', ')}</p>}
      {query.from !== 'members' && (
        <a href={address} onClick={open} className="self-start text-accent-ink underline underline-offset-2">
          Open in Infrastructure
        </a>
      )}
    </div>
  );
}
