import { settings } from '../../contract/settings.ts';
import { settingsChange } from '../../contract/settings-change.ts';
import { changedFields, record } from '../audit/record.ts';
import type { Mount } from '../endpoint.ts';
import { found } from '../errors.ts';
import { publish } from '../live/publish.ts';
import { findSettings, storeSettings } from './queries.ts';

export function settingsRoutes(mount: Mount) {
  mount(settings.show, async ({ db, actor }) => found(await findSettings(db, actor.userId), 'Account'));

  mount(settingsChange.update, async ({ db, actor, body }) => {
    const before = found(await findSettings(db, actor.userId), 'Account');
    await storeSettings(db, actor.userId, before, body);
    const after = found(await findSettings(db, actor.userId), 'Account');
    const changed = changedFields<Record<string, unknown>>(flat(before), flat(after));
    if (Object.keys(changed.after).length > 0) {
      await record(db, actor, {
        action: 'account.settings',
        kind: 'account',
        subjectId: actor.userId,
        ...changed,
      });
      await publish(db, { type: 'changed', topic: 'accounts', id: actor.userId });
    }
    return after;
  });
}

const flat = ({
  profile,
  notifications,
  preferences,
}: Awaited<ReturnType<typeof findSettings>> & object) => ({
  ...profile,
  ...notifications,
  ...preferences,
});
