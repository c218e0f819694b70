import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { AccountFrame, Elsewhere, linkClass } from './account-frame.tsx';
import { GoogleButton } from './google-button.tsx';
import { RegisterForm } from './register-form.tsx';

const route = getRouteApi('/register');

/** Asks for an account; with the link that the first start prints it makes the first administrator. */
export function RegisterPage() {
  const { setup } = route.useSearch();
  return setup ? <FirstAdministrator setup={setup} /> : <Registration />;
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
      <RegisterForm onRegistered={setMailedTo} />
      <Elsewhere>
        Have an account?{' '}
        <Link to={paths.login} className={linkClass}>
          Sign in
        </Link>
      </Elsewhere>
    </AccountFrame>
  );
}
