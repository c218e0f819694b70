/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role,
   jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
   -- the list of an ARIA combobox: the keys are those of the input, and no element has this pattern built in */
import { FileText } from 'lucide-react';
import type { SearchHit } from '../../contract/search.ts';
import { classNames } from '../lib/class-names.ts';

type Props = {
  id: string;
  hits: SearchHit[];
  /** Index of the hit that Enter opens. */
  lit: number;
  /** Stands in place of hits. */
  message: string | undefined;
  onOpen: (hit: SearchHit) => void;
};

/** The list under the search box. The focus stays in the box, so a press here must not take it away. */
export const SearchResults = ({ id, hits, lit, message, onOpen }: Props) => (
  <div
    onMouseDown={(event) => event.preventDefault()}
    className="absolute top-full right-0 z-20 mt-1 w-96 rounded-lg max-md:fixed max-md:inset-x-2 max-md:top-13 max-md:w-auto border border-border bg-raised p-1 shadow-1 dark:border-grey-line"
  >
    <output className={message ? 'block px-2.5 py-2 text-sm text-muted' : 'sr-only'}>
      {message ?? `${hits.length} ${hits.length === 1 ? 'document' : 'documents'} found`}
    </output>
    <ul id={id} role="listbox" aria-label="Documents">
      {hits.map((hit, index) => (
        <li
          key={hit.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === lit}
          onClick={() => onOpen(hit)}
          className={classNames(
            'flex cursor-pointer gap-2.5 rounded-md px-2.5 py-1.5 hover:bg-hover',
            index === lit && 'bg-active',
          )}
        >
          <FileText size={16} className="mt-0.5 text-muted" aria-hidden />
          <span className="min-w-0">
            <span className="block truncate text-sm font-medium">{hit.title}</span>
            <span className="line-clamp-2 text-xs text-muted">{hit.snippet}</span>
          </span>
        </li>
      ))}
    </ul>
  </div>
);
