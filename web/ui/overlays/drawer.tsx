import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { scrimClass, closesOnEscape, useReturnFocus } from './dialog.tsx';
import { IconButton } from '../controls/button.tsx';
import { Part } from '../feedback/part.tsx';

type Props = { title: string; onClose: () => void; children: ReactNode };

/** A panel next to the page, or over its right side on narrow screens. Escape closes it. */
export function Drawer({ title, onClose, children }: Props) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          {...returnFocus}
          {...closesOnEscape(onClose)}
          aria-describedby={undefined}
          className={
            'fixed top-(--toast-room,0) right-0 bottom-0 z-40 flex w-full max-w-120 animate-appear ' +
            'flex-col border-l border-border bg-raised shadow-2 dark:border-grey-line'
          }
        >
          <header className="flex items-start gap-3 pt-5 pr-4 pl-6 max-md:pl-4">
            <Radix.Title className="min-w-0 flex-1 text-lg/6">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton size="small" label="Close" icon={<X size={16} />} />
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-6 pt-4 pb-8 max-md:px-4">
            <Part name={title}>{children}</Part>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
