import * as z from 'zod/mini';
import { User } from './user.ts';
import { del, get, post } from './endpoint.ts';
import { Id, Instant, line } from '../shared/fields.ts';
import { Confirmation } from './second-factor.ts';

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
});
export type Passkey = z.infer<typeof Passkey>;

/** Options and responses use the JSON format of the WebAuthn standard, which browsers create and parse. */
const WebAuthnOptions = z.record(z.string(), z.unknown());
const WebAuthnResponse = z.looseObject({
  id: z.string().check(z.regex(/^[\w-]{0,1500}$/)),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
});

const NewPasskey = z.object({ name: z.optional(line(100)), response: WebAuthnResponse });
const guarded = { scope: 'viewer', sessionOnly: true } as const;

export const passkeys = {
  list: get('/api/auth/passkeys', { ...guarded, summary: 'Own passkeys', result: z.array(Passkey) }),
  options: post('/api/auth/passkeys/options', {
    ...guarded,
    summary: 'What the browser needs to make a passkey',
    body: Confirmation,
    result: WebAuthnOptions,
  }),
  create: post('/api/auth/passkeys', {
    ...guarded,
    summary: 'Keep the passkey that the browser made',
    body: NewPasskey,
    result: Passkey,
    status: 201,
  }),
  remove: del('/api/auth/passkeys/:id', {
    ...guarded,
    summary: 'Take a passkey away',
    params: Id,
    body: Confirmation,
  }),
  loginOptions: post('/api/auth/passkeys/login/options', {
    scope: 'public',
    summary: 'What the browser needs to sign in with a passkey',
    result: WebAuthnOptions,
  }),
  login: post('/api/auth/passkeys/login', {
    scope: 'public',
    summary: 'Sign in with a passkey; sets the session cookie',
    body: z.object({ response: WebAuthnResponse }),
    result: User,
  }),
};
