import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { UNKNOWN, type Reads } from '../db/reads.ts';
import { cookieOptions } from './session.ts';

const COOKIE = 'written';
/** Longer than the maximum lag of a usable standby. */
const LASTS_S = 15;

/**
 * Stores the position of a change in a cookie for some seconds, so that any node can tell whether the standby already
 * shows it.
 */
export function markWrites(app: FastifyInstance, reads: Reads, config: Config) {
  app.addHook('onSend', async (request, reply) => {
    if (request.method === 'GET' || request.actor?.via !== 'session') return;
    const position = await reads.position().catch(() => UNKNOWN);
    if (position === undefined) return;
    reply.setCookie(COOKIE, String(position), { ...cookieOptions(config), maxAge: LASTS_S });
  });
}

/** The position of the caller's last change, if a standby may lack it. API tokens have no cookies. */
export function lastWriteOf({ actor, cookies }: FastifyRequest): bigint {
  if (actor?.via === 'token') return actor.tokenScope === 'read' ? 0n : UNKNOWN;
  const text = cookies[COOKIE];
  if (text === undefined) return 0n;
  return /^\d{1,20}$/.test(text) ? BigInt(text) : UNKNOWN;
}
