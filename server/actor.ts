import type { Role } from '../contract/user.ts';
import type { TokenScope } from '../contract/tokens.ts';

/** The account that acts: by a session cookie, an API token, or a command on the machine itself. */
export type Actor = {
  userId: string;
  name: string;
  role: Role;
  via: 'session' | 'token' | 'command';
  /** What a token may do; read never writes. */
  tokenScope?: TokenScope;
  /** Stored (hashed) id of the session, for ending it. */
  sid?: string;
  /** The same session as its owner sees it. */
  sessionId?: string;
};
