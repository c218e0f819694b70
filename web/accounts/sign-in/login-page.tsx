import { useState, useSyncExternalStore } from 'react';
import { accounts, Login } from '../../../contract/calls/accounts.ts';
import { signedIn } from '../../../contract/calls/user.ts';
import { ApiError, messageOf } from '../../../contract/shared/error.ts';
import { useSearch } from '../../api/address.ts';
import { fieldErrors, useSave } from '../../api/save.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { fetchedPart } from '../../ui/feedback/part.tsx';
import { fieldOf, Form, showFieldErrors, useSchemaForm } from '../../ui/controls/form.tsx';
import { Keycap } from '../../ui/controls/keycap.tsx';
import { PasswordField } from '../../ui/controls/password-field.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { AccountFrame, Elsewhere, linkClass, NoticeBox, GoogleButton, OtherWays } from './account-frame.tsx';
import { UnverifiedNotice } from '../registration/resend-verification.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { toast } from '../../ui/overlays/toasts.ts';
import { hasPasskeys, wasCancelled } from './passkey-support.ts';

const never = () => () => undefined;

function PasskeyButton() {
  const client = useQueryClient();
  const signIn = useMutation({
    mutationFn: async () => (await import('./passkey-prompt.ts')).signInWithPasskey(),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: [signedIn.currentUser.path] });
      toast({ kind: 'success', title: 'Login Successful' });
    },
    onError: (error) => {
      const text = wasCancelled(error) ? 'No passkey was chosen.' : messageOf(error, 'Login failed');
      toast({ kind: 'error', title: 'Login Failed', text });
    },
  });
  // Prerendered as supported: nearly all browsers have passkeys, and the page must not shift.
  const isOffered = useSyncExternalStore(never, hasPasskeys, () => true);
  if (!isOffered) return null;
  return (
    <Button
      size="large"
      className="mt-3 w-full"
      icon={<Fingerprint size={16} aria-hidden />}
      busy={signIn.isPending}
      onClick={() => signIn.mutate()}
    >
      Use a passkey
    </Button>
  );
}

const SecondStep = fetchedPart<{ onBack: () => void }>(() => import('./second-step.tsx'), 'SecondStep');

const wrongCredentials = (error: unknown): string =>
  messageOf(
    error,
    error instanceof ApiError && error.status === 401 ? 'Invalid email or password.' : 'Login failed',
  );

const isUnverified = (error: unknown): boolean =>
  error instanceof ApiError && error.body?.code === 'pending_verification';

export function LoginPage() {
  const search = useSearch();
  return (
    <SignIn
      text="Use your work account."
      next={search.next}
      notice={signInNotice(search)}
      isAtSecondStep={search.step === 'two-factor'}
    />
  );
}

type Props = {
  text: string;
  /** Where Google leads after sign-in. */
  next: string | undefined;
  notice?: SignInNotice | undefined;
  isAtSecondStep?: boolean;
  /** The account whose session ended. */
  email?: string | null;
};

export function SignIn({ text, next, notice, isAtSecondStep = false, email }: Props) {
  const [isSecondStep, setSecondStep] = useState(isAtSecondStep);
  const form = useSchemaForm(Login, email ? { email } : {});
  // The route redirects as soon as the current user is known.
  const login = useSave(accounts.login, {
    invalidates: [signedIn.currentUser],
    saved: (result) => ('twoFactorRequired' in result ? undefined : { title: 'Login Successful' }),
    failed: (error) => ({ title: 'Login Failed', text: wrongCredentials(error) }),
  });
  const submit = form.handleSubmit((body) => {
    // Load in parallel with the call, which may need it. If this fails, it is loaded again.
    void SecondStep.preload();
    login.mutate(
      { body },
      {
        onSuccess: (result) => setSecondStep('twoFactorRequired' in result),
        onError: (error) => showFieldErrors(form, fieldErrors(error)),
      },
    );
  });
  if (isSecondStep) return <SecondStep onBack={() => setSecondStep(false)} />;

  return (
    <AccountFrame title="Sign in" text={text}>
      {isUnverified(login.error) && login.variables ? (
        <UnverifiedNotice email={login.variables.body.email} />
      ) : (
        notice && <NoticeBox {...notice} />
      )}
      <GoogleButton next={next} />
      <OtherWays
        closed="This installation signs in with Google only."
        open="Sign in as the administrator for emergencies"
      >
        <Form onSubmit={(event) => void submit(event)}>
          <TextField
            label="Email"
            type="email"
            size="large"
            autoComplete="username"
            {...fieldOf(form, 'email')}
          />
          <div className="relative">
            <PasswordField
              label="Password"
              size="large"
              autoComplete="current-password"
              {...fieldOf(form, 'password')}
            />
            {/* Visually next to the label, but after the field in tab order. */}
            <a href={paths.forgotPassword} className={`${linkClass} absolute top-0 right-0 text-sm`}>
              Forgot password?
            </a>
          </div>
          <Button type="submit" look="primary" size="large" busy={login.isPending}>
            Sign in <Keycap onDark>↵</Keycap>
          </Button>
        </Form>
        <PasskeyButton />
        <Elsewhere>
          No account yet?{' '}
          <a href={paths.register} className={linkClass}>
            Sign up
          </a>
        </Elsewhere>
      </OtherWays>
    </AccountFrame>
  );
}

/** The message on the sign-in page after a redirect with a code in the address. */
export type SignInNotice = { kind: 'success' | 'error'; text: string };

const ERRORS: Record<string, string> = {
  google_auth_failed: 'Google authentication failed. Please try again.',
  pending_approval: 'Your account is pending admin approval. Please wait for approval.',
  account_rejected: 'Your account has been rejected. Please contact support.',
  not_approved: 'Your account is not approved for login.',
  google_not_configured: 'Google authentication is not configured.',
};
const OTHER_ERROR = 'Authentication failed. Please try again.';
const ACCOUNT_CREATED = 'Account created successfully!';

/** Anybody can put text into an address, so it is shown short and as plain text. */
const MAX_MESSAGE = 200;

type Params = { error?: string | undefined; success?: string | undefined; message?: string | undefined };

export function signInNotice({ error, success, message }: Params): SignInNotice | undefined {
  const detail = message?.trim().slice(0, MAX_MESSAGE);
  if (error) {
    const known = Object.hasOwn(ERRORS, error) ? ERRORS[error] : undefined;
    return { kind: 'error', text: detail || known || OTHER_ERROR };
  }
  if (success === 'account_created') return { kind: 'success', text: detail || ACCOUNT_CREATED };
  return undefined;
}
