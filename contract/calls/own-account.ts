import * as z from 'zod/mini';
import { Email } from './accounts.ts';
import { get, post } from './endpoint.ts';
import { Passkey } from './passkeys.ts';
import { passwordLength } from '../shared/password.ts';
import { SignInMeans } from './second-factor.ts';
import { Session } from './sessions.ts';
import { ApiToken } from './tokens.ts';

export const ChangeEmail = z.object({
  email: Email,
  currentPassword: z.optional(z.string().check(passwordLength('Password is incorrect'))),
});

/** All sign-in methods of an account in one call; each part also has its own call. */
const WaysIn = z.object({
  means: SignInMeans,
  passkeys: z.array(Passkey),
  sessions: z.array(Session),
  tokens: z.array(ApiToken),
});

/** Calls on the account as a whole, for its owner. */
export const ownAccount = {
  waysIn: get('/api/auth/ways-in', {
    scope: 'viewer',
    sessionOnly: true,
    summary: 'What leads into the own account: password and second factor, passkeys, sessions, API tokens',
    result: WaysIn,
  }),
  changeEmail: post('/api/auth/change-email', {
    scope: 'viewer',
    sessionOnly: true,
    summary: 'Have a link mailed to a new address; the address changes when the link is opened',
    body: ChangeEmail,
    result: z.object({ message: z.string() }),
  }),
  exportData: get('/api/auth/export', {
    scope: 'viewer',
    sessionOnly: true,
    summary: 'Everything that is kept about the own account, and the documents it wrote, as a zip',
    produces: 'application/zip',
  }),
  remove: post('/api/auth/delete-account', {
    scope: 'viewer',
    sessionOnly: true,
    summary: 'Delete the own account; the name stays on texts and on the audit log',
    body: z.object({ password: z.optional(z.string().check(passwordLength('Password is incorrect'))) }),
    status: 204,
  }),
};
