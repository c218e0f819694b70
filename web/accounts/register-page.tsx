import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { AccountStatus } from '../../contract/accounts.ts';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { AccountFrame, Elsewhere, linkClass } from './account-frame.tsx';
import { GoogleButton } from './google-button.tsx';
import { type Invited, RegisterForm } from './register-form.tsx';

const route = getRouteApi('/register');

type Search = { [name in 'invitation' | 'email' | 'firstName' | 'lastName']?: string | undefined };

/** Asks for an account; with the link that the first start prints it makes the first administrator. */
export function RegisterPage() {
  const { setup, ...search } = route.useSearch();
  const invitation = useInvitation(search);
  if (invitation) return <InvitedRegistration invitation={invitation} />;
  return setup ? <FirstAdministrator setup={setup} /> : <Registration />;
}

/** Read once: the token leaves the address, where history and screenshots would keep it. */
function useInvitation({
  invitation,
  email = '',
  firstName = '',
  lastName = '',
}: Search): Invited | undefined {
  const [kept] = useState(invitation && { token: invitation, email, firstName, lastName });
  const navigate = useNavigate();
  useEffect(() => {
    if (invitation) void navigate({ to: paths.register, replace: true });
  }, [invitation, navigate]);
  return kept || undefined;
}

function InvitedRegistration({ invitation }: { invitation: Invited }) {
  const navigate = useNavigate();
  const goOn = (status: AccountStatus | undefined) =>
    void (status === 'active'
      ? navigate({ to: paths.login, search: { success: 'account_created' } })
      : navigate({ to: paths.approvalPending }));
  return (
    <AccountFrame title="Create your account" text="You are invited to Ops Hub.">
      <RegisterForm invitation={invitation} onRegistered={(_, status) => goOn(status)} />
    </AccountFrame>
  );
}

function FirstAdministrator({ setup }: { setup: string }) {
  const navigate = useNavigate();
  const signIn = () => void navigate({ to: paths.login, search: { success: 'account_created' } });
  return (
    <AccountFrame title="Create the first administrator">
      <RegisterForm setup={setup} onRegistered={signIn} />
    </AccountFrame>
  );
}

function Registration() {
  const [mailedTo, setMailedTo] = useState<string>();
  if (mailedTo) {
    return (
      <AccountFrame
        title="Check Your Email"
        text={`A verification link was sent to ${mailedTo}. Open it to confirm your address; look into your spam folder too.`}
      >
        <Link to={paths.login} className={buttonClass({ look: 'primary', size: 'large' })}>
          Go to Login
        </Link>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Create your account">
      <GoogleButton />
      <RegisterForm onRegistered={(email) => setMailedTo(email)} />
      <Elsewhere>
        Have an account?{' '}
        <Link to={paths.login} className={linkClass}>
          Sign in
        </Link>
      </Elsewhere>
    </AccountFrame>
  );
}
