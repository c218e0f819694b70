import * as z from 'zod/mini';
import { get, post } from './endpoint.ts';
import { requiredLine, requiredText } from '../shared/fields.ts';
import { normalizePassword, passwordLength, strongPassword } from '../shared/password.ts';
import { AccountStatus, User } from './user.ts';

export const LIMITS = { email: 255, name: 100, token: 200 };

/** Longer texts are no address with a name. */
const LONGEST_PASTE = 1_000;

/** The address in what people paste: `Ann Lee <ann@example.com>;`, `mailto:…`, the apostrophe of word processors. */
function bareAddress(pasted: string): string {
  if (pasted.length > LONGEST_PASTE) return pasted;
  const text = pasted
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\s,;]+$/, '')
    .replaceAll('’', "'");
  return (/<([^<>]*)>$/.exec(text)?.[1] ?? text).trim().replace(/^mailto:/i, '');
}

const EmailAs = (message: string) =>
  z.pipe(
    z.pipe(
      z
        .string(message)
        .check(z.overwrite(bareAddress), z.maxLength(LIMITS.email, `Use at most ${LIMITS.email} characters`)),
      z.email(message),
    ),
    z.transform((email) => email.toLowerCase()),
  );

/** Lower-cased on input, since addresses that differ only in case are one account. */
export const Email = EmailAs('Invalid email address');

/** The secret part of a mailed or printed link. */
const Token = requiredLine(LIMITS.token, 'The link');

export const Login = z.object({
  email: Email,
  password: requiredText('Password is required').check(passwordLength('Invalid email or password.')),
});
export type Login = z.input<typeof Login>;

const isSame = (one: string, other: string) => normalizePassword(one) === normalizePassword(other);

const passwordsMatch = {
  check: (value: { password: string; confirmPassword: string }) =>
    isSame(value.password, value.confirmPassword),
  issue: { path: ['confirmPassword'], message: "Passwords don't match" },
};

const NewPassword = { password: strongPassword, confirmPassword: z.string() };

/** `setup`: first administrator by the printed link. `invitation`: for the invited address, which counts as proven. */
export const Register = z
  .object({
    email: Email,
    firstName: requiredLine(LIMITS.name, 'First name'),
    lastName: requiredLine(LIMITS.name, 'Last name'),
    ...NewPassword,
    setup: z.optional(Token),
    invitation: z.optional(Token),
  })
  .check(z.refine(passwordsMatch.check, passwordsMatch.issue));
export type Register = z.input<typeof Register>;

export const ForgotPassword = z.object({ email: EmailAs('Please enter a valid email address') });

export const ResetPassword = z
  .object({
    token: requiredText('Reset token is required').check(z.maxLength(LIMITS.token)),
    ...NewPassword,
  })
  .check(z.refine(passwordsMatch.check, passwordsMatch.issue));
export type ResetPassword = z.input<typeof ResetPassword>;

export const ChangePassword = z
  .object({
    currentPassword: requiredText('Current password is required').check(
      passwordLength('Current password is incorrect'),
    ),
    newPassword: strongPassword,
    confirmPassword: z.string(),
  })
  .check(
    z.refine(
      ({ newPassword, confirmPassword }) => isSame(newPassword, confirmPassword),
      passwordsMatch.issue,
    ),
    z.refine(({ newPassword, currentPassword }) => !isSame(newPassword, currentPassword), {
      path: ['newPassword'],
      message: 'New password must be different from current password',
    }),
  );
export type ChangePassword = z.input<typeof ChangePassword>;

/** Messages of refused sign-ins by code. The code is only sent after the right password. */
export const SIGN_IN_REFUSALS = {
  pending_verification: 'Please verify your email address before signing in.',
  pending_approval: 'Your account is pending admin approval. Please wait for approval.',
  account_rejected: 'Your account has been rejected. Please contact support.',
  not_approved: 'Your account is not approved for login.',
  openid_only: 'Sign in with your company account.',
  network_not_allowed: 'Your role may not use Ops Hub from this network.',
} as const;
export type SignInRefusal = keyof typeof SIGN_IN_REFUSALS;

const Message = z.object({ message: z.string() });

export const accounts = {
  login: post('/api/auth/login', {
    scope: 'public',
    summary: 'Sign in; sets the session cookie, or asks for the second factor first',
    body: Login,
    result: z.union([User, z.object({ twoFactorRequired: z.literal(true) })]),
  }),
  register: post('/api/auth/register', {
    scope: 'public',
    summary: 'Ask for an account; the same answer for a known and an unknown e-mail',
    body: Register,
    result: z.object({ message: z.string(), status: z.optional(AccountStatus) }),
    status: 201,
  }),
  verifyEmail: get('/api/auth/verify-email', {
    scope: 'public',
    summary: 'Prove an e-mail address by the mailed link; may be repeated',
    query: z.object({ token: Token }),
    result: z.object({ status: AccountStatus, message: z.string() }),
  }),
  resendVerification: post('/api/auth/resend-verification', {
    scope: 'public',
    summary: 'Have the verification mail sent again; always the same answer',
    body: ForgotPassword,
    result: Message,
  }),
  forgotPassword: post('/api/auth/forgot-password', {
    scope: 'public',
    summary: 'Have a link for a new password mailed; always the same answer',
    body: ForgotPassword,
    result: Message,
  }),
  resetPassword: post('/api/auth/reset-password', {
    scope: 'public',
    summary: 'Set a new password by the mailed link; ends all sessions of the account',
    body: ResetPassword,
    result: Message,
  }),
  changePassword: post('/api/auth/change-password', {
    scope: 'viewer',
    sessionOnly: true,
    summary: 'Change the own password; ends the other sessions of the account',
    body: ChangePassword,
    result: Message,
  }),
};

/** Sign-in with an OpenID Connect issuer. Browsers navigate to these addresses, so both redirect. */
export const google = {
  start: get('/auth/google', {
    scope: 'public',
    summary: 'Go to the sign-in of Google, or of the issuer that is set in its place',
    query: z.object({ next: z.catch(z.optional(z.string().check(z.maxLength(2_000))), undefined) }),
    headers: { Location: 'The issuer, or /login with the code of the error' },
    status: 302,
  }),
  callback: get('/auth/google/callback', {
    scope: 'public',
    summary: 'Come back from the sign-in of Google',
    headers: { Location: 'Where the sign-in began, or /login with the code of the error' },
    status: 302,
  }),
};
