import { VerifyTwoFactor } from '../../../../contract/second-factor.ts';
import { fieldErrors } from '../../../api/save.ts';
import { fieldOf, Form, showFieldErrors, useSchemaForm } from '../../../ui/controls/form.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';

type Props = {
  id: string;
  made: { secret: string; qr: string };
  onSubmit: (code: string, onError: (error: Error) => void) => void;
};

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** The secret as picture and as text, and the code that proves that it arrived. */
export function CodeStep({ id, made, onSubmit }: Props) {
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
