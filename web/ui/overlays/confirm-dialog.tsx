import * as Radix from 'radix-ui/alert-dialog';
import { classNames } from '../../lib/class-names.ts';
import { buttonClass } from '../controls/button.tsx';
import { dialogClass, DialogFooter, scrimClass, closesOnEscape, useReturnFocus } from './dialog.tsx';
import { Keycap } from '../controls/keycap.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** Below the title; distinguishes objects of the same name. */
  subject?: string;
  /** The consequence, in one sentence. */
  text: string;
  /** Label of the confirm button, a verb. */
  confirmLabel: string;
  confirmLook?: 'danger' | 'primary';
};

/** A confirmation before an irreversible action. The safe button takes the focus. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  subject,
  text,
  confirmLabel,
  confirmLook = 'danger',
}: Props) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          {...returnFocus}
          {...closesOnEscape(onClose)}
          className={classNames(dialogClass, 'max-w-120')}
        >
          <Radix.Title className="px-6 pt-5 text-lg/6 [overflow-wrap:anywhere]">{title}</Radix.Title>
          {subject && <p className="px-6 text-sm text-muted [overflow-wrap:anywhere]">{subject}</p>}
          <Radix.Description className="overflow-y-auto px-6 pt-2 text-sm text-muted [overflow-wrap:anywhere]">
            {text}
          </Radix.Description>
          <DialogFooter>
            <Radix.Cancel className={buttonClass()}>
              Cancel <Keycap>Esc</Keycap>
            </Radix.Cancel>
            <Radix.Action className={buttonClass({ look: confirmLook })} onClick={onConfirm}>
              {confirmLabel}
            </Radix.Action>
          </DialogFooter>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
