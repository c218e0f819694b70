import { serverNeeds } from '../../contract/calls/server-needs.ts';
import type { Mount } from '../http/endpoint.ts';
import { found } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { changeNeeds, findNeeds } from './needs.ts';
import { findOutage } from './outage.ts';
import { findServerRow, lockServer } from './queries.ts';

export function needsRoutes(mount: Mount) {
  mount(serverNeeds.outage, ({ db, actor, query }) => findOutage(db, actor, query.ids.split(',')));
  mount(serverNeeds.find, async ({ db, params: { id } }) => {
    found(await findServerRow(db, id), 'Server');
    return findNeeds(db, id);
  });
  mount(serverNeeds.change, async ({ db, actor, params: { id }, body: { groups } }) => {
    found(await lockServer(db, id), 'Server');
    const refusal = await changeNeeds(db, actor, id, groups);
    if (refusal) return refusal;
    await publish(db, { type: 'changed', topic: 'servers', id });
    return findNeeds(db, id);
  });
}
