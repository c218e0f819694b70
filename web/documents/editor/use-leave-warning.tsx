import { useBlocker } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback } from 'react';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

type Place = { pathname: string; search: object };
const docOf = ({ search }: Place) => 'doc' in search && search.doc;
const isSamePlace = (a: Place, b: Place) => a.pathname === b.pathname && docOf(a) === docOf(b);

/**
 * Asks before unsaved changes are left behind, by the browser's own question where the page itself goes. Another mode or
 * place of the same document is no leaving. The dialog must stand on the page.
 */
export function useLeaveWarning(isDirty: boolean, onDiscard: () => void): ReactNode {
  const shouldBlockFn = useCallback(
    ({ current, next }: { current: Place; next: Place }) => isDirty && !isSamePlace(current, next),
    [isDirty],
  );
  const blocker = useBlocker({
    shouldBlockFn,
    enableBeforeUnload: isDirty,
    withResolver: true,
    disabled: !isDirty,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense>
      <ConfirmDialog
        open
        onClose={blocker.reset}
        onConfirm={() => {
          onDiscard();
          blocker.proceed();
        }}
        title="Discard unsaved changes?"
        text="What you changed since the last save is lost."
        confirmLabel="Discard changes"
      />
    </Suspense>
  );
}
