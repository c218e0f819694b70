import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useWatch } from 'react-hook-form';
import { accounts, Register } from '../../contract/accounts.ts';
import { messageOf } from '../../contract/error.ts';
import { fieldErrors, useSave } from '../api/save.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { fieldOf, Form, showFieldErrors, useSchemaForm } from '../ui/form.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { AccountFrame } from './account-frame.tsx';
import { PasswordStrength } from './password-strength.tsx';

const route = getRouteApi('/register');

/** So far only the first administrator registers, by the link that the first start prints. */
export function RegisterPage() {
  const { setup } = route.useSearch();
  return setup ? (
    <AccountFrame title="Create the first administrator">
      <AdministratorForm setup={setup} />
    </AccountFrame>
  ) : (
    <AccountFrame title="Registration">
      <p>
        Registration needs the one-time link that is printed at the first start.{' '}
        <Link to={paths.login} className="font-medium text-accent-ink underline underline-offset-2">
          Sign in
        </Link>
      </p>
    </AccountFrame>
  );
}

function AdministratorForm({ setup }: { setup: string }) {
  const navigate = useNavigate();
  const form = useSchemaForm(Register, {
    firstName: '',
    lastName: '',
    email: '',
    password: '',
    confirmPassword: '',
    setup,
  });
  const password = useWatch({ control: form.control, name: 'password' });
  const register = useSave(accounts.register, {
    invalidates: [],
    failed: (error) => ({
      title: 'Registration Failed',
      text: messageOf(error, 'An error occurred during registration.'),
    }),
  });
  const submit = form.handleSubmit((body) =>
    register.mutate(
      { body },
      {
        onSuccess: () => void navigate({ to: paths.login, search: { success: 'account_created' } }),
        onError: (error) => showFieldErrors(form, fieldErrors(error)),
      },
    ),
  );

  return (
    <Form onSubmit={(event) => void submit(event)}>
      <div className="grid grid-cols-2 items-start gap-3">
        <TextField
          label="First name"
          size="large"
          autoComplete="given-name"
          {...fieldOf(form, 'firstName')}
        />
        <TextField label="Last name" size="large" autoComplete="family-name" {...fieldOf(form, 'lastName')} />
      </div>
      <TextField
        label="Email"
        type="email"
        size="large"
        autoComplete="username"
        {...fieldOf(form, 'email')}
      />
      <div>
        <PasswordField
          label="Password"
          size="large"
          autoComplete="new-password"
          {...fieldOf(form, 'password')}
        />
        <PasswordStrength password={password} />
      </div>
      <PasswordField
        label="Confirm password"
        size="large"
        autoComplete="new-password"
        {...fieldOf(form, 'confirmPassword')}
      />
      <Button type="submit" look="primary" size="large" busy={register.isPending}>
        Create account
      </Button>
    </Form>
  );
}
