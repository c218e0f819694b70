import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Actor } from '../actor.ts';
import { tokenActor } from '../accounts/api-tokens/queries.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import { lockGroup } from '../groups/queries.ts';
import { knownFailure, refuse, RefusalError, type Refusal } from '../http/errors.ts';
import { bearerOf } from '../http/guards.ts';
import { acceptJsonOnly } from '../http/request-bodies.ts';
import { refusalByPolicy } from '../http/sign-in-policy.ts';
import type { SessionCache } from '../http/session-cache.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './discovery.ts';
import { invalid, scimError } from './errors.ts';
import {
  createScimGroup,
  findScimGroup,
  groupFieldsOf,
  groupResource,
  listGroups,
  removeScimGroup,
  updateScimGroup,
} from './groups.ts';
import { ListQuery, listResponse, shown } from './list.ts';
import { applyPatch, PatchRequest, type Resource } from './patch.ts';
import { userFieldsOf, userResource, type ScimUser } from './user-resource.ts';
import {
  createScimUser,
  findScimUser,
  listUsers,
  lockScimUser,
  removeScimUser,
  updateScimUser,
  type Author,
} from './users.ts';

const PREFIX = '/scim/v2';
const TYPE = 'application/scim+json';

type Parts = { db: Db; config: Config; sessions: Pick<SessionCache, 'invalidate'> };

/**
 * SCIM 2.0 (RFC 7643 and 7644), by which a company directory maintains accounts and groups. Its bodies and errors follow the
 * standard, so its routes are not calls of the contract.
 */
export function scimRoutes(app: FastifyInstance, { db, config, sessions }: Parts) {
  const base = config.PUBLIC_URL + PREFIX;
  return app.register(
    async (scope) => {
      acceptJsonOnly(scope, [TYPE, 'application/json']);
      scope.setErrorHandler((error: FastifyError, request, reply) =>
        sendError(reply, refusalOf(error, request)),
      );
      scope.setNotFoundHandler((_, reply) => sendError(reply, notFound().refusal));
      scope.addHook('onRequest', async (request, reply) => {
        request.actor = await actorOfScim(db, request);
        if (!request.actor)
          return sendError(
            reply,
            refuse(401, 'signed_out', 'Send an API token of the kind SCIM as Bearer token.'),
          );
        return undefined;
      });
      // Accounts may have lost their access.
      scope.addHook('onSend', async (request) => {
        if (request.method !== 'GET') sessions.invalidate();
      });
      discoveryRoutes(scope, base);
      userRoutes(scope, db, base);
      groupRoutes(scope, db, base);
    },
    { prefix: PREFIX },
  );
}

/** The token works while its owner is an active administrator. */
async function actorOfScim(db: Db, request: FastifyRequest): Promise<Actor | undefined> {
  const token = bearerOf(request);
  const actor = token ? await tokenActor(db, token) : undefined;
  if (actor?.tokenScope !== 'scim' || actor.role !== 'admin') return undefined;
  const refusal = actor.policy && refusalByPolicy(actor.policy, request);
  if (refusal) throw new RefusalError(refusal);
  return actor;
}

function refusalOf(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof RefusalError) return error.refusal;
  const known = knownFailure(error, request);
  if (!known || known.status >= 500) request.log.error({ err: error }, 'a SCIM request failed');
  return known ?? refuse(500, 'internal_error', `Something went wrong here. Reference: ${request.id}`);
}

const send = (reply: FastifyReply, body: unknown, status = 200) =>
  reply.code(status).type(`${TYPE}; charset=utf-8`).send(JSON.stringify(body));

const sendError = (reply: FastifyReply, refusal: Refusal) => {
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  return send(reply, scimError(refusal), refusal.status);
};

const notFound = () => new RefusalError(refuse(404, 'not_found', 'There is no such resource.'));

function discoveryRoutes(scope: FastifyInstance, base: string) {
  const listed = { ResourceTypes: resourceTypes(base), Schemas: schemas(base) };
  scope.get('/ServiceProviderConfig', (_, reply) => send(reply, serviceProviderConfig(base)));
  for (const [name, all] of Object.entries(listed)) {
    scope.get(`/${name}`, (_, reply) => send(reply, listResponse(all, all.length, 1)));
    scope.get(`/${name}/:id`, (request, reply) => {
      const one = all.find(({ id }) => id === idIn(request));
      if (!one) throw notFound();
      return send(reply, one);
    });
  }
}

const idIn = (request: FastifyRequest): string => (request.params as { id: string }).id;

/** Another id refers to nothing. */
function uuidIn(request: FastifyRequest): string {
  const id = z.uuid().safeParse(idIn(request)).data;
  if (id === undefined) throw notFound();
  return id.toLowerCase();
}

function bodyOf(request: FastifyRequest): Resource {
  const body = z.record(z.string(), z.unknown()).safeParse(request.body).data;
  if (!body) throw invalid('invalid_value', 'The body must be a JSON object.');
  return body;
}

