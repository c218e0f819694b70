import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { ChangePassword, ForgotPassword, Login, Register, ResetPassword } from './accounts.ts';
import { DocumentInput } from './documents.ts';
import { ChangeEmail } from './own-account.ts';
import { Confirmation, VerifyTwoFactor } from './second-factor.ts';
import { ServerInput } from './server-fields.ts';
import { Invitation, NewTeamMember } from './team.ts';
import { NewApiToken } from './tokens.ts';

/** Chosen from a list or a calendar, never typed. */
const CHOSEN = ['expiresAt', 'serverType'];

/** What can stand in a field of a form. */
const TYPED = ['', ' ', 'x', 'a\nb', '\u0000', '@', 'x'.repeat(6_000_000), -1, 0.5, 1e9, Number.NaN, null];

test.each<[string, z.ZodMiniObject | typeof Register | typeof ResetPassword | typeof ChangePassword]>([
  ['sign in', Login],
  ['register', Register],
  ['forgot password', ForgotPassword],
  ['reset password', ResetPassword],
  ['change password', ChangePassword],
  ['change e-mail', ChangeEmail],
  ['confirm', Confirmation],
  ['second factor', VerifyTwoFactor],
  ['invite', Invitation],
  ['team member', NewTeamMember],
  ['access token', NewApiToken],
  ['server', ServerInput],
  ['document', DocumentInput],
])('API-02 whatever is typed, the form to %s says what is wrong with it', (_form, schema) => {
  for (const typed of TYPED) {
    const fields = Object.keys(schema.shape).filter((field) => !CHOSEN.includes(field));
    const values = Object.fromEntries(fields.map((field) => [field, typed]));
    const said = schema.safeParse(values).error?.issues.map(({ message }) => message) ?? [];
    expect(said).not.toContain('Invalid input');
  }
});
