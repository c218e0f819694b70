/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role,
   jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
   -- the list of an ARIA combobox: the keys are those of the input, and no element has this pattern built in */
import { useEffect, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { type Suggestion, suggestionsFor, valueRequest } from './suggestions.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { FILTER_EXAMPLES } from '../../../contract/shared/question-examples.ts';
import { fieldValues } from '../../../contract/calls/field-values.ts';
import { query } from '../../api/query.ts';
import { useDebounced } from '../../lib/debounced.ts';
import { announce } from '../../ui/feedback/announcer.tsx';

const DEBOUNCE_MS = 150;
const LONGEST_Q = 200;
const NONE: string[] = [];

/** The suggestions, and a message while values load or fail to load. Both are announced. */
export function useSuggestions(
  text: string,
  isOpen: boolean,
): { offered: Suggestion[]; message: string | undefined } {
  const request = isOpen ? valueRequest(text) : undefined;
  const field = request?.field;
  const q = useDebounced(request?.q ?? '', DEBOUNCE_MS);
  const read = query(fieldValues.list, {
    query: { field: field ?? 'name', ...(q && { q: q.slice(0, LONGEST_Q) }) },
  });
  const values = useQuery({
    ...read,
    queryFn: field ? read.queryFn : skipToken,
    // While typing continues, the previous values stay; those of another field would mislead.
    placeholderData: (before, previousQuery) =>
      previousQuery?.queryKey[1].query.field === field ? before : undefined,
  });
  const offered = isOpen ? suggestionsFor(text, (field && values.data) || NONE) : [];
  const message = messageOf();
  const count = offered.length;
  useEffect(() => {
    if (!isOpen) return;
    const counted = `${count} ${count === 1 ? 'suggestion' : 'suggestions'}`;
    announce(count === 0 && message ? message : counted);
  }, [isOpen, count, message]);
  return { offered, message };

  function messageOf() {
    if (!field) return undefined;
    if (values.isError) return 'The values could not be loaded. Type one yourself.';
    if (values.isPending) return 'Loading values...';
    return offered.length === 0 ? 'No matching values.' : undefined;
  }
}

type Props = {
  id: string;
  offered: Suggestion[];
  /** Index of the suggestion that Enter takes; -1 for none. */
  activeIndex: number;
  /** Shown instead of values while they load or when they fail to load. */
  message: string | undefined;
  /** Whether examples explain the filters: the box is empty. */
  hasHelp: boolean;
  onTake: (suggestion: Suggestion) => void;
};

/** The list under the box. The focus stays in the box, so a press on the list must not take it away. */
export function SuggestionList({ id, offered, activeIndex, message, hasHelp, onTake }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);
  return (
    <div
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-20 mt-1 rounded-lg border border-border bg-raised p-1 shadow-1 dark:border-grey-line"
    >
      {message && <p className="px-2.5 py-1.5 text-sm text-muted">{message}</p>}
      <ul
        ref={list}
        id={id}
        role="listbox"
        aria-label="Suggestions"
        className="max-h-72 overflow-y-auto empty:hidden"
      >
        {offered.map((suggestion, index) => (
          <li
            key={suggestion.text}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === activeIndex}
            onClick={() => onTake(suggestion)}
            className={classNames(
              'flex min-h-8 cursor-pointer items-baseline gap-3 rounded-md px-2.5 py-1.5 text-sm hover:bg-hover max-md:min-h-10',
              index === activeIndex && 'bg-active',
            )}
          >
            <span
              className={classNames(
                'truncate font-medium',
                suggestion.hint !== '' && 'max-w-[60%] flex-none',
              )}
            >
              {suggestion.label}
            </span>
            {suggestion.hint && (
              <span className="min-w-0 truncate text-xs text-muted">{suggestion.hint}</span>
            )}
          </li>
        ))}
      </ul>
      {hasHelp && <Help />}
    </div>
  );
}

/** What conditions look like, and what they mean. */
const Help = () => (
  <dl className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 border-t border-border px-2.5 pt-1.5 pb-1 text-xs">
    {FILTER_EXAMPLES.map(({ words, filter }) => (
      <div key={filter} className="flex gap-1.5 max-md:nth-[n+4]:hidden">
        <dt className="font-medium">{filter}</dt>
        <dd className="text-muted">{words}</dd>
      </div>
    ))}
  </dl>
);
