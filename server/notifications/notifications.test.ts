import { expect, test } from 'vitest';
import { approvals } from '../../contract/calls/approvals.ts';
import { notifications } from '../../contract/calls/notifications.ts';
import { servers } from '../../contract/calls/servers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { askForApproval } from '../accounts/administration/lifecycle.ts';
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

const unread = async (client: Client) =>
  (await client.call(notifications.list, {})).flatMap(({ title, readAt }) =>
    readAt === null ? [title] : [],
  );

test.each([
  ['approves', (admin: Client, id: string) => admin.call(approvals.approve, { params: { id } })],
  ['rejects', (admin: Client, id: string) => admin.call(approvals.reject, { params: { id } })],
])(
  'SHELL-09 when one administrator %s an account, its notification closes for all of them',
  async (_, decide) => {
    const admins = [
      await at.current.signedIn({ role: 'admin' }),
      await at.current.signedIn({ role: 'admin' }),
    ];
    const { db, pool } = at.current.database;
    const add = async (name: string) => {
      const { rows } = await pool.query<{ id: string }>(
        `insert into users (email, first_name, last_name, account_status, is_email_verified)
       values (gen_random_uuid() || '@example.com', $1, '', 'pending_approval', true) returning id`,
        [name],
      );
      const userId = rows[0]?.id ?? '';
      await askForApproval(db, { userId, name });
      return userId;
    };
    await add('Bea');
    const carl = await add('Carl');
    for (const admin of admins)
      expect(await unread(admin)).toEqual(['Carl waits for approval', 'Bea waits for approval']);
    await decide(admins[0]!, carl);
    for (const admin of admins) expect(await unread(admin)).toEqual(['Bea waits for approval']);
  },
);

test.each([
  [
    'is up again',
    (ann: Client, id: string) => ann.call(servers.update, { params: { id }, body: { status: 'online' } }),
  ],
  [
    'is in maintenance',
    (ann: Client, id: string) =>
      ann.call(servers.update, { params: { id }, body: { status: 'maintenance' } }),
  ],
  ['is deleted', (ann: Client, id: string) => ann.call(servers.remove, { params: { id } })],
] as const)(
  'SHELL-09 the notification of an outage closes when the server %s, and no other one',
  async (_, change) => {
    const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
    const ids: string[] = [];
    for (const name of ['web-01', 'web-02']) {
      const { id } = await ann.call(servers.create, { body: { name, status: 'offline' } });
      ids.push(id);
      for (const { user } of [ann, bob])
        await notify(at.current.database.db, user.id, {
          kind: 'server.status',
          title: name,
          link: '/',
          subject: id,
        });
    }
    await ann.call(servers.update, { params: { id: ids[0]! }, body: { notes: 'Looking at it' } });
    expect(await unread(bob)).toEqual(['web-02', 'web-01']);
    await change(ann, ids[0]!);
    for (const client of [ann, bob]) expect(await unread(client)).toEqual(['web-02']);
  },
);
