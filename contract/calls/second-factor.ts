import * as z from 'zod/mini';
import { User } from './user.ts';
import { get, post } from './endpoint.ts';
import { Instant, line } from '../shared/fields.ts';
import { passwordLength } from '../shared/password.ts';

/** The password again, before actions that can lock people out; not needed within ten minutes of signing in. */
export const Confirmation = z.object({
  password: z.optional(z.string().check(passwordLength('Password is incorrect'))),
});

/** Six digits of the authenticator, or a recovery code; spaces and dashes are ignored. */
const Code = z.pipe(
  z.pipe(
    line(40),
    z.transform((code) => code.replaceAll(/[\s-]/g, '').toLowerCase()),
  ),
  z.string().check(z.minLength(1, 'Code is required')),
);

const EnableTwoFactor = z.extend(Confirmation, { code: Code });
const DisableTwoFactor = z.extend(Confirmation, { code: z.optional(Code) });
export const VerifyTwoFactor = z.object({ code: Code });

/** Sign-in methods of an account, for its owner. */
export const SignInMeans = z.object({
  hasPassword: z.boolean(),
  passwordChangedAt: z.nullable(Instant),
  isTwoFactorOn: z.boolean(),
  recoveryCodesLeft: z.int(),
});
export type SignInMeans = z.infer<typeof SignInMeans>;

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
const guarded = { scope: 'viewer', sessionOnly: true } as const;

export const secondFactor = {
  show: get('/api/auth/2fa', {
    ...guarded,
    summary: 'How the own account is guarded: password, second factor, recovery codes left',
    result: SignInMeans,
  }),
  setUp: post('/api/auth/2fa/setup', {
    ...guarded,
    summary: 'A new secret for an authenticator; nothing is asked of anybody until it is enabled',
    body: Confirmation,
    result: z.object({
      secret: z.string(),
      /** otpauth:// address for authenticators. */
      uri: z.string(),
      /** The same as an SVG image. */
      qr: z.string(),
    }),
  }),
  enable: post('/api/auth/2fa/enable', {
    ...guarded,
    summary: 'Ask for a code at sign-in from now on; recovery codes are in this answer and never again',
    body: EnableTwoFactor,
    result: RecoveryCodes,
  }),
  disable: post('/api/auth/2fa/disable', {
    ...guarded,
    summary: 'Ask for no code any more; needs the password or a code',
    body: DisableTwoFactor,
    result: z.object({ message: z.string() }),
  }),
  verify: post('/api/auth/2fa/verify', {
    scope: 'public',
    summary: 'Second step of a sign-in that answered twoFactorRequired; sets the session cookie',
    body: VerifyTwoFactor,
    result: User,
  }),
  renewRecoveryCodes: post('/api/auth/2fa/recovery-codes', {
    ...guarded,
    summary: 'New recovery codes in place of the old ones, shown once',
    body: Confirmation,
    result: RecoveryCodes,
  }),
};
