import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fieldValues } from '../../../contract/field-values.ts';
import { query } from '../../api/query.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { announce } from '../../ui/feedback/announcer.tsx';
import { suggestionsFor, wantedValues } from './suggestions.ts';
import type { Suggestion } from './suggestions.ts';

const DEBOUNCE_MS = 150;
const LONGEST_Q = 200;
const NONE: string[] = [];

/** What the box offers, and a line in place of values that are on their way or did not come. Both are announced. */
export function useSuggestions(
  text: string,
  isOpen: boolean,
): { offered: Suggestion[]; message: string | undefined } {
  const wanted = isOpen ? wantedValues(text) : undefined;
  const field = wanted?.field;
  const q = useDebounced(wanted?.q ?? '', DEBOUNCE_MS);
  const read = query(fieldValues.list, {
    query: { field: field ?? 'name', ...(q && { q: q.slice(0, LONGEST_Q) }) },
  });
  const values = useQuery({
    ...read,
    queryFn: field ? read.queryFn : skipToken,
    // While one types on, the values so far stay; those of another field would mislead.
    placeholderData: (before, asked) => (asked?.queryKey[1].query.field === field ? before : undefined),
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
    return offered.length === 0 ? 'No server has such a value.' : undefined;
  }
}
