import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, type KeyboardEvent, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { IconButton } from '../controls/button.tsx';
import { Part } from '../feedback/part.tsx';

const WIDTHS = { normal: 'max-w-120', form: 'max-w-160', wide: 'max-w-224' };

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** One sentence under the title. */
  text?: string;
  width?: keyof typeof WIDTHS;
  /** Fixed height of 80 % of the screen, regardless of the content. */
  isTall?: boolean;
  children?: ReactNode;
  /** Buttons, the safe one first. */
  footer: ReactNode;
};

export const scrimClass = 'fixed inset-0 z-30 bg-scrim';

/** Centred on the screen, or in the space that a toast leaves. It moves by a translation, which needs no new layout. */
export const dialogClass =
  'fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-32px-var(--toast-room,0px))] ' +
  'w-[calc(100vw-32px)] -translate-x-1/2 translate-y-[calc(var(--toast-room,0px)/2-50%)] ' +
  'animate-appear flex-col rounded-xl border border-border bg-raised shadow-2 dark:border-grey-line';

/** People open a form to fill it in, so the first field takes the focus instead of the close button. */
function focusFirstField(event: Event) {
  const content = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
  const field = content?.querySelector<HTMLElement>(
    'input:not([readonly], [type=file], [type=radio]:not(:checked)), select, textarea, [role=switch]',
  );
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** A dialog over the page. Escape, the close button and a click outside close it. */
export function Dialog({ open, onClose, title, text, width = 'normal', isTall, children, footer }: Props) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          {...returnFocus}
          {...closesOnEscape(onClose)}
          // A field with an open list closes the list first.
          onEscapeKeyDown={(event) =>
            document.activeElement?.ariaExpanded === 'true' && event.preventDefault()
          }
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus();
            focusFirstField(event);
          }}
          className={classNames(dialogClass, WIDTHS[width], isTall && 'h-[80vh]')}
          {...(text ? {} : { 'aria-describedby': undefined })}
        >
          <header className="flex items-start gap-3 pt-5 pr-4 pl-6">
            <Radix.Title className="min-w-0 flex-1 text-lg/6 [overflow-wrap:anywhere]">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton size="small" label="Close" icon={<X size={16} />} />
            </Radix.Close>
          </header>
          <div
            className={classNames('min-h-0 px-6 pt-2', isTall ? 'flex flex-1 flex-col' : 'overflow-y-auto')}
          >
            {text && <Radix.Description className="text-sm text-muted">{text}</Radix.Description>}
            <Part name="This form">{children}</Part>
          </div>
          <DialogFooter>{footer}</DialogFooter>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const DialogFooter = ({ children }: { children: ReactNode }) => (
  <footer className="flex flex-wrap items-center justify-end gap-2 px-6 py-5">{children}</footer>
);

/**
 * For dialogs without a trigger, for which Radix does not know where the focus was: returns the focus to the previous
 * element.
 */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement) before.current.focus();
    },
  };
}

/**
 * For dialogs over the page: Radix sends Escape only to the topmost layer, and if that is a toast, the dialog would not
 * close. Toasts avoid elements with this attribute.
 */
export const closesOnEscape = (onClose: () => void) => ({
  'data-window': '',
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  },
});
