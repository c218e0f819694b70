import type { Db } from '../db/open.ts';
import type { Refusal } from '../http/errors.ts';
import { hit, type Limit } from '../http/rate-limit.ts';
import type { Network } from '../http/source.ts';

/**
 * Attempts per time window. Several windows for one action make the wait grow, from a minute to a day. Addresses with
 * and without an account count alike, so the limits reveal nothing.
 */
export const SIGN_IN_BY_EMAIL: Limit[] = [
  { name: 'sign-in-minute', times: 5, seconds: 60 },
  { name: 'sign-in-quarter', times: 10, seconds: 900 },
  { name: 'sign-in-day', times: 50, seconds: 86_400 },
];
/** Successful sign-ins do not count, so that a whole office may sign in. */
export const SIGN_IN_BY_NETWORK: Limit[] = [{ name: 'sign-in-network', times: 20, seconds: 300 }];
export const SPRAY_ALERTS: Limit = { name: 'spray-told', times: 1, seconds: 300 };
export const REGISTER_BY_SOURCE: Limit[] = [{ name: 'register-source', times: 100, seconds: 3_600 }];
export const MAILS_BY_SOURCE: Limit[] = [{ name: 'mail-source', times: 100, seconds: 3_600 }];
/** Beyond these the response stays the same and no mail is sent. */
export const MAILS_TO_ADDRESS: Limit[] = [{ name: 'mail-target', times: 3, seconds: 3_600 }];
export const TOKENS_BY_SOURCE: Limit[] = [{ name: 'token-source', times: 60, seconds: 600 }];
export const GOOGLE_BY_SOURCE: Limit[] = [{ name: 'google-source', times: 100, seconds: 600 }];
/** Beyond these a failed sign-in with Google is still refused, but no longer recorded. */
export const GOOGLE_FAILURE_ENTRIES: Limit[] = [{ name: 'google-told', times: 100, seconds: 600 }];
/** Limits guesses at the six digits of a second-factor code. */
export const CODES_BY_ACCOUNT: Limit[] = [
  { name: 'code-quarter', times: 10, seconds: 900 },
  { name: 'code-day', times: 50, seconds: 86_400 },
];
export const PASSKEYS_BY_SOURCE: Limit[] = [{ name: 'passkey-source', times: 100, seconds: 600 }];
/** Programs keep using expired tokens, so one alert a day is enough. */
export const EXPIRED_TOKEN_ALERTS: Limit = { name: 'expired-token-told', times: 1, seconds: 86_400 };
export const CHANGES_BY_ACCOUNT: Limit[] = [{ name: 'change-password', times: 10, seconds: 900 }];

/** Counts an attempt against each limit. The first exhausted limit refuses. */
export async function limited(
  db: Db,
  limits: Limit[],
  who: string,
  scale: number,
): Promise<Refusal | undefined> {
  for (const limit of limits) {
    const refusal = await hit(db, limit, who, scale);
    if (refusal) return refusal;
  }
  return undefined;
}

/** The same for each network of a source. */
export async function limitedBySource(
  db: Db,
  limits: Limit[],
  sources: Network[],
  scale: number,
): Promise<Refusal | undefined> {
  for (const { name, times } of sources) {
    const refusal = await limited(db, limits, name, scale * times);
    if (refusal) return refusal;
  }
  return undefined;
}
