import { retention } from '../../contract/calls/retention.ts';
import { changedFields, record } from '../audit/record.ts';
import type { Mount } from '../http/endpoint.ts';
import { countOld, findRetention, saveRetention } from './retention.ts';

export function retentionRoutes(mount: Mount) {
  mount(retention.show, ({ db }) => findRetention(db));
  mount(retention.preview, ({ db, body }) => countOld(db, body));
  mount(retention.update, async ({ db, actor, body }) => {
    const change = changedFields(await findRetention(db), body);
    await saveRetention(db, body);
    await record(db, actor, { action: 'system.retention', kind: 'system', ...change });
    return body;
  });
}
