import { useNavigate } from '@tanstack/react-router';
import type { FocusEvent, KeyboardEvent } from 'react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Server } from '../../contract/server-fields.ts';
import { paths } from '../paths.ts';

/** Of a screen, when the height of a row is not known yet. */
const ROWS_OF_SCREEN = 10;

const rowOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-index]');

/** Keys of the table: arrows, Home, End and Page Up or Down go from row to row, Space selects, Enter opens. */
export function useRowKeys(servers: Server[]) {
  const [chosen, setChosen] = useState(0);
  const navigate = useNavigate();
  const current = Math.min(chosen, Math.max(0, servers.length - 1));

  const goTo = (body: HTMLElement, index: number, show: (index: number) => void) => {
    // The row must be in the page before it can take the focus.
    flushSync(() => setChosen(index));
    show(index);
    body.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
  };

  /** `show` scrolls until the row can be seen. */
  const moving =
    (show: (index: number) => void) =>
    (event: KeyboardEvent<HTMLElement>): void => {
      const row = rowOf(event.target);
      if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
      const index = Number(row.dataset['index']);
      const server = servers[index];
      // Links, buttons and the checkbox of the row have these keys for themselves.
      const isOnRow = event.target === row;
      if (isOnRow && event.key === 'Enter' && server)
        void navigate({ to: paths.server, params: { serverId: server.id } });
      else if (isOnRow && event.key === ' ') row.querySelector<HTMLElement>('input[type=checkbox]')?.click();
      else {
        const next = indexAfter(event.key, index, servers.length, row.offsetHeight);
        if (next === undefined) return;
        goTo(event.currentTarget, next, show);
      }
      event.preventDefault();
    };

  /** Whatever of a row has the focus, by key or by click, the keys go on from there. */
  const follow = (event: FocusEvent): void => {
    const row = rowOf(event.target);
    if (row) setChosen(Number(row.dataset['index']));
  };

  return { current, moving, follow };
}

/** Where a key leads in a list of `length` rows of `height` pixels; undefined for every other key. */
function indexAfter(key: string, index: number, length: number, height: number): number | undefined {
  const page = height > 0 ? Math.max(1, Math.floor(innerHeight / height) - 2) : ROWS_OF_SCREEN;
  const steps: Record<string, number> = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    PageUp: index - page,
    PageDown: index + page,
    Home: 0,
    End: length - 1,
  };
  const target = steps[key];
  return target === undefined ? undefined : Math.min(length - 1, Math.max(0, target));
}
