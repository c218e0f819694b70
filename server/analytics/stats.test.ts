import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { analytics } from '../../contract/calls/analytics.ts';
import { demo } from '../../contract/calls/demo.ts';
import { team } from '../../contract/calls/team.ts';
import { assistant } from '../../contract/calls/assistant.ts';
import { knowledgeBase } from '../../contract/calls/documents.ts';
import { notifications } from '../../contract/calls/notifications.ts';
import { settingsChange } from '../../contract/calls/settings-change.ts';
import { servers } from '../../contract/calls/servers.ts';
import { writing } from '../../contract/calls/writing.ts';
import { startTestApp, withApp } from '../../test/app.ts';
import { areBackupsElsewhere } from '../backup/routes.ts';
import type { Config } from '../config.ts';
import type { BackupPlace } from '../storage/backup-place.ts';
import { aDocument } from '../../test/factories.ts';
import { notify } from '../notifications/queries.ts';

const at = withApp();

test('DASH-02 counts every figure; uptime is unknown without checks', async () => {
  const ann = await at.current.signedIn();
  expect(await ann.call(analytics.stats, {})).toEqual({
    servers: { total: 0, thisMonth: 0 },
    documents: { total: 0, thisWeek: 0 },
    uptime: { percent: null, needAttention: 0 },
    aiSuggestions: { total: 0, today: 0 },
  });
  expect(await ann.call(analytics.stats, { query: { recent: 5 } })).toMatchObject({ recent: [] });
  const { id } = await ann.call(servers.create, { body: { name: 'a', status: 'offline' } });
  const gone = await ann.call(servers.create, { body: { name: 'b', status: 'warning' } });
  await ann.call(servers.remove, { params: { id: gone.id } });
  await aDocument(at.current.database.db, ann.user);
  const { pool } = at.current.database;
  await pool.query(`update documents set created_at = now() - interval '8 days'`);
  await pool.query(
    `insert into check_results (server_id, outcome, message, simulated)
     select $1, o, 'x', s from (values
         ('good', false), ('good', false), ('bad', false), ('bad', true), ('unknown', false), ('maintenance', false)) v(o, s)`,
    [id],
  );
  const { recent } = await ann.call(analytics.stats, { query: { recent: 1 } });
  expect(recent).toEqual(await ann.call(knowledgeBase.list, { query: { limit: 1, fields: 'card' } }));
  expect(await ann.call(analytics.stats, {})).toMatchObject({
    servers: { total: 1, thisMonth: 1 },
    documents: { total: 1, thisWeek: 0 },
    uptime: { percent: 66.67, needAttention: 1 },
  });
});

test('DASH-02 AI suggestions are replies and improved texts, each once; unchanged texts do not count', async () => {
  const ann = await at.current.signedIn();
  const counted = async () => (await ann.call(analytics.stats, {})).aiSuggestions;
  const before = await counted();
  const title = { fieldType: 'title', content: '  restart   the mail server ' } as const;
  const { enhancedContent } = await ann.call(writing.enhanceField, { body: title });
  expect(enhancedContent).not.toBe(title.content);
  await ann.call(writing.enhanceField, { body: { fieldType: 'title', content: enhancedContent } });
  const content = 'restart nginx\n\n1) stop it\n2) start it';
  await ann.call(writing.enhanceContent, { body: { title: 'restart nginx', content } });
  await ann.call(writing.preview, { body: { content, images: [] } });
  await ann.call(assistant.ask, { body: { query: 'How many servers are there?', conversationHistory: [] } });
  expect(await counted()).toEqual({ total: before.total + 4, today: before.today + 4 });
  const { pool } = at.current.database;
  await pool.query(`update ai_interactions set created_at = now() - interval '25 hours' where response = ''`);
  expect(await counted()).toEqual({ total: before.total + 4, today: before.today + 1 });
  // The log leaves out suggested texts, because the writer may discard them.
  const { rows } = await pool.query(
    `select query, response from ai_interactions where response = '' order by query`,
  );
  expect(rows.map(({ query }) => query)).toEqual(['Suggest: article', 'Suggest: document', 'Suggest: title']);
});

