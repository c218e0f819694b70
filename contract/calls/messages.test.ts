import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { ChangePassword, ForgotPassword, Login, Register, ResetPassword } from './accounts.ts';
import { DocumentFilters, DocumentInput } from './documents.ts';
import { DocumentType } from '../shared/document-words.ts';
import { ChangeEmail } from './own-account.ts';
import { Confirmation, VerifyTwoFactor } from './second-factor.ts';
import { ServerInput } from '../shared/server-fields.ts';
import { ServerFilters } from './servers.ts';
import { Invitation, NewTeamMember } from './team.ts';
import { NewApiToken } from './tokens.ts';

/** Fields that are chosen from a list or a calendar, never typed. */
const CHOSEN = ['expiresAt', 'serverType'];

/** Values that a form may send for a field. */
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
])('API-02 the form to %s explains what is wrong with any input', (_form, schema) => {
  for (const typed of TYPED) {
    const fields = Object.keys(schema.shape).filter((field) => !CHOSEN.includes(field));
    const values = Object.fromEntries(fields.map((field) => [field, typed]));
    const messages = schema.safeParse(values).error?.issues.map(({ message }) => message) ?? [];
    expect(messages).not.toContain('Invalid input');
  }
});

test.each<[string, z.ZodMiniType, Record<string, unknown>, Record<string, string>]>([
  ['AUTH-06 sign-in', Login, {}, { email: 'Invalid email address', password: 'Password is required' }],
  ['AUTH-15 a forgotten password', ForgotPassword, {}, { email: 'Please enter a valid email address' }],
  ['AUTH-16 a reset', ResetPassword, {}, { token: 'Reset token is required' }],
  ['AUTH-17 a change of password', ChangePassword, {}, { currentPassword: 'Current password is required' }],
  ['API-02 a server', ServerInput, {}, { name: 'Name is required' }],
  ['API-02 a server', ServerInput, { name: 5 }, { name: 'Must be text' }],
])('%s gives the same message for a missing field as for an empty one', (_call, schema, input, expected) => {
  const problems = schema
    .safeParse(input)
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(Object.fromEntries(problems ?? [])).toMatchObject(expected);
});

test('API-02 the message for an unknown filter lists the known ones', () => {
  const messages = (schema: z.ZodMiniType, query: object) =>
    schema.safeParse(query).error?.issues.map(({ message }) => message);
  expect(messages(ServerFilters, { environment: 'prod' })).toEqual([
    'Must be one of: production, staging, development, all',
  ]);
  expect(messages(ServerFilters, { status: 'up' })).toEqual([
    'Must be one of: online, warning, offline, maintenance, unknown, all',
  ]);
  expect(messages(DocumentFilters, { type: 'wiki' })).toEqual([
    `Must be one of: ${DocumentType.options.join(', ')}, all`,
  ]);
});
