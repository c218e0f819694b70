import { useEffect, useState } from 'react';
import type { AccountStatus } from '../../../contract/calls/user.ts';
import { replaceAddress, useSearch } from '../../api/address.ts';
import { paths } from '../../paths.ts';
import { AccountFrame, Elsewhere, linkClass, GoogleButton, OtherWays } from '../sign-in/account-frame.tsx';
import { LinkButton, Button } from '../../ui/controls/button.tsx';
import { useWatch } from 'react-hook-form';
import { accounts, Register } from '../../../contract/calls/accounts.ts';
import { fieldErrors, reasonOr, useSave } from '../../api/save.ts';
import { fieldOf, Form, showFieldErrors, useSchemaForm } from '../../ui/controls/form.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { NewPasswordFields } from '../sign-in/new-password-fields.tsx';

const SIGN_IN = `${paths.login}?success=account_created`;

/** Registers an account. The setup link that the first start prints creates the first administrator. */
export function RegisterPage() {
  const { setup, ...search } = useSearch();
  const invitation = useInvitation(search);
  if (invitation) return <InvitedRegistration invitation={invitation} />;
  return setup ? <FirstAdministrator setup={setup} /> : <Registration />;
}

/** Read once: the token is removed from the address, because history and screenshots would keep it. */
function useInvitation(search: ReturnType<typeof useSearch>): Invited | undefined {
  const { invitation, email = '', firstName = '', lastName = '' } = search;
  const [kept] = useState(invitation && { token: invitation, email, firstName, lastName });
  useEffect(() => {
    if (invitation) replaceAddress(paths.register);
  }, [invitation]);
  return kept || undefined;
}

function InvitedRegistration({ invitation }: { invitation: Invited }) {
  const continueTo = (status: AccountStatus | undefined) =>
    location.assign(status === 'active' ? SIGN_IN : paths.approvalPending);
  return (
    <AccountFrame title="Create your account" text="You are invited to Ops Hub.">
      <RegisterForm invitation={invitation} onRegistered={(_, status) => continueTo(status)} />
    </AccountFrame>
  );
}

/** The server signs the first administrator in: the printed link is for the person who runs the server. */
function FirstAdministrator({ setup }: { setup: string }) {
  return (
    <AccountFrame title="Create the first administrator">
      <RegisterForm setup={setup} onRegistered={() => location.assign(paths.home)} />
    </AccountFrame>
  );
}

function Registration() {
  const [mailedTo, setMailedTo] = useState<string>();
  if (mailedTo) {
    return (
      <AccountFrame
        title="Check Your Email"
        text={`A verification link was sent to ${mailedTo}. Open it to confirm your address; check your spam folder too.`}
      >
        <LinkButton to={paths.login} look="primary">
          Go to Login
        </LinkButton>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Create your account">
      <GoogleButton />
      <OtherWays closed="Accounts are created when people sign in with Google for the first time.">
        <RegisterForm onRegistered={(email) => setMailedTo(email)} />
      </OtherWays>
      <Elsewhere>
        Have an account?{' '}
        <a href={paths.login} className={linkClass}>
          Sign in
        </a>
      </Elsewhere>
    </AccountFrame>
  );
}

type Props = {
  /** The token of the printed link, for the first administrator. */
  setup?: string;
  /** The token of a mailed invitation, and the invited person. */
  invitation?: Invited;
  onRegistered: (email: string, status: AccountStatus | undefined) => void;
};

type Invited = { token: string; email: string; firstName: string; lastName: string };

function RegisterForm({ setup, invitation, onRegistered }: Props) {
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
    failed: reasonOr('An error occurred during registration.', 'Registration Failed'),
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
