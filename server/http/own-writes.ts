import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Reads } from '../db/reads.ts';
import { cookieOptions } from './session.ts';

const COOKIE = 'written';
/** Longer than a standby may be behind and still be used. */
const LASTS_S = 15;
/** Behind everything: the standby is not used. */
const UNKNOWN = 2n ** 64n;

/**
 * After a change the browser keeps the position of that change in a cookie for some seconds, so that whichever node it asks next can
 * tell whether the standby shows the change.
 */
export function markWrites(app: FastifyInstance, reads: Reads, config: Config) {
  app.addHook('onSend', async (request, reply) => {
    if (request.method === 'GET' || request.actor?.via !== 'session') return;
    const position = await reads.position().catch(() => UNKNOWN);
    if (position === undefined) return;
    reply.setCookie(COOKIE, String(position), { ...cookieOptions(config), maxAge: LASTS_S });
  });
}

/** The position of the caller's last change, as far as a standby could lack it. A program with a token has no cookies. */
export function lastWriteOf({ actor, cookies }: FastifyRequest): bigint {
  if (actor?.via === 'token') return actor.tokenScope === 'read' ? 0n : UNKNOWN;
  const text = cookies[COOKIE];
  if (text === undefined) return 0n;
  return /^\d{1,20}$/.test(text) ? BigInt(text) : UNKNOWN;
}
