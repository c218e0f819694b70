import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { AccountStatus } from '../../../contract/user.ts';
import { useSearch } from '../../api/address.ts';
import { paths } from '../../paths.ts';
import { AccountFrame, Elsewhere, linkClass } from '../sign-in/account-frame.tsx';
import { GoogleButton } from '../sign-in/google-button.tsx';
import { type Invited, RegisterForm } from './register-form.tsx';
import { WayButton } from '../../ui/controls/way-button.tsx';

const SIGN_IN = `${paths.login}?success=account_created`;

/** Asks for an account; with the link that the first start prints it makes the first administrator. */
export function RegisterPage() {
  const { setup, ...search } = useSearch();
  const invitation = useInvitation(search);
  if (invitation) return <InvitedRegistration invitation={invitation} />;
  return setup ? <FirstAdministrator setup={setup} /> : <Registration />;
}

/** Read once: the token leaves the address, where history and screenshots would keep it. */
function useInvitation(search: ReturnType<typeof useSearch>): Invited | undefined {
  const { invitation, email = '', firstName = '', lastName = '' } = search;
  const [kept] = useState(invitation && { token: invitation, email, firstName, lastName });
  const [, navigate] = useLocation();
  useEffect(() => {
    if (invitation) navigate(paths.register, { replace: true });
  }, [invitation, navigate]);
  return kept || undefined;
}

function InvitedRegistration({ invitation }: { invitation: Invited }) {
  const [, navigate] = useLocation();
  const goOn = (status: AccountStatus | undefined) =>
    navigate(status === 'active' ? SIGN_IN : paths.approvalPending);
  return (
    <AccountFrame title="Create your account" text="You are invited to Ops Hub.">
      <RegisterForm invitation={invitation} onRegistered={(_, status) => goOn(status)} />
    </AccountFrame>
  );
}

function FirstAdministrator({ setup }: { setup: string }) {
  const [, navigate] = useLocation();
  return (
    <AccountFrame title="Create the first administrator">
      <RegisterForm setup={setup} onRegistered={() => navigate(SIGN_IN)} />
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
        <WayButton to={paths.login} look="primary">
          Go to Login
        </WayButton>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Create your account">
      <GoogleButton />
      <RegisterForm onRegistered={(email) => setMailedTo(email)} />
      <Elsewhere>
        Have an account?{' '}
        <Link href={paths.login} className={linkClass}>
          Sign in
        </Link>
      </Elsewhere>
    </AccountFrame>
  );
}
