import { type FunctionComponent, useEffect, useLayoutEffect } from 'react';
import { ownPath } from '../contract/shared/own-path.ts';
import { replaceAddress, usePath, useSearch } from './api/address.ts';
import { replayInput } from './input-replay.ts';
import { isForMembers, isPathOf, paths, plainPath, visitorPaths, type VisitorPath } from './paths.ts';
import { NotFoundPage } from './shell/fallback-pages.tsx';
import { fetchedPart } from './ui/feedback/part.tsx';

/** The build reads this table (vite.config.ts), so that each page names the files that it needs. */
const SCREENS: Record<VisitorPath, FunctionComponent> = {
  '/': fetchedPart(() => import('./landing/landing-page.tsx'), 'LandingPage'),
  '/login': fetchedPart(() => import('./accounts/sign-in/login-page.tsx'), 'LoginPage'),
  '/register': fetchedPart(() => import('./accounts/registration/register-page.tsx'), 'RegisterPage'),
  '/verify-email': fetchedPart(
    () => import('./accounts/registration/verify-email-page.tsx'),
    'VerifyEmailPage',
  ),
  '/approval-pending': fetchedPart(
    () => import('./accounts/registration/approval-pending-page.tsx'),
    'ApprovalPendingPage',
  ),
  '/forgot-password': fetchedPart(
    () => import('./accounts/sign-in/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
  '/reset-password': fetchedPart(
    () => import('./accounts/sign-in/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
  '/share/$token': fetchedPart(() => import('./documents/sharing/shared-page.tsx'), 'SharedPage'),
};

/** The pages before sign-in. Signed-in users are redirected. */
export function Visitors({ isSignedIn }: { isSignedIn: boolean }) {
  useEffect(replayInput, []);
  // The session may have ended after the server rendered the text of a document into the page.
  useLayoutEffect(() => document.querySelector('[data-first-text]')?.remove(), []);
  const path = plainPath(usePath());
  if (isSignedIn && path === paths.login) return <LeadOn />;
  if (isSignedIn && path === paths.register) return <Redirect to={paths.home} />;
  const known = Object.values(visitorPaths).find((each) => isPathOf(each, path));
  if (!known) return <Elsewhere />;
  const Screen = SCREENS[known];
  return <Screen />;
}

/** Redirects to sign-in and keeps the target. Servers do not see the part after `#`, but browsers keep it. */
function LeadOn() {
  const { next = '' } = useSearch();
  return <Redirect to={ownPath(next.includes('#') ? next : next + location.hash)} />;
}

/** A visitor who opens a screen for members signs in first and is redirected back. */
function Elsewhere() {
  if (!isForMembers(usePath())) return <NotFoundPage />;
  const target = `${location.pathname}${location.search}${location.hash}`;
  return <Redirect to={`${paths.login}?${new URLSearchParams({ next: target })}`} />;
}

function Redirect({ to }: { to: string }) {
  useLayoutEffect(() => replaceAddress(to), [to]);
  return null;
}
