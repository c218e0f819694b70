import { alertRules } from '../../contract/calls/alert-rules.ts';
import { alerts } from '../../contract/calls/alerts.ts';
import { duty } from '../../contract/calls/duty.ts';
import { maintenance } from '../../contract/calls/maintenance.ts';
import type { Mount } from '../http/endpoint.ts';
import type { Schedule } from '../servers/schedule.ts';
import { acknowledge, addNote, closeExternal, silence } from './acknowledge.ts';
import { createDuty, listDuty, removeDuty } from './duty.ts';
import { findAlert, listAlerts } from './queries.ts';
import { replayRule } from './replay.ts';
import { reportMonth } from './report.ts';
import { createRule, listRules, refuseFields, removeRule, updateRule } from './rules.ts';
import { createWindow, listWindows, removeWindow } from './windows.ts';

export function alertRoutes(mount: Mount, schedule: Schedule) {
  mount(alerts.list, ({ db, actor, query }) => listAlerts(db, actor, query));
  mount(alerts.find, ({ db, actor, params }) => findAlert(db, actor, params.id));
  mount(alerts.report, ({ db, query }) => reportMonth(db, query.month));
  mount(alerts.addNote, async ({ db, actor, params: { id }, body }) => {
    await addNote(db, actor, { id, ...body });
    return findAlert(db, actor, id);
  });
  mount(alerts.acknowledge, async ({ db, actor, params: { id }, body }) => {
    const refusal = await acknowledge(db, actor, { id, note: body.note });
    return refusal ?? findAlert(db, actor, id);
  });
  mount(alerts.close, async ({ db, actor, params: { id }, body }) => {
    const refusal = await closeExternal(db, actor, { id, note: body.note });
    return refusal ?? findAlert(db, actor, id);
  });
  mount(alerts.silence, async ({ db, actor, params: { id }, body }) => {
    const refusal = await silence(db, actor, { id, ...body });
    return refusal ?? findAlert(db, actor, id);
  });
  mountRules(mount, schedule);
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
