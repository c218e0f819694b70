import { ArrowDown, ArrowUp } from 'lucide-react';
import { ServerSort } from '../../contract/shared/server-words.ts';
import { classNames } from '../lib/class-names.ts';
import type { COLUMNS } from './columns.ts';

type Props = {
  column: (typeof COLUMNS)[number];
  sort: ServerSort | undefined;
  /** Undefined where nobody sees the heads. */
  onSort: ((sort: ServerSort | undefined) => void) | undefined;
};

const turned = (sort: ServerSort): ServerSort =>
  ServerSort.parse(sort.startsWith('-') ? sort.slice(1) : `-${sort}`);

/** The head of a column. A click sorts by it, a second one turns the order round, a third one restores the usual order. */
export function ColumnHead({ column, sort, onSort }: Props) {
  const { key, label } = column;
  const isAtEnd = key === 'uptime' || key === 'actions';
  if (!('sort' in column) || !onSort)
    return (
      <span role="columnheader" className={classNames(isAtEnd && 'text-right')}>
        {label}
      </span>
    );
  const first: ServerSort = column.sort;
  const isSorted = sort === first || sort === turned(first);
  const isDescending = sort?.startsWith('-');
  const next = sort === first ? turned(first) : isSorted ? undefined : first;
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  return (
    <span
      role="columnheader"
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}
      className={classNames('flex min-w-0', isAtEnd && 'justify-end')}
    >
      <button
        type="button"
        onClick={() => onSort(next)}
        className={classNames(
          '-mx-1 flex min-h-6 min-w-0 items-center gap-0.5 rounded-sm px-1 hover:bg-hover hover:text-text',
          isSorted && 'text-text',
        )}
      >
        <span className="truncate">{label}</span>
        {isSorted && <Arrow size={12} aria-hidden className="flex-none" />}
      </button>
    </span>
  );
}
