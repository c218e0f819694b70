import type { FastifyInstance, FastifyRequest } from 'fastify';
import { alertInputs } from '../../contract/calls/alert-inputs.ts';
import { alertSources } from '../../contract/calls/alert-sources.ts';
import { heartbeats } from '../../contract/calls/heartbeats.ts';
import type { Config } from '../config.ts';
import type { Mount } from '../http/endpoint.ts';
import { acceptBytesOnly } from '../http/request-bodies.ts';
import { beat } from './beats.ts';
import { createHeartbeat, listHeartbeats, removeHeartbeat, updateHeartbeat } from './heartbeats.ts';
import { receiveAlerts } from './receive.ts';
import { createSource, listSources, removeSource } from './sources.ts';

/** Alerts and beats of other programs, and who may send them. */
export async function alertInputRoutes(
  app: FastifyInstance,
  mountIn: (scope: FastifyInstance) => Mount,
  { PUBLIC_URL: publicUrl, RATE_LIMIT_SCALE: scale }: Pick<Config, 'PUBLIC_URL' | 'RATE_LIMIT_SCALE'>,
) {
  const mount = mountIn(app);
  mount(alertSources.list, ({ db }) => listSources(db));
  mount(alertSources.create, ({ db, actor, body }) => createSource(db, actor, { ...body, publicUrl }));
  mount(alertSources.remove, ({ db, actor, params }) => removeSource(db, actor, params.id));
  mount(heartbeats.list, ({ db }) => listHeartbeats(db));
  mount(heartbeats.create, ({ db, actor, body }) => createHeartbeat(db, actor, { ...body, publicUrl }));
  mount(heartbeats.update, ({ db, actor, params, body }) => updateHeartbeat(db, actor, params.id, body));
  mount(heartbeats.remove, ({ db, actor, params }) => removeHeartbeat(db, actor, params.id));
  mount(alertInputs.receive, ({ db, params: { token }, body }) =>
    receiveAlerts(db, { token, received: body.alerts, scale }),
  );
  // A job that only knows how to open an address reports as well.
  mount(alertInputs.readBeat, ({ db, params }) => db.transaction((tx) => beat(tx, { ...params, scale })));
  mount(alertInputs.readBeatSignal, ({ db, params }) =>
    db.transaction((tx) => beat(tx, { ...params, scale })),
  );
  await app.register(async (scope) => {
    acceptBytesOnly(scope);
    const mountBytes = mountIn(scope);
    mountBytes(alertInputs.sendBeat, ({ db, params, request }) =>
      beat(db, { ...params, output: bodyOf(request), scale }),
    );
    mountBytes(alertInputs.sendBeatSignal, ({ db, params, request }) =>
      beat(db, { ...params, output: bodyOf(request), scale }),
    );
  });
}

const bodyOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : undefined);
