import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SCOPES, type Endpoint } from '../../contract/calls/endpoint.ts';
import { settingsChange } from '../../contract/calls/settings-change.ts';
import type { Actor } from '../actor.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import { refuse, sendRefusal, type Refusal } from './errors.ts';
import type { SessionCache } from './session-cache.ts';
import type { OrCopy } from './or-copy.ts';
import { actorOf, sidOf } from './session.ts';
import { refusalByPolicy } from './sign-in-policy.ts';

/** Public calls that sign in or out, register or verify. */
const SIGN_IN_PATH = /^\/(?:api\/)?auth\/|^\/api\/logout$/;

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

type Guarding = {
  db: Db;
  config: Config;
  sessions: SessionCache;
  orCopy: OrCopy;
  /** Returns the account of an API token. */
  actorOfToken: (db: Db, token: string) => Promise<Actor | undefined>;
};

/** Runs before the body is read, so that unauthorised requests stop early. */
export function guardScopes(app: FastifyInstance, guarding: Guarding) {
  const { db, config, sessions, actorOfToken } = guarding;
  app.decorateRequest('actor', undefined);
  app.addHook('onRequest', async (request, reply) => {
    if (hasTwoHosts(request)) return sendRefusal(reply, refuse(400, 'bad_request', 'One host, please'));
    if (isForeign(request, config)) {
      return sendRefusal(reply, refuse(403, 'foreign_origin', 'Requests from other sites are not accepted'));
    }
    const { endpoint } = request.routeOptions.config;
    if (endpoint === undefined || endpoint.scope === 'public') return undefined;
    const token = bearerOf(request);
    request.actor = token ? await actorOfToken(db, token) : await sessionActorOf(guarding, request, endpoint);
    const { actor } = request;
    const refusal =
      refusalFor(endpoint, actor) ?? (actor?.policy && refusalByPolicy(actor.policy, request, endpoint));
    return refusal && sendRefusal(reply, refusal);
  });
  // A refused call has ended nothing: otherwise a flood of sign-ins would make every read look up its session.
  app.addHook('onSend', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (reply.statusCode < 400 && endpoint && changesAccounts(endpoint)) sessions.invalidate();
  });
  app.addHook('onClose', async () => sessions.stop());
}

/** The account of the session, for calls that the copy answers also while the database is away. */
export const sessionActorOf = (
  { db, config, sessions, orCopy }: Omit<Guarding, 'actorOfToken'>,
  request: FastifyRequest,
  { inOutage }: Pick<Endpoint, 'inOutage'>,
): Promise<Actor | undefined> => {
  const ask = () => actorOf(db, config, request, sessions);
  if (!inOutage) return ask();
  return orCopy(request, ask, (copy) => {
    const sid = sidOf(config, request);
    return sid === undefined ? undefined : copy.actorOf(sid);
  });
};

/**
 * Whether a call may end a session or change an account, for example sign-out. Those that only write documents, servers and the like
 * leave the sessions cached.
 */
const changesAccounts = ({ scope, method, sessionOnly, path }: Endpoint): boolean =>
  (scope === 'public' && SIGN_IN_PATH.test(path)) ||
  (!SAFE.has(method) && (scope === 'admin' || sessionOnly === true || path === settingsChange.update.path));

/** A proxy may have checked the other header. */
const hasTwoHosts = ({ raw }: FastifyRequest) =>
  raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1;

export const bearerOf = (request: FastifyRequest) =>
  /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];

const WITHOUT_PERMISSION = {
  public: '',
  viewer: '',
  user: 'You may only read. Ask an administrator to make you a user.',
  admin: 'You do not have permission to access this page.',
};

function refusalFor(endpoint: Endpoint, actor: Actor | undefined): Refusal | undefined {
  if (!actor) return refuse(401, 'signed_out', 'Sign in first');
  if (SCOPES.indexOf(actor.role) < SCOPES.indexOf(endpoint.scope))
    return refuse(403, 'forbidden', WITHOUT_PERMISSION[endpoint.scope]);
  if (actor.via !== 'token') return undefined;
  if (actor.tokenScope === 'scim') return refuse(403, 'forbidden', 'This API token is for SCIM only.');
  if (endpoint.sessionOnly) return refuse(403, 'forbidden', 'An API token cannot do this. Sign in instead.');
  const reads = endpoint.method === 'GET' || endpoint.path.startsWith('/api/ai/ask');
  if (actor.tokenScope === 'read' && !reads) return refuse(403, 'forbidden', 'This API token may only read.');
  return undefined;
}

/** An unsafe request caused by another site's page, including `Origin: null`. */
function isForeign(request: FastifyRequest, config: Config): boolean {
  // Other sites cannot make a browser send this header.
  if (SAFE.has(request.method) || bearerOf(request)) return false;
  const { origin } = request.headers;
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'cross-site';
  return !isOurOrigin(origin, request, config);
}

/**
 * Whether the origin is that of PUBLIC_URL or of the request itself. A page loaded by http may have been modified on
 * the way, so the scheme must match: that of the connection, or what a trusted proxy reports (TRUST_PROXY).
 */
function isOurOrigin(origin: string, request: FastifyRequest, config: Config): boolean {
  const addressed = `${request.protocol}://${request.host}`;
  return [config.PUBLIC_URL, addressed].some(
    (address) => URL.canParse(address) && new URL(address).origin === origin,
  );
}

/** Whether another site sent the visitor here; needed for the one address that changes something by GET. */
export function isCrossOrigin(request: FastifyRequest, config: Config): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') return true;
  const { referer } = request.headers;
  return (
    referer !== undefined &&
    !isOurOrigin(URL.canParse(referer) ? new URL(referer).origin : referer, request, config)
  );
}

export const routeNotFound = (_request: FastifyRequest, reply: FastifyReply) =>
  sendRefusal(reply, refuse(404, 'not_found', 'There is no such call'));
