import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import { refuse, sendRefusal } from './errors.ts';
import { actorOf } from './session.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Runs before a body is read: who may not call gets no further. */
export function guardScopes(app: FastifyInstance, db: Db, config: Config) {
  app.decorateRequest('actor', undefined);
  app.addHook('onRequest', async (request, reply) => {
    if (isForeign(request, config)) {
      return sendRefusal(reply, refuse(403, 'foreign_origin', 'Requests from other sites are not accepted'));
    }
    const scope = request.routeOptions.config.endpoint?.scope;
    if (scope === undefined || scope === 'public') return undefined;
    request.actor = await actorOf(db, config, request);
    if (!request.actor) return sendRefusal(reply, refuse(401, 'signed_out', 'Sign in first'));
    if (scope === 'admin' && request.actor.role !== 'admin') {
      return sendRefusal(reply, refuse(403, 'forbidden', 'You do not have permission to access this page.'));
    }
    return undefined;
  });
}

/** An unsafe request that another site's page caused. `Origin: null` is such a site too. */
function isForeign(request: FastifyRequest, config: Config): boolean {
  if (SAFE.has(request.method)) return false;
  const { origin } = request.headers;
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'cross-site';
  return !isOurOrigin(origin, request, config);
}

/** Our own origin is that of PUBLIC_URL or the one that the request itself was addressed to. */
function isOurOrigin(origin: string, request: FastifyRequest, config: Config): boolean {
  if (!URL.canParse(origin)) return false;
  return origin === new URL(config.PUBLIC_URL).origin || new URL(origin).host === request.host;
}

/** Whether another site sent the visitor here; for the one address that changes something by GET. */
export function comesFromElsewhere(request: FastifyRequest, config: Config): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') return true;
  const { referer } = request.headers;
  return (
    referer !== undefined &&
    !isOurOrigin(URL.canParse(referer) ? new URL(referer).origin : referer, request, config)
  );
}

export const nothingHere = (_request: FastifyRequest, reply: FastifyReply) =>
  sendRefusal(reply, refuse(404, 'not_found', 'There is no such call'));
