import * as z from 'zod';
import { get, post } from './endpoint.ts';
import { Instant, requiredLine } from './fields.ts';
import { strongPassword } from './password.ts';

export const LIMITS = { email: 255, name: 100, password: 128 };

export const AccountStatus = z.enum([
  'pending_verification',
  'pending_approval',
  'active',
  'rejected',
  'deactivated',
]);
export type AccountStatus = z.infer<typeof AccountStatus>;

export const Role = z.enum(['admin', 'user']);
export type Role = z.infer<typeof Role>;

/** An account as screens read it; never with a hash or a token. */
export const User = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: Role,
  authProvider: z.string(),
  createdAt: Instant,
  isEmailVerified: z.boolean(),
  profileImageUrl: z.string().nullable(),
  status: AccountStatus,
  accountStatus: AccountStatus,
});
export type User = z.infer<typeof User>;

/** E-mail addresses are one account in any case, so they are lower-cased wherever they come in. */
export const Email = z
  .string()
  .trim()
  .max(LIMITS.email, `Use at most ${LIMITS.email} characters`)
  .pipe(z.email('Invalid email address'))
  .transform((email) => email.toLowerCase());

export const Login = z.object({
  email: Email,
  password: z.string().min(1, 'Password is required').max(LIMITS.password, 'Invalid email or password.'),
});
export type Login = z.input<typeof Login>;

const passwordsMatch = {
  check: (value: { password: string; confirmPassword: string }) => value.password === value.confirmPassword,
  issue: { path: ['confirmPassword'], message: "Passwords don't match" },
};

/** The first administrator; `setup` is the one-time token of the link printed at the first start. */
export const Register = z
  .object({
    email: Email,
    firstName: requiredLine(LIMITS.name, 'First name'),
    lastName: requiredLine(LIMITS.name, 'Last name'),
    password: strongPassword,
    confirmPassword: z.string(),
    setup: z.string().min(1, 'The one-time link is needed').max(200),
  })
  .refine(passwordsMatch.check, passwordsMatch.issue);
export type Register = z.input<typeof Register>;

/** The texts that sign-in answers with, by code; the code is only told after the right password. */
export const SIGN_IN_REFUSALS = {
  pending_verification: 'Please verify your email address before signing in.',
  pending_approval: 'Your account is pending admin approval. Please wait for approval.',
  account_rejected: 'Your account has been rejected. Please contact support.',
  not_approved: 'Your account is not approved for login.',
} as const;
export type SignInRefusal = keyof typeof SIGN_IN_REFUSALS;

export const accounts = {
  currentUser: get('/api/auth/user', { scope: 'user', summary: 'The signed-in account', result: User }),
  login: post('/api/auth/login', {
    scope: 'public',
    summary: 'Sign in; sets the session cookie',
    body: Login,
    result: User,
  }),
  register: post('/api/auth/register', {
    scope: 'public',
    summary: 'Create the first administrator with the one-time link',
    body: Register,
    result: z.object({ message: z.string(), status: AccountStatus.optional() }),
    status: 201,
  }),
  logout: get('/api/logout', {
    scope: 'public',
    summary: 'End the session and go to /; refused when another site sends the visitor',
    headers: { Location: '/' },
    status: 302,
  }),
};
