import * as z from 'zod/mini';
import { get } from './endpoint.ts';

/** Sign-in at an OpenID Connect issuer. Browsers go to these addresses, so both answer with a redirect. */
export const google = {
  start: get('/auth/google', {
    scope: 'public',
    summary: 'Go to the sign-in of Google, or of the issuer that is set in its place',
    query: z.object({ redirect: z.catch(z.optional(z.string().check(z.maxLength(2_000))), undefined) }),
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