test('SHELL-09 an account sees its own notifications, newest first, and they stay read', async () => {
  const ann = await at.current.signedIn();
  const bob = await at.current.signedIn();
  const { db } = at.current.database;
  for (const title of ['first', 'second'])
    await notify(db, ann.user.id, { kind: 'server.status', title, link: '/infrastructure' });
  await notify(db, bob.user.id, { kind: 'server.status', title: 'of Bob', link: '/infrastructure' });
  const [second, first] = await ann.call(notifications.list, {});
  expect([second?.title, first?.title]).toEqual(['second', 'first']);
  await bob.call(notifications.read, { body: { ids: [first?.id ?? ''] } });
  expect((await ann.call(notifications.list, {})).every(({ readAt }) => readAt === null)).toBe(true);
  await ann.call(notifications.read, { body: { ids: [first?.id ?? ''] } });
  expect((await ann.call(notifications.list, {})).map(({ readAt }) => readAt !== null)).toEqual([
    false,
    true,
  ]);
  await ann.call(notifications.read, { body: { all: true } });
  expect((await ann.call(notifications.list, {})).every(({ readAt }) => readAt !== null)).toBe(true);
  expect(await bob.call(notifications.list, {})).toMatchObject([{ title: 'of Bob', readAt: null }]);
});

test('SET-02 notifications are also sent by mail until the account disables that', async () => {
  const ann = await at.current.signedIn();
  const { db } = at.current.database;
  await notify(db, ann.user.id, {
    kind: 'server.status',
    title: 'web-01 is offline',
    link: '/infrastructure/1',
  });
  const [mail] = await at.current.mailsTo(ann.user.email);
  expect(mail).toMatchObject({ subject: 'web-01 is offline' });
  expect(mail?.text).toContain('http://localhost:3000/infrastructure/1');
  await ann.call(settingsChange.update, { body: { notifications: { email: false } } });
  await notify(db, ann.user.id, {
    kind: 'server.status',
    title: 'web-01 is online',
    link: '/infrastructure',
  });
  expect(await at.current.mailsTo(ann.user.email)).toHaveLength(1);
});

test('DASH-02 tells administrators which first steps are done; demo data is nothing of one’s own', async () => {
  const app = await startTestApp({
    settings: { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'hub@example.com' },
  });
  try {
    const ann = await app.signedIn({ role: 'admin' });
    const steps = async () => (await ann.call(analytics.stats, { query: { steps: 'true' } })).steps;
    const before = { documents: false, servers: false, mail: true, people: false, demoData: false };
    expect(await steps()).toMatchObject(before);
    await ann.call(demo.add, {});
    expect(await steps()).toMatchObject({ ...before, demoData: true });
    await ann.call(team.invite, {
      body: { email: 'new@example.com', firstName: 'New', lastName: 'Person', role: 'Engineer' },
    });
    expect(await steps()).toMatchObject({ ...before, demoData: true, people: true });
    await ann.call(servers.create, { body: { name: 'own-01' } });
    expect(await steps()).toMatchObject({ documents: false, servers: true });
    await aDocument(app.database.db, ann.user);
    expect(await steps()).toMatchObject({ documents: true, servers: true });
    const bob = await app.signedIn();
    expect(await bob.call(analytics.stats, { query: { steps: 'true' } })).not.toHaveProperty('steps');
  } finally {
    await app.stop();
  }
});

test('OPS-03 backups count as done only when they are scheduled and on another disk than the database', async () => {
  const folder = { where: '', isFolder: true, workFolder: tmpdir() } as BackupPlace;
  const bucket = { ...folder, isFolder: false } as BackupPlace;
  const own = { BACKUP_TIME: '02:30', DATA_DIR: tmpdir() } as Config;
  expect(await areBackupsElsewhere(own, folder)).toBe(false);
  expect(await areBackupsElsewhere(own, bucket)).toBe(true);
  expect(await areBackupsElsewhere({ ...own, BACKUP_TIME: 'off' }, bucket)).toBe(false);
});
