import { type ReactNode, useId } from 'react';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from '../controls/form.tsx';

type Props = {
  title: string;
  text: string;
  width?: 'form';
  isSaving: boolean;
  /** Whether any change was entered. */
  canSave: boolean;
  onClose: () => void;
  onSave: () => void;
  className?: string;
  children: ReactNode;
};

/** Edits the same fields of many objects. */
export function BulkDialog({ isSaving, canSave, onClose, onSave, className, children, ...dialog }: Props) {
  const formId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      {...dialog}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={isSaving} disabled={!canSave}>
            Save
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className={`mt-4 pb-1 ${className ?? ''}`}
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        {children}
      </Form>
    </Dialog>
  );
}
