import { type ComponentProps, type ReactNode, type SyntheticEvent, useId } from 'react';
import { Button, type ButtonProps } from '../controls/button.tsx';
import { Form } from '../controls/form.tsx';
import { Dialog } from './dialog.tsx';

type Props = Pick<ComponentProps<typeof Dialog>, 'title' | 'text' | 'width' | 'onClose'> &
  Pick<ComponentProps<typeof Form>, 'className' | 'onChange'> & {
    /** Label of the button that submits, a verb. */
    submitLabel: string;
    submitLook?: ButtonProps['look'];
    busy: boolean;
    /** Whether there is nothing to submit. */
    disabled?: boolean;
    onSubmit: (event: SyntheticEvent) => unknown;
    children: ReactNode;
  };

/** A dialog whose content is one form, with Cancel and the button that submits it. */
export function FormDialog({
  submitLabel,
  submitLook = 'primary',
  busy,
  disabled,
  onClose,
  onSubmit,
  onChange,
  className = 'flex flex-col gap-4 pt-4',
  children,
  ...dialog
}: Props) {
  const formId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      {...dialog}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look={submitLook} busy={busy} disabled={disabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className={className}
        onChange={onChange}
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit(event);
        }}
      >
        {children}
      </Form>
    </Dialog>
  );
}
