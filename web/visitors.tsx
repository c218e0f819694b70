import { useEffect } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { ownPath } from '../contract/own-path.ts';
import { useSearch } from './api/address.ts';
import { replayInput } from './input-replay.ts';
import { paths, isForMembers } from './paths.ts';
import { NotFoundPage } from './shell/fallback-pages.tsx';
import { fetchedPart } from './ui/feedback/part.tsx';

const LandingPage = fetchedPart(() => import('./landing/landing-page.tsx'), 'LandingPage');
const LoginPage = fetchedPart(() => import('./accounts/sign-in/login-page.tsx'), 'LoginPage');
const RegisterPage = fetchedPart(() => import('./accounts/registration/register-page.tsx'), 'RegisterPage');
const VerifyEmailPage = fetchedPart(
  () => import('./accounts/registration/verify-email-page.tsx'),
  'VerifyEmailPage',
);
const ApprovalPendingPage = fetchedPart(
  () => import('./accounts/registration/approval-pending-page.tsx'),
  'ApprovalPendingPage',
);
const ForgotPasswordPage = fetchedPart(
  () => import('./accounts/sign-in/forgot-password-page.tsx'),
  'ForgotPasswordPage',
);
const ResetPasswordPage = fetchedPart(
  () => import('./accounts/sign-in/reset-password-page.tsx'),
  'ResetPasswordPage',
);
const SharedPage = fetchedPart<{ token: string }>(
  () => import('./documents/sharing/shared-page.tsx'),
  'SharedPage',
);

/** The pages before sign-in. Signed-in users are redirected. */
export function Visitors({ isSignedIn }: { isSignedIn: boolean }) {
  useEffect(replayInput, []);
  return (
    <Switch>
      <Route path={paths.login}>{isSignedIn ? <LeadOn /> : <LoginPage />}</Route>
      <Route path={paths.register}>
        {isSignedIn ? <Redirect to={paths.home} replace /> : <RegisterPage />}
      </Route>
      <Route path={paths.home} component={LandingPage} />
      <Route path={paths.verifyEmail} component={VerifyEmailPage} />
      <Route path={paths.approvalPending} component={ApprovalPendingPage} />
      <Route path={paths.forgotPassword} component={ForgotPasswordPage} />
      <Route path={paths.resetPassword} component={ResetPasswordPage} />
      <Route path="/share/:token">{({ token }) => <SharedPage token={token} />}</Route>
      <Route>
        <Elsewhere />
      </Route>
    </Switch>
  );
}

/** Redirects to sign-in and keeps the target. Servers do not see the part after `#`, but browsers keep it. */
function LeadOn() {
  const { redirect = '' } = useSearch();
  return <Redirect to={ownPath(redirect.includes('#') ? redirect : redirect + location.hash)} replace />;
}

/** A visitor who opens a screen for members signs in first and is redirected back. */
function Elsewhere() {
  const [path] = useLocation();
  if (!isForMembers(path)) return <NotFoundPage />;
  const target = `${location.pathname}${location.search}${location.hash}`;
  return <Redirect to={`${paths.login}?${new URLSearchParams({ redirect: target })}`} replace />;
}
