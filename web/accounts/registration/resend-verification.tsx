import { accounts, ForgotPassword } from '../../../contract/calls/accounts.ts';
import { reasonOr, useSave } from '../../api/save.ts';
import { Button } from '../../ui/controls/button.tsx';
import { fieldOf, Form, useSchemaForm } from '../../ui/controls/form.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { NoticeBox } from '../sign-in/account-frame.tsx';

const SEND_AGAIN = 'Send the link again';
/** The toast contains the error itself. */
const NO_LETTER = 'No mail with the link? Check your spam folder, or send it again.';

const useResend = () =>
  useSave(accounts.resendVerification, {
    invalidates: [],
    failed: reasonOr('An error occurred. Please try again.', 'Link Not Sent'),
  });

/** Sign-in was refused because the address is not verified yet. Offers to send the mail again. */
export function UnverifiedNotice({ email }: { email: string }) {
  const resend = useResend();
  if (resend.data) return <NoticeBox kind="success" text={resend.data.message} />;
  return (
    <NoticeBox kind="error" text={NO_LETTER}>
      <Button busy={resend.isPending} onClick={() => resend.mutate({ body: { email } })}>
        {SEND_AGAIN}
      </Button>
    </NoticeBox>
  );
}

/** Asks for the address, because an invalid link does not reveal the account. */
export function ResendForm() {
  const form = useSchemaForm(ForgotPassword, { email: '' });
  const resend = useResend();
  const submit = form.handleSubmit((body) => resend.mutate({ body }));
  if (resend.data) return <NoticeBox kind="success" text={resend.data.message} />;
  return (
    <Form onSubmit={(event) => void submit(event)}>
      <TextField
        label="Email"
        type="email"
        size="large"
        autoComplete="username"
        {...fieldOf(form, 'email')}
      />
      <Button type="submit" size="large" busy={resend.isPending}>
        {SEND_AGAIN}
      </Button>
    </Form>
  );
}
