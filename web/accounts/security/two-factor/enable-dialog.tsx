import { useId, useState } from 'react';
import { messageOf } from '../../../../contract/error.ts';
import { Confirmation, secondFactor } from '../../../../contract/second-factor.ts';
import { fieldErrors, useSave } from '../../../api/save.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { fieldOf, Form, showFieldErrors, useSchemaForm } from '../../../ui/controls/form.tsx';
import { ConfirmFields } from '../confirm-fields.tsx';
import { CodeStep } from './code-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Props = { hasPassword: boolean; onClose: () => void };

const failure = (error: Error) => ({
  title: 'Error',
  text: messageOf(error, 'Failed to set up two-factor authentication. Please try again.'),
});

/** Three steps: it is you; the authenticator shows a code; the recovery codes, for the only time. */
export function EnableDialog({ hasPassword, onClose }: Props) {
  const formId = useId();
  const form = useSchemaForm(Confirmation, { password: '' });
  const [password, setPassword] = useState<string>();
  const setUp = useSave(secondFactor.setUp, { invalidates: [], failed: failure });
  const enable = useSave(secondFactor.enable, { invalidates: [secondFactor.show], failed: failure });
  const codes = enable.data?.recoveryCodes;
  // Closed while the answer is on its way, the only chance to see the codes would be gone.
  const close = () => enable.isPending || onClose();

  const confirm = form.handleSubmit((body) =>
    setUp.mutate(
      { body },
      {
        onSuccess: () => setPassword(body.password),
        onError: (error) => showFieldErrors(form, fieldErrors(error)),
      },
    ),
  );

  if (codes) return <RecoveryCodes codes={codes} title="Two-factor authentication is on" onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={close}
      title="Enable 2FA"
      text={setUp.data ? 'Scan the picture with an authenticator app, then type the code it shows.' : CONFIRM}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={setUp.isPending || enable.isPending}>
            {setUp.data ? 'Turn on' : 'Continue'}
          </Button>
        </>
      }
    >
      {setUp.data ? (
        <CodeStep
          id={formId}
          made={setUp.data}
          onSubmit={(code, onError) => enable.mutate({ body: { code, password } }, { onError })}
        />
      ) : (
        <Form id={formId} className="flex flex-col gap-4 pt-4" onSubmit={(event) => void confirm(event)}>
          <ConfirmFields hasPassword={hasPassword} field={fieldOf(form, 'password')} />
        </Form>
      )}
    </Dialog>
  );
}

const CONFIRM = 'From then on each sign-in asks for a code from your phone.';
