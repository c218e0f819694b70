import { noticeChoices } from '../../contract/calls/notification-choices.ts';
import { settings } from '../../contract/calls/settings.ts';
import { settingsChange } from '../../contract/calls/settings-change.ts';
import { changedFields, record } from '../audit/record.ts';
import type { Mount } from '../http/endpoint.ts';
import { found, refuse } from '../http/errors.ts';
import { isOwnPicture } from '../objects/queries.ts';
import { publish } from '../live/publish.ts';
import { findNotificationChoices, storeNotificationChoices, findSettings, storeSettings } from './queries.ts';

export function settingsRoutes(mount: Mount) {
  mount(settings.show, async ({ db, actor }) => found(await findSettings(db, actor.userId), 'Account'));

  mount(settingsChange.update, async ({ db, actor, body }) => {
    const picture = body.profile?.profileImageUrl;
    if (picture && !(await isOwnPicture(db, picture, actor))) return wrongPicture();
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
  choiceRoutes(mount);
}

/** Channels per kind of notification. */
function choiceRoutes(mount: Mount) {
  mount(noticeChoices.show, ({ db, actor }) => findNotificationChoices(db, actor.userId));
  mount(noticeChoices.update, async ({ db, actor, body }) => {
    const before = await findNotificationChoices(db, actor.userId);
    const after = await storeNotificationChoices(db, actor.userId, before, body);
    const changed = changedFields<Record<string, unknown>>(before, after);
    if (Object.keys(changed.after).length > 0)
      await record(db, actor, {
        action: 'account.settings',
        kind: 'account',
        subjectId: actor.userId,
        ...changed,
      });
    return after;
  });
}

const wrongPicture = () => {
  const text = 'Choose a picture that you uploaded';
  return refuse(400, 'validation_failed', `profileImageUrl: ${text}`, {
    fields: { 'profile.profileImageUrl': text },
  });
};

const flat = ({
  profile,
  notifications,
  preferences,
}: Awaited<ReturnType<typeof findSettings>> & object) => ({
  ...profile,
  ...notifications,
  ...preferences,
});
