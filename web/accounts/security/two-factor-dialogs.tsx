import { Copy, Download } from 'lucide-react';
import { useState, useId } from 'react';
import { secondFactor, Confirmation, VerifyTwoFactor } from '../../../contract/calls/second-factor.ts';
import { Button, buttonClass } from '../../ui/controls/button.tsx';
import { fieldErrors, reasonOr, useSave } from '../../api/save.ts';
import { ConfirmedDialog, ConfirmFields } from './confirmed-dialog.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { fieldOf, Form, showFieldErrors, useSchemaForm } from '../../ui/controls/form.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { copyAndReport } from '../../ui/feedback/copy-text.ts';

export function RenewCodesDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const renew = useSave(secondFactor.renewRecoveryCodes, {
    invalidates: [secondFactor.show],
    failed: reasonOr('Failed to create new recovery codes. Please try again.'),
  });
  if (renew.data) {
    return <RecoveryCodes title="New recovery codes" codes={renew.data.recoveryCodes} onClose={onClose} />;
  }
  return (
    <ConfirmedDialog
      title="Create new recovery codes?"
      text="The old codes stop working immediately."
      label="Create new codes"
      look="primary"
      hasPassword={hasPassword}
      busy={renew.isPending}
      onClose={onClose}
      onConfirm={(body, onError) => renew.mutate({ body }, { onError })}
    />
  );
}

export function DisableDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const disable = useSave(secondFactor.disable, {
    invalidates: [secondFactor.show],
    saved: () => ({
      title: 'Two-Factor Authentication Off',
      text: 'You sign in with your password only.',
    }),
    failed: reasonOr('Failed to turn it off. Please try again.'),
  });
  return (
    <ConfirmedDialog
      title="Turn off two-factor authentication?"
      text="You will sign in with your password only, and the recovery codes stop working."
      label="Turn off"
      look="danger"
      hasPassword={hasPassword}
      busy={disable.isPending}
      onClose={onClose}
      onConfirm={(body, onError) => disable.mutate({ body }, { onSuccess: onClose, onError })}
    />
  );
}

type Props = { hasPassword: boolean; onClose: () => void };

const failure = reasonOr('Failed to set up two-factor authentication. Please try again.');

/**
 * Three steps: confirm the password, enter a code of the authenticator, save the recovery codes, which are shown only
 * once.
 */
export function EnableDialog({ hasPassword, onClose }: Props) {
  const formId = useId();
  const form = useSchemaForm(Confirmation, { password: '' });
  const [password, setPassword] = useState<string>();
  const setUp = useSave(secondFactor.setUp, { invalidates: [], failed: failure });
  const enable = useSave(secondFactor.enable, { invalidates: [secondFactor.show], failed: failure });
  const codes = enable.data?.recoveryCodes;
  // Stay open during the call: the codes are shown only once.
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
      text={
        setUp.data ? 'Scan the QR code with an authenticator app, then enter the code it shows.' : CONFIRM
      }
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

type CodeStepProps = {
  id: string;
  made: { secret: string; qr: string };
  onSubmit: (code: string, onError: (error: Error) => void) => void;
};

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** The secret as QR code and as text, and a field for a code that proves the setup works. */
function CodeStep({ id, made, onSubmit }: CodeStepProps) {
  const form = useSchemaForm(VerifyTwoFactor, { code: '' });
  const submit = form.handleSubmit(({ code }) =>
    onSubmit(code, (error) => showFieldErrors(form, fieldErrors(error))),
  );
  return (
    <Form id={id} className="flex flex-col gap-4 pt-4" onSubmit={(event) => void submit(event)}>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(made.qr)}`}
        alt="QR code for your authenticator app"
        className="size-44 self-center rounded-md border border-border"
      />
      <TextField
        label="Or type this key"
        readOnly
        value={inFours(made.secret)}
        onFocus={(event) => event.target.select()}
      />
      <TextField label="Code" inputMode="numeric" autoComplete="one-time-code" {...fieldOf(form, 'code')} />
    </Form>
  );
}

type RecoveryCodesProps = { title: string; codes: string[]; onClose: () => void };

/** The recovery codes, which no other screen shows. */
function RecoveryCodes({ title, codes, onClose }: RecoveryCodesProps) {
  const text = codes.join('\n');
  const copy = () =>
    copyAndReport(text, 'Recovery codes copied to clipboard', 'Select the codes and copy them.');
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      text="Save these recovery codes. Each one signs you in once without your phone. They are shown only now."
      footer={
        <>
          <Button icon={<Copy size={16} aria-hidden />} onClick={() => void copy()}>
            Copy
          </Button>
          <a
            className={buttonClass()}
            download="ops-hub-recovery-codes.txt"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          >
            <Download size={16} aria-hidden />
            Download
          </a>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <ul
        aria-label="Recovery codes"
        className="mt-4 grid grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-sunken p-4 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
