import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callForPage } from '../../contract/calls/call.ts';
import type { Args } from '../../contract/calls/endpoint.ts';
import { formatCount } from '../lib/format-count.ts';
import { Button } from '../ui/controls/button.tsx';
import type { Selection } from '../ui/controls/use-selection.ts';
import { toast } from '../ui/overlays/toasts.ts';
import type { ListEndpoint } from './query.ts';
import { reasonOr } from './save.ts';

/** The largest page that a list gives. */
const PAGE = 200;

type Item = { id: string };

/** The ids of what a paged list finds, at most `most` of them. */
export async function readIds<E extends ListEndpoint>(
  endpoint: E,
  args: Args<E> & { query: object },
  most: number,
): Promise<Item[]> {
  const found: Item[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...args.query, limit: PAGE, cursor };
    // oxlint-disable-next-line no-await-in-loop -- each page names the next one
    const page = await callForPage<E>(endpoint, { ...args, query });
    found.push(...(page.items as Item[]).map(({ id }) => ({ id })));
    cursor = page.nextCursor;
  } while (cursor !== undefined && found.length < most);
  return found.slice(0, most);
}

type Props = {
  selection: Selection;
  /** What the screen shows of the list so far, and how many match in all. */
  loaded: Item[];
  total: number;
  /** Reads the ids of what matches. */
  readAll: () => Promise<Item[]>;
  /** The most that one bulk change takes. */
  most: number;
};

/**
 * Offers to select what the list shows, and then all that match its filters. Give it the filters as `key`: what was read
 * belongs to them.
 */
export function SelectAll({ selection, loaded, total, readAll, most }: Props) {
  const [matching, setMatching] = useState<Item[]>();
  const read = useMutation({
    mutationFn: readAll,
    onSuccess: (items) => {
      setMatching(items);
      selection.select(items, true);
    },
    onError: (error) =>
      toast({ kind: 'error', ...reasonOr('The rest of the list could not be read.')(error) }),
  });
  const areSelected = (items: Item[]) => items.every(({ id }) => selection.ids.has(id));
  if (!areSelected(loaded))
    return (
      <Button look="quiet" onClick={() => selection.select(loaded, true)}>
        Select all {formatCount(loaded.length)}
      </Button>
    );
  if (loaded.length >= total || (matching && areSelected(matching))) return null;
  return (
    <Button look="quiet" busy={read.isPending} onClick={() => read.mutate()}>
      {total > most
        ? `Select the first ${formatCount(most)} of ${formatCount(total)} that match`
        : `Select all ${formatCount(total)} that match`}
    </Button>
  );
}