function patchOf(request: FastifyRequest) {
  const named = Object.entries(bodyOf(request)).map(([key, value]) => [
    key.toLowerCase() === 'operations' ? 'Operations' : key,
    value,
  ]);
  const patch = PatchRequest.safeParse(Object.fromEntries(named));
  if (patch.error) throw invalid('invalid_value', 'Operations: a list of {op, path, value} is needed.');
  return patch.data.Operations;
}

function queryOf(request: FastifyRequest): ListQuery {
  const query = ListQuery.safeParse(request.query);
  if (query.error) throw invalid('invalid_value', 'The query is too long, or a parameter appears twice.');
  return query.data;
}

const authorOf = ({ actor }: FastifyRequest): Author => ({
  userId: actor?.userId ?? '',
  name: `SCIM for ${actor?.name ?? ''}`.slice(0, 255),
});

function userRoutes(scope: FastifyInstance, db: Db, base: string) {
  const answer = async (tx: Db, id: string) => userResource(await findScimUser(tx, id), base);

  scope.get('/Users', async (request, reply) => {
    const query = queryOf(request);
    const { users, total, startIndex } = await listUsers(db, query);
    const resources = users.map((user) => shown(userResource(user, base), query));
    return send(reply, listResponse(resources, total, startIndex));
  });
  scope.get('/Users/:id', async (request, reply) =>
    send(reply, shown(await answer(db, uuidIn(request)), queryOf(request))),
  );
  scope.post('/Users', async (request, reply) => {
    const fields = userFieldsOf(bodyOf(request));
    const created = await db.transaction(async (tx) =>
      answer(tx, await createScimUser(tx, authorOf(request), fields)),
    );
    return send(reply.header('location', `${base}/Users/${String(created['id'])}`), created, 201);
  });
  scope.put('/Users/:id', async (request, reply) => {
    const [id, fields] = [uuidIn(request), userFieldsOf(bodyOf(request))];
    const changed = await db.transaction(async (tx) => {
      await updateScimUser(tx, authorOf(request), id, fields);
      return answer(tx, id);
    });
    return send(reply, changed);
  });
  scope.patch('/Users/:id', async (request, reply) => {
    const [id, operations] = [uuidIn(request), patchOf(request)];
    const changed = await db.transaction(async (tx) => {
      const before = await lockScimUser(tx, id);
      const resource = userResource(before, base);
      applyPatch(resource, operations);
      await updateScimUser(tx, authorOf(request), id, userFieldsOf(followName(resource, before)));
      return answer(tx, id);
    });
    return send(reply, changed);
  });
  scope.delete('/Users/:id', async (request, reply) => {
    const id = uuidIn(request);
    await db.transaction((tx) => removeScimUser(tx, authorOf(request), id));
    return reply.code(204).send();
  });
}

/** An address that was the user name follows it, unless the directory also sent addresses. */
function followName(resource: Resource, { user, userName }: ScimUser): Resource {
  const { emails, ...others } = resource;
  const isUntouched =
    JSON.stringify(emails) === JSON.stringify([{ value: user.email, type: 'work', primary: true }]);
  return isUntouched && userName.toLowerCase() === user.email ? others : resource;
}

function groupRoutes(scope: FastifyInstance, db: Db, base: string) {
  const answer = async (tx: Db, id: string) => groupResource(await findScimGroup(tx, id), base);

  scope.get('/Groups', async (request, reply) => {
    const query = queryOf(request);
    const withMembers = 'members' in shown({ members: [] }, query);
    const { groups, total, startIndex } = await listGroups(db, query, withMembers);
    const resources = groups.map((group) => shown(groupResource(group, base), query));
    return send(reply, listResponse(resources, total, startIndex));
  });
  scope.get('/Groups/:id', async (request, reply) =>
    send(reply, shown(await answer(db, uuidIn(request)), queryOf(request))),
  );
  scope.post('/Groups', async (request, reply) => {
    const fields = groupFieldsOf(bodyOf(request));
    const created = await db.transaction(async (tx) =>
      answer(tx, await createScimGroup(tx, authorOf(request), fields)),
    );
    return send(reply.header('location', `${base}/Groups/${String(created['id'])}`), created, 201);
  });
  const change = async (request: FastifyRequest, resourceFrom: (before: Resource) => Resource) =>
    db.transaction(async (tx) => {
      const id = uuidIn(request);
      await lockGroup(tx, id);
      const before = await findScimGroup(tx, id);
      const fields = groupFieldsOf(resourceFrom(groupResource(before, base)));
      await updateScimGroup(tx, authorOf(request), before, fields);
      return answer(tx, before.id);
    });
  scope.put('/Groups/:id', async (request, reply) => {
    const body = bodyOf(request);
    return send(reply, await change(request, () => body));
  });
  scope.patch('/Groups/:id', async (request, reply) => {
    const operations = patchOf(request);
    await change(request, (resource) => {
      applyPatch(resource, operations);
      return resource;
    });
    // The members of a large group are not sent back.
    return reply.code(204).send();
  });
  scope.delete('/Groups/:id', async (request, reply) => {
    const id = uuidIn(request);
    await db.transaction((tx) => removeScimGroup(tx, authorOf(request), id));
    return reply.code(204).send();
  });
}
