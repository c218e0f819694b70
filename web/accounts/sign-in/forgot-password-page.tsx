import { useState } from 'react';
import { accounts, ForgotPassword } from '../../../contract/calls/accounts.ts';
import { useSave } from '../../api/save.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { fieldOf, Form, useSchemaForm } from '../../ui/controls/form.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { AccountFrame, Elsewhere, linkClass, NoticeBox } from './account-frame.tsx';

const UNREACHABLE = 'Unable to connect to the server. Please check your internet connection and try again.';

export function ForgotPasswordPage() {
  const [isSent, setSent] = useState(false);
  return isSent ? (
    <AccountFrame
      title="Check Your Email"
      text="If an account with that email exists, we've sent you a password reset link..."
    >
      <p className="mb-6 text-sm text-muted">It may take a minute. Check your spam folder too.</p>
      <Button size="large" onClick={() => setSent(false)}>
        Try Again
      </Button>
      <BackToSignIn />
    </AccountFrame>
  ) : (
    <AccountFrame title="Forgot password" text="We will send you a link to set a new one.">
      <RequestForm onSent={() => setSent(true)} />
      <BackToSignIn />
    </AccountFrame>
  );
}

/** fetch rejects with a TypeError if there was no response. */
const isUnanswered = (error: unknown) => error instanceof TypeError;

function RequestForm({ onSent }: { onSent: () => void }) {
  const form = useSchemaForm(ForgotPassword, {});
  const request = useSave(accounts.forgotPassword, { invalidates: [], failed: () => undefined });
  // A refusal looks like success, so that it does not reveal whether the account exists.
  const submit = form.handleSubmit((body) =>
    request.mutate({ body }, { onSuccess: onSent, onError: (error) => isUnanswered(error) || onSent() }),
  );
  return (
    <>
      {isUnanswered(request.error) && <NoticeBox kind="error" text={UNREACHABLE} />}
      <Form onSubmit={(event) => void submit(event)}>
        <TextField
          label="Email"
          type="email"
          size="large"
          autoComplete="username"
          {...fieldOf(form, 'email')}
        />
        <Button type="submit" look="primary" size="large" busy={request.isPending}>
          Send Reset Link
        </Button>
      </Form>
    </>
  );
}

const BackToSignIn = () => (
  <Elsewhere>
    <a href={paths.login} className={linkClass}>
      Back to Login
    </a>
  </Elsewhere>
);
