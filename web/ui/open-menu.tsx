import * as Radix from 'radix-ui/dropdown-menu';
import type { ReactNode } from 'react';
import type { MenuItem } from './menu.tsx';

/** The part of Menu that is fetched on demand: open from the start, with arrow keys, first letters, Enter and Escape. */
export const OpenMenu = ({ trigger, items }: { trigger: ReactNode; items: MenuItem[] }) => (
  <Radix.Root modal={false} defaultOpen>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    {/* Not in a portal: outside of main it would belong to no landmark. */}
    <Radix.Content
      align="end"
      sideOffset={4}
      collisionPadding={8}
      className="z-40 min-w-50 animate-appear rounded-lg border border-border bg-raised p-1 shadow-1 dark:border-grey-line"
    >
      {items.map(({ label, icon, onSelect }) => (
        <Radix.Item
          key={label}
          onSelect={onSelect}
          className="flex h-8 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm -outline-offset-2 data-highlighted:bg-active"
        >
          {icon}
          {label}
        </Radix.Item>
      ))}
    </Radix.Content>
  </Radix.Root>
);
