import * as Radix from 'radix-ui/popover';
import type { ReactNode } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { toast } from '../ui/overlays/toasts.ts';
import { COLUMNS, resetColumns, toggleColumn, useColumns } from './columns.ts';

/** The part of CustomizeView that is loaded on demand. It starts open. */
export function ColumnsPopup({ trigger }: { trigger: ReactNode }) {
  const shown = useColumns();
  const reset = () => {
    resetColumns();
    toast({ kind: 'success', title: 'Reset', text: 'Column visibility reset to default' });
  };
  return (
    <Radix.Root defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* Not in a portal: outside main it would belong to no landmark. */}
      <Radix.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        aria-label="Columns"
        className="z-40 w-60 animate-appear rounded-lg border border-border bg-raised p-1 shadow-1 dark:border-grey-line"
      >
        <div className="flex items-center justify-between pr-1 pl-2.5">
          <p className="text-sm font-semibold">Columns</p>
          <Button look="quiet" size="small" onClick={reset}>
            Reset to defaults
          </Button>
        </div>
        {COLUMNS.map(({ key, label }) => (
          <label key={key} className="flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm hover:bg-hover">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={shown.includes(key)}
              onChange={(event) => toggleColumn(key, event.target.checked)}
            />
            {label}
          </label>
        ))}
      </Radix.Content>
    </Radix.Root>
  );
}
