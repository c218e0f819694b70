import * as Radix from 'radix-ui/dropdown-menu';
import type { ReactNode } from 'react';

export type MenuItem = {
  /** Needed if labels are not unique; by default the label. */
  key?: string;
  label: string;
  /** A short note after the label. */
  note?: string | undefined;
  icon?: ReactNode;
  onSelect: () => void;
};

/** The part of Menu that is loaded on demand. It starts open and supports arrow keys, first letters, Enter and Escape. */
export const MenuPopup = ({ trigger, items }: { trigger: ReactNode; items: MenuItem[] }) => (
  <Radix.Root modal={false} defaultOpen>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    {/* Not in a portal: outside main it would belong to no landmark. */}
    <Radix.Content
      align="end"
      sideOffset={4}
      collisionPadding={8}
      className={
        'z-40 max-h-(--radix-dropdown-menu-content-available-height) ' +
        'max-w-[min(24rem,calc(100vw-1rem))] min-w-50 animate-appear overflow-y-auto rounded-lg ' +
        'border border-border bg-raised p-1 shadow-1 dark:border-grey-line'
      }
    >
      {items.map(({ key, label, note, icon, onSelect }) => (
        <Radix.Item
          key={key ?? label}
          onSelect={onSelect}
          className={
            'flex h-8 min-w-0 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm ' +
            '-outline-offset-2 data-highlighted:bg-active'
          }
        >
          {icon}
          <span className="truncate">{label}</span>
          {note && <span className="ml-auto flex-none pl-3 text-xs text-muted">{note}</span>}
        </Radix.Item>
      ))}
    </Radix.Content>
  </Radix.Root>
);
