import { expect, test } from 'vitest';
import { notifications } from '../../contract/calls/notifications.ts';
import { withApp } from '../../test/app.ts';
import { notify } from './queries.ts';

const at = withApp();

test('threat 45 nobody reads or marks the notifications of somebody else', async () => {
  const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
  await notify(at.current.database.db, ann.user.id, { kind: 'share', title: 'For Ann', link: '/team' });
  const [own] = await ann.call(notifications.list, {});
  expect(await bob.call(notifications.list, {})).toEqual([]);
  for (const body of [{ all: true as const }, { ids: [own?.id ?? ''] }])
    await bob.call(notifications.read, { body });
  expect(await ann.call(notifications.list, {})).toMatchObject([{ title: 'For Ann', readAt: null }]);
  await ann.call(notifications.read, { body: { all: true } });
  expect(await ann.call(notifications.list, {})).toMatchObject([{ readAt: expect.any(String) as string }]);
});
