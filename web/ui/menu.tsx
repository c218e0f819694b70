import * as Radix from 'radix-ui/dropdown-menu';
import type { ReactNode } from 'react';

type Props = {
  /** The button that opens it; it must take a ref. */
  trigger: ReactNode;
  /** MenuItems. */
  children: ReactNode;
};

/** Actions under a button: arrow keys, first letters, Enter and Escape work. */
export const Menu = ({ trigger, children }: Props) => (
  <Radix.Root modal={false}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        className="z-40 min-w-50 animate-appear rounded-lg border border-border bg-raised p-1 shadow-1 dark:border-grey-line"
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

export const MenuItem = ({ icon, onSelect, children }: { icon?: ReactNode; onSelect: () => void; children: ReactNode }) => (
  <Radix.Item
    onSelect={onSelect}
    className="flex h-8 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm -outline-offset-2 data-highlighted:bg-active"
  >
    {icon}
    {children}
  </Radix.Item>
);
