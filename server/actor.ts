import type { PolicyFacts } from './http/sign-in-policy.ts';
import type { Role } from '../contract/calls/user.ts';
import type { TokenScope } from '../contract/calls/tokens.ts';

/** Who reads: all names that the readers of a document may have for them, `person:<id>`, `group:<id>` and `admins`. */
export type Reader = { principals: string[] };

/** The acting account: by a session cookie, an API token, or a command on the machine itself. */
export type Actor = Reader & {
  userId: string;
  name: string;
  role: Role;
  via: 'session' | 'token' | 'command';
  /** Scope of the API token. A `read` token never writes. */
  tokenScope?: TokenScope;
  /** Stored (hashed) id of the session, needed to end it. */
  sid?: string;
  /** What the sign-in policy says; unset for a command. */
  policy?: PolicyFacts;
  /** Id of the session or API token. Event streams end with it. */
  accessId?: string;
};
