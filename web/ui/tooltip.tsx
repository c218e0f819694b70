import * as Radix from 'radix-ui/tooltip';
import type { ReactNode } from 'react';
import { Keycap } from './keycap.tsx';

/** Wraps the application once. */
export const TooltipArea = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={300}>{children}</Radix.Provider>
);

type Props = {
  text: string;
  /** The key that does the same. */
  shortcut?: string | undefined;
  side?: Radix.TooltipContentProps['side'];
  /** The element that is explained; it must take a ref. */
  children: ReactNode;
};

/** Repeats in words what an icon says; never the only place of a fact. */
export const Tooltip = ({ text, shortcut, side = 'bottom', children }: Props) => (
  <Radix.Root>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 flex items-center gap-2 rounded-sm bg-text px-2 py-1 text-xs text-surface"
      >
        {text}
        {shortcut && <Keycap onDark>{shortcut}</Keycap>}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
