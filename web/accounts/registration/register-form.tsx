import { useWatch } from 'react-hook-form';
import { accounts, Register } from '../../../contract/accounts.ts';
import { type AccountStatus } from '../../../contract/user.ts';
import { messageOf } from '../../../contract/error.ts';
import { fieldErrors, useSave } from '../../api/save.ts';
import { Button } from '../../ui/controls/button.tsx';
import { fieldOf, Form, showFieldErrors, useSchemaForm } from '../../ui/controls/form.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { NewPasswordFields } from '../sign-in/new-password-fields.tsx';

type Props = {
  /** The token of the printed link, for the first administrator. */
  setup?: string;
  /** The token of a mailed invitation, and whom it is for. */
  invitation?: Invited;
  onRegistered: (email: string, status: AccountStatus | undefined) => void;
};

export type Invited = { token: string; email: string; firstName: string; lastName: string };

export function RegisterForm({ setup, invitation, onRegistered }: Props) {
  const form = useSchemaForm(Register, {
    firstName: invitation?.firstName,
    lastName: invitation?.lastName,
    email: invitation?.email,
    setup,
    invitation: invitation?.token,
  });
  const password = useWatch({ control: form.control, name: 'password', defaultValue: '' });
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
        onSuccess: ({ status }) => onRegistered(body.email, status),
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
        readOnly={Boolean(invitation)}
        hint={invitation && 'The invitation is for this address.'}
        {...fieldOf(form, 'email')}
      />
      <NewPasswordFields
        label="Password"
        typed={password}
        password={fieldOf(form, 'password')}
        confirmPassword={fieldOf(form, 'confirmPassword')}
      />
      <Button type="submit" look="primary" size="large" busy={register.isPending}>
        Create account
      </Button>
    </Form>
  );
}
