import { getRouteApi } from '@tanstack/react-router';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { accounts, Login } from '../../contract/accounts.ts';
import { ApiError, messageOf } from '../../contract/error.ts';
import { fieldErrors, useSave } from '../api/save.ts';
import { classNames } from '../lib/class-names.ts';
import { Button } from '../ui/button.tsx';
import { fieldOf, Form, showFieldErrors, useSchemaForm } from '../ui/form.tsx';
import { Keycap } from '../ui/keycap.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { AccountFrame } from './account-frame.tsx';
import { signInNotice, type SignInNotice } from './sign-in-notice.ts';

const route = getRouteApi('/login');

const wrongCredentials = (error: unknown): string =>
  messageOf(
    error,
    error instanceof ApiError && error.status === 401 ? 'Invalid email or password.' : 'Login failed',
  );

export function LoginPage() {
  const notice = signInNotice(route.useSearch());
  const form = useSchemaForm(Login, { email: '', password: '' });
  // The route itself leads on as soon as the current user is known again.
  const login = useSave(accounts.login, {
    invalidates: [accounts.currentUser],
    saved: () => ({ title: 'Login Successful' }),
    failed: (error) => ({ title: 'Login Failed', text: wrongCredentials(error) }),
  });
  const submit = form.handleSubmit((body) =>
    login.mutate({ body }, { onError: (error) => showFieldErrors(form, fieldErrors(error)) }),
  );

  return (
    <AccountFrame title="Sign in" text="Use your work account.">
      {notice && <NoticeBox notice={notice} />}
      <Form onSubmit={(event) => void submit(event)}>
        <TextField
          label="Email"
          type="email"
          size="large"
          autoComplete="username"
          {...fieldOf(form, 'email')}
        />
        <PasswordField
          label="Password"
          size="large"
          autoComplete="current-password"
          {...fieldOf(form, 'password')}
        />
        <Button type="submit" look="primary" size="large" busy={login.isPending}>
          Sign in <Keycap onDark>↵</Keycap>
        </Button>
      </Form>
    </AccountFrame>
  );
}

const NoticeBox = ({ notice: { kind, text } }: { notice: SignInNotice }) => (
  <p
    role={kind === 'error' ? 'alert' : 'status'}
    className={classNames(
      'mb-4 flex items-start gap-2.5 rounded-md border px-3 py-2.5 text-sm',
      kind === 'error' ? 'border-yellow-line bg-yellow-soft' : 'border-green-line bg-green-soft',
    )}
  >
    {kind === 'error' ? (
      <TriangleAlert size={14} className="mt-0.75 text-yellow" aria-hidden />
    ) : (
      <CircleCheck size={14} className="mt-0.75 text-green" aria-hidden />
    )}
    <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
  </p>
);
