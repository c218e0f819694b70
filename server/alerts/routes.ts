import { alertRules } from '../../contract/calls/alert-rules.ts';
import { alerts, duty, maintenance, serverNeeds } from '../../contract/calls/alerts.ts';
import type { Mount } from '../http/endpoint.ts';
import { record } from '../audit/record.ts';
import { found } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { findServerRow, lockServer } from '../servers/queries.ts';
import type { Schedule } from '../servers/schedule.ts';
import { acknowledge, silence } from './acknowledge.ts';
import { createDuty, listDuty, removeDuty } from './duty.ts';
import { changeNeeds, findNeeds } from './needs.ts';
import { findAlert, listAlerts } from './queries.ts';
import { replayRule } from './replay.ts';
import { createRule, listRules, refuseFields, removeRule, updateRule } from './rules.ts';
import { createWindow, listWindows, removeWindow } from './windows.ts';

export function alertRoutes(mount: Mount, schedule: Schedule) {
  mount(alerts.list, ({ db, actor, query }) => listAlerts(db, actor, query));
  mount(alerts.find, async ({ db, actor, params }) => found(await findAlert(db, actor, params.id), 'Alert'));
  mount(alerts.acknowledge, async ({ db, actor, params: { id }, body }) => {
    const refusal = await acknowledge(db, actor, { id, note: body.note });
    return refusal ?? found(await findAlert(db, actor, id), 'Alert');
  });
  mount(alerts.silence, async ({ db, actor, params: { id }, body }) => {
    const refusal = await silence(db, actor, { id, ...body });
    return refusal ?? found(await findAlert(db, actor, id), 'Alert');
  });
  mountRules(mount, schedule);
  mountNeeds(mount);
  mount(maintenance.list, ({ db }) => listWindows(db));
  mount(maintenance.create, ({ db, actor, body }) => createWindow(db, actor, body));
  mount(maintenance.remove, ({ db, actor, params }) => removeWindow(db, actor, params.id));
  mount(duty.list, ({ db }) => listDuty(db));
  mount(duty.create, ({ db, actor, body }) => createDuty(db, actor, body));
  mount(duty.remove, ({ db, actor, params }) => removeDuty(db, actor, params.id));
}

function mountRules(mount: Mount, schedule: Schedule) {
  mount(alertRules.list, ({ db }) => listRules(db));
  mount(alertRules.create, ({ db, actor, body }) => createRule(db, actor, body));
  mount(alertRules.update, ({ db, actor, params, body }) => updateRule(db, actor, params.id, body));
  mount(alertRules.remove, ({ db, actor, params }) => removeRule(db, actor, params.id));
  mount(
    alertRules.replay,
    async ({ db, body }) => (await refuseFields(db, body)) ?? replayRule(db, body, schedule),
    { transaction: 'write' },
  );
}

function mountNeeds(mount: Mount) {
  mount(serverNeeds.find, async ({ db, params: { id } }) => {
    found(await findServerRow(db, id), 'Server');
    return findNeeds(db, id);
  });
  mount(serverNeeds.change, async ({ db, actor, params: { id }, body: { groups } }) => {
    found(await lockServer(db, id), 'Server');
    const before = (await findNeeds(db, id)).groups;
    const refusal = await changeNeeds(db, id, groups);
    if (refusal) return refusal;
    const after = await findNeeds(db, id);
    await record(db, actor, {
      action: 'server.needs',
      kind: 'server',
      subjectId: id,
      before: { needs: before },
      after: { needs: after.groups },
    });
    await publish(db, { type: 'changed', topic: 'servers', id });
    return after;
  });
}
