import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { google, type SignInRefusal } from '../../../contract/calls/accounts.ts';
import { ownPath } from '../../../contract/shared/own-path.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { sourcesOf } from '../../http/source.ts';
import { admit } from '../sign-in/admit.ts';
import { beginChallenge, endChallenge } from '../sign-in/challenges.ts';
import { GOOGLE_BY_SOURCE, GOOGLE_FAILURE_ENTRIES, limitedBySource } from '../limits.ts';
import { recordFailedSignIn } from '../visitor-events.ts';
import { applyDirectory } from './apply-directory.ts';
import { findAccount, isAllowed } from './find-account.ts';
import { issuerOf, reasonOf, type Claims } from './issuer.ts';

type Failure = SignInRefusal | 'google_auth_failed' | 'google_not_configured';

const SignInState = z.object({
  attempt: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  /** Address to open after sign-in. */
  target: z.string(),
});

const secondStep = (target: string) => `/login?step=two-factor&next=${encodeURIComponent(target)}`;

/** Browsers navigate to both, so every outcome is a redirect. */
export function googleRoutes(app: FastifyInstance, db: Db, config: Config) {
  const issuer = issuerOf(config);
  const fail = (reply: FastifyReply, code: Failure) => reply.redirect(`/login?error=${code}`);
  const failed = async (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    const reason = reasonOf(error);
    request.log.warn({ err: error, reason }, 'sign-in with Google failed');
    if (!(await limitedBySource(db, GOOGLE_FAILURE_ENTRIES, sourcesOf(request), config.RATE_LIMIT_SCALE))) {
      await recordFailedSignIn(db, request, reason, { more: { via: 'google' } });
    }
    return fail(reply, 'google_auth_failed');
  };
  const begun = (reply: FastifyReply) => ({ config, reply, kind: 'google' as const });

  app.get(google.start.path, { config: { endpoint: google.start } }, async (request, reply) => {
    if (!issuer) return fail(reply, 'google_not_configured');
    if (await limitedBySource(db, GOOGLE_BY_SOURCE, sourcesOf(request), config.RATE_LIMIT_SCALE))
      return fail(reply, 'google_auth_failed');
    try {
      const { next } = google.start.query.parse(request.query);
      const { attempt, address } = await issuer.begin();
      await beginChallenge(db, begun(reply), { attempt, target: ownPath(next) });
      return await reply.redirect(address.href);
    } catch (error) {
      return failed(request, reply, error);
    }
  });

  app.get(google.callback.path, { config: { endpoint: google.callback } }, async (request, reply) => {
    if (!issuer) return fail(reply, 'google_not_configured');
    try {
      const started = await endChallenge(db, request, begun(reply), SignInState);
      if (!started) return await failed(request, reply, new Error('this browser began no sign-in'));
      const { attempt, target } = started.payload;
      const claims = await issuer.finish(new URL(request.url, config.PUBLIC_URL), attempt);
      const refusal = await db.transaction((tx) => enter(tx, claims, request, reply));
      if (refusal === 'second_step') return await reply.redirect(secondStep(target));
      return await (refusal ? fail(reply, refusal) : reply.redirect(target));
    } catch (error) {
      return failed(request, reply, error);
    }
  });

  async function enter(
    tx: Db,
    claims: Claims,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Failure | 'second_step' | undefined> {
    if (!isAllowed(claims, config.GOOGLE_ALLOWED_DOMAINS)) {
      throw new Error('the domain of this person is not one of GOOGLE_ALLOWED_DOMAINS');
    }
    const user = await findAccount(tx, claims);
    if (claims.directory) await applyDirectory(tx, config, claims.directory, user);
    return admit(tx, { config, request, reply }, user, { via: 'google' });
  }
}
