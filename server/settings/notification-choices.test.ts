import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { MENTION_PATH } from '../../contract/shared/mentions.ts';
import {
  NOTIFICATION_KINDS,
  noticeChoices,
  type NotificationKind,
} from '../../contract/calls/notification-choices.ts';
import { notifications } from '../../contract/calls/notifications.ts';
import { settingsChange } from '../../contract/calls/settings-change.ts';
import { settings } from '../../contract/calls/settings.ts';
import { documentShares } from '../../contract/calls/sharing.ts';
import { servers } from '../../contract/calls/servers.ts';
import { documentWatching } from '../../contract/calls/watching.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import { aKeptBackup } from '../../test/kept-backup.ts';
import { actorFor, aDocument } from '../../test/factories.ts';
import { askForApproval } from '../accounts/administration/lifecycle.ts';
import { noteFailure, noteKept } from '../backup/queries.ts';
import { recordResult } from '../checks/record.ts';
import { diskWarnings } from '../operations/disk-warnings.ts';
import { takeAccess } from '../documents/take-access.ts';
import { channels, servers as serverTable } from '../db/schema.ts';
import { noteChannel } from '../channels/note-channel.ts';

const at = withApp();
type Person = Awaited<ReturnType<typeof at.current.signedIn>>;

/** Each node has disks of its own. */
let nodes = 0;

/** Causes an event of the kind that notifies this person. Another person causes it. */
const HAPPENS: Record<NotificationKind, (ann: Person, bob: Person) => Promise<unknown>> = {
  approval: () =>
    at.current.database.db.transaction((tx) => askForApproval(tx, { userId: randomUUID(), name: 'Carl' })),
  disk: () =>
    diskWarnings(
      at.current.database.db,
      `node-${(nodes += 1)}`,
      () => undefined,
    )({
      folder: '/data',
      holds: [],
      free: 1,
      size: 2 ** 40,
      freeInodes: null,
      inodes: null,
      level: 'low',
    }),
  backup: async () => {
    const { db } = at.current.database;
    // Only the first failure after a success is reported.
    await noteKept(db, aKeptBackup());
    await db.transaction((tx) => noteFailure(tx, 'the disk is full'));
  },
  channel: async () => {
    const { db } = at.current.database;
    const [channel] = await db
      .insert(channels)
      .values({ name: 'Pager', kind: 'webhook', settings: {}, failingSince: sql`now() - interval '4 days'` })
      .returning();
    const failure = { isSent: false, status: null, text: 'The connection was refused' };
    if (channel) await db.transaction((tx) => noteChannel(tx, channel, failure));
  },
  'document.changed': async (ann, bob) => {
    const params = { id: await aDocument(at.current.database.db, bob.user, { title: 'Fail over' }) };
    await ann.call(documentWatching.watch, { params });
    await bob.call(documents.update, { params, body: { content: 'Changed' } });
  },
  'server.status': async (ann) => {
    const { id } = await ann.call(servers.create, { body: { name: 'syd-web-01', status: 'online' } });
    await at.current.database.db.transaction(async (tx) => {
      const [row] = await tx.select().from(serverTable).where(eq(serverTable.id, id)).for('update');
      if (row)
        await recordResult(tx, row, { outcome: 'bad', status: 'offline', latencyMs: 1, message: 'gone' });
    });
    await at.current.decideAlerts();
  },
  share: async (ann, bob) => {
    const id = await aDocument(at.current.database.db, bob.user);
    await bob.call(documentShares.create, { params: { id }, body: { sharedWithUserId: ann.user.id } });
  },
  mention: (ann, bob) =>
    bob.call(documents.create, {
      body: { title: 'On call', content: `[@Ann](${MENTION_PATH}${ann.user.id})` },
    }),
  access: async (ann, bob) => {
    const { id } = await ann.call(documents.create, {
      body: { title: 'Keys', content: 'In the safe', readers: [] },
    });
    await at.current.database.db.transaction((tx) => takeAccess(tx, actorFor(bob.user), id));
  },
};

test.each(NOTIFICATION_KINDS)(
  'SHELL-09 SET-02 %s notifies in the product and by mail, each as chosen',
  async (kind) => {
    const [ann, bob] = [await at.current.signedIn({ role: 'admin' }), await at.current.signedIn()];
    /** Numbers of notifications in the product and by mail after one more event. */
    const afterOneMore = async () => {
      await HAPPENS[kind](ann, bob);
      const list = await ann.call(notifications.list, {});
      expect(new Set(list.map((each) => each.kind))).toEqual(new Set(list.length > 0 ? [kind] : []));
      return [list.length, (await at.current.mailsTo(ann.user.email)).length];
    };
    const choose = (ways: { inProduct?: boolean; byMail?: boolean }) =>
      ann.call(noticeChoices.update, { body: { [kind]: ways } });
    await choose({ inProduct: false, byMail: false });
    expect(await afterOneMore()).toEqual([0, 0]);
    await choose({ inProduct: true });
    expect(await afterOneMore()).toEqual([1, 0]);
    await choose({ inProduct: false, byMail: true });
    expect(await afterOneMore()).toEqual([1, 1]);
    // The mail switch of the settings overrides the choices for mail, and does not affect the product.
    await choose({ inProduct: true });
    await ann.call(settingsChange.update, { body: { notifications: { email: false } } });
    expect(await afterOneMore()).toEqual([2, 1]);
  },
);

test('SHELL-09 SET-02 the default is every notification; choices are stored for one account only', async () => {
  const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
  const all = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, { inProduct: true, byMail: true }]));
  expect(await ann.call(noticeChoices.show, {})).toEqual(all);
  await ann.call(noticeChoices.update, { body: { share: { byMail: false } } });
  // Both ways of saving keep each other's values.
  await ann.call(settingsChange.update, { body: { preferences: { theme: 'dark' } } });
  await ann.call(noticeChoices.update, { body: { mention: { inProduct: false } } });
  expect(await ann.call(noticeChoices.show, {})).toEqual({
    ...all,
    share: { inProduct: true, byMail: false },
    mention: { inProduct: false, byMail: true },
  });
  expect((await ann.call(settings.show, {})).preferences.theme).toBe('dark');
  expect(await bob.call(noticeChoices.show, {})).toEqual(all);
  const url = '/api/notifications/choices';
  expectRefusal(await ann.send({ method: 'PUT', url, payload: { share: { byMail: 'yes' } } }), 400);
});
