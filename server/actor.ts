import type { Role } from '../contract/accounts.ts';

/** Who does something: from a session's cookie, a personal token, or a command on the machine itself. */
export type Actor = {
  userId: string;
  name: string;
  role: Role;
  via: 'session' | 'token' | 'command';
  /** Stored (hashed) id of the session, for ending it. */
  sid?: string;
};
