import { expect, type Page } from '@playwright/test';
import { type Screen, shows } from './screen.ts';

/** Screens of alerts, with made-up data, so that every state is on them. */
export const alertScreens: Screen[] = [
  { name: 'no alerts', open: (page) => shows(page, '/alerts', 'No open alerts') },
  {
    name: 'alerts',
    open: async (page) => {
      await withAlerts(page);
      await shows(page, '/alerts', 'core-switch-01');
      await page.getByText('29 servers behind it').click();
    },
  },
  { name: 'alerts without a match', open: (page) => shows(page, '/alerts?show=silenced', 'No such alerts') },
  {
    name: 'alerts that could not be loaded',
    open: async (page) => {
      await page.route('**/api/alerts?*', (route) => route.abort());
      await shows(page, '/alerts', 'Alerts could not be loaded');
    },
  },
  {
    name: 'acknowledge an alert',
    open: async (page) => {
      await withAlerts(page);
      await shows(page, '/alerts', 'core-switch-01');
      await page.getByRole('button', { name: 'Acknowledge core-switch-01' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'silence an alert',
    open: async (page) => {
      await withAlerts(page);
      await shows(page, '/alerts', 'core-switch-01');
      await page.getByRole('button', { name: 'Silence core-switch-01' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'one alert',
    open: async (page) => {
      await page.route(`**/api/alerts/${ALERT.id}`, (route) =>
        route.fulfill({ json: { ...ALERT, timeline: TIMELINE } }),
      );
      await shows(page, `/alerts/${ALERT.id}`, 'Told that it began');
    },
  },
  {
    name: 'alert that does not exist',
    open: (page) => shows(page, `/alerts/${ALERT.id}`, 'This alert does not exist'),
  },
  {
    name: 'dashboard with alerts',
    open: async (page) => {
      await withAlerts(page);
      await shows(page, '/', 'core-switch-01');
    },
  },
  { name: 'no maintenance', open: (page) => shows(page, '/alerts/maintenance', 'No maintenance planned') },
  {
    name: 'maintenance',
    open: async (page) => {
      await page.route('**/api/maintenance', (route) => route.fulfill({ json: WINDOWS }));
      await shows(page, '/alerts/maintenance', 'New power supplies');
    },
  },
  {
    name: 'new maintenance each week',
    open: async (page) => {
      await shows(page, '/alerts/maintenance', 'New Window');
      await page.getByRole('button', { name: 'New Window' }).click();
      await page.getByRole('switch', { name: 'Each week' }).click();
    },
  },
  {
    name: 'before the plug is pulled',
    open: async (page) => {
      await page.route('**/api/servers/outage?*', (route) => route.fulfill({ json: OUTAGE }));
      await shows(page, '/alerts/plan', 'Servers to switch off');
      await page.getByLabel('Servers to switch off').first().fill('mel-db-01');
      await page.getByRole('button', { name: 'mel-db-01', exact: true }).click();
      await expect(page.getByRole('heading', { name: '2 more servers fall' })).toBeVisible();
    },
  },
  { name: 'nobody on duty', open: (page) => shows(page, '/alerts/duty', 'Nobody is on duty') },
  {
    name: 'duty',
    open: async (page) => {
      await page.route('**/api/duty', (route) => route.fulfill({ json: DUTY }));
      await shows(page, '/alerts/duty', 'On duty now');
    },
  },
  {
    name: 'new entry of duty',
    open: async (page) => {
      await shows(page, '/alerts/duty', 'New Entry');
      await page.getByRole('button', { name: 'New Entry' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'report of a month',
    open: async (page) => {
      await page.route('**/api/alerts/report?*', (route) => route.fulfill({ json: REPORT }));
      await shows(page, '/alerts/report?month=2026-10', 'Availability by team');
    },
  },
  {
    name: 'alert rules',
    open: async (page) => {
      await withRules(page);
      await shows(page, '/admin/alert-rules', 'Production at night');
    },
  },
  {
    name: 'alert rule',
    open: async (page) => {
      await withRules(page);
      await page.route('**/api/alert-rules/replay', (route) => route.fulfill({ json: REPLAY }));
      await shows(page, '/admin/alert-rules', 'Production at night');
      await page.getByRole('button', { name: 'Edit Production at night' }).click();
      await expect(page.getByText(/would have sent 14 messages/)).toBeVisible();
      await page.getByText('The last 1 of them').click();
    },
  },
  {
    name: 'channels',
    open: async (page) => {
      await withRules(page);
      await shows(page, '/admin/channels', 'Pager of the night');
    },
  },
  {
    name: 'channel with a secret',
    open: async (page) => {
      await withRules(page);
      await shows(page, '/admin/channels', 'Pager of the night');
      await page.getByRole('button', { name: 'Edit Pager of the night' }).click();
      await expect(page.getByText('A secret is set. Type a new one to replace it.')).toBeVisible();
    },
  },
  {
    name: 'test of a channel',
    open: async (page) => {
      await withRules(page);
      const reply = { status: 404, body: 'no such hook '.repeat(40) };
      await page.route('**/api/channels/*/test', (route) => route.fulfill({ json: reply }));
      await shows(page, '/admin/channels', 'Pager of the night');
      await page.getByRole('button', { name: 'Test Pager of the night' }).click();
      await expect(page.getByText('The receiver replied with status 404')).toBeVisible();
    },
  },
  { name: 'no alert inputs', open: (page) => shows(page, '/admin/alert-inputs', 'No heartbeats yet') },
  {
    name: 'alert inputs',
    open: async (page) => {
      await page.route('**/api/heartbeats', (route) => route.fulfill({ json: HEARTBEATS }));
      await page.route('**/api/alert-sources', (route) => route.fulfill({ json: SOURCES }));
      await shows(page, '/admin/alert-inputs', 'Nightly backup');
    },
  },
  {
    name: 'new heartbeat by cron',
    open: async (page) => {
      await shows(page, '/admin/alert-inputs', 'New Heartbeat');
      await page.getByRole('button', { name: 'New Heartbeat' }).click();
      await page.getByRole('button', { name: 'By cron' }).click();
    },
  },
  {
    name: 'address of a program',
    open: async (page) => {
      const url = 'https://ops-hub.corp.example.com/api/alerts/in/shown-once';
      await page.route('**/api/alert-sources', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 201, json: { ...SOURCES[0], url } })
          : route.fulfill({ json: SOURCES }),
      );
      await shows(page, '/admin/alert-inputs', 'New Program');
      await page.getByRole('button', { name: 'New Program' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Prometheus');
      await page.getByRole('button', { name: 'Add Program' }).click();
      await expect(page.getByText('It is shown only once.')).toBeVisible();
    },
  },
  {
    name: 'what a server needs',
    open: async (page) => {
      await page.goto('/infrastructure');
      await page.getByRole('link', { name: 'View mel-db-01' }).click();
      await page.getByRole('button', { name: 'Edit what it needs' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'limits of a server',
    open: async (page) => {
      await page.goto('/infrastructure');
      await page.getByRole('link', { name: 'View mel-db-01' }).click();
      await page.getByRole('button', { name: 'Edit limits and days' }).click();
      await page.getByRole('button', { name: 'Add Disk' }).click();
    },
  },
];

const id = (n: number) => `0198c0de-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const ALERT = {
  id: id(1),
  kind: 'down',
  state: 'firing',
  severity: 'critical',
  server: { id: id(2), name: 'core-switch-01' },
  subject: 'core-switch-01',
  text: 'No connection to 10.0.0.1:22 within 5 seconds',
  cause: null,
  startedAt: minutesAgo(41),
  firedAt: minutesAgo(40),
  acknowledgedBy: null,
  acknowledgedAt: null,
  note: null,
  resolvedAt: null,
  silence: null,
  runbooks: [{ id: id(3), title: 'Restart the core switches' }],
  behind: Array.from({ length: 29 }, (_, n) => ({ id: id(n + 10), name: `mel-app-${n + 1}` })),
  behindCount: 29,
};
const ALERTS = [
  ALERT,
  {
    ...ALERT,
    id: id(4),
    subject: 'billing-database-of-the-second-data-centre-01.corp.example.com',
    severity: 'warning',
    acknowledgedBy: 'Priya Natarajan',
    acknowledgedAt: minutesAgo(5),
    note: 'Cleaning up the logs',
    text: 'Disk is 96 % used',
    runbooks: [],
    behind: [],
    behindCount: 0,
  },
  { ...ALERT, id: id(5), subject: 'edge-07', state: 'pending', behind: [], behindCount: 0, runbooks: [] },
];
const REPORT = {
  month: '2026-10',
  alerts: 212,
  covered: 176,
  unresolvedSeconds: 86_400 + 5_400,
  environments: [
    { environment: 'production', servers: 118, availability: 99.93 },
    { environment: 'staging', servers: 41, availability: 98.1 },
    { environment: 'development', servers: 0, availability: null },
  ],
  teams: [
    { team: 'Network', servers: 38, availability: 100 },
    { team: 'Platform and identity services of the second data centre', servers: 9, availability: 97.4 },
  ],
};
const TIMELINE = [
  { at: minutesAgo(41), by: null, what: 'started', text: ALERT.text },
  { at: minutesAgo(40), by: 'Pager of the night', what: 'told', text: 'Told that it began' },
  { at: minutesAgo(30), by: 'Priya Natarajan', what: 'note', text: 'The fuse of rack 4 was out' },
];

const withAlerts = (page: Page) =>
  page.route('**/api/alerts?*', (route) =>
    route.fulfill({ json: ALERTS, headers: { 'X-Total-Count': String(ALERTS.length) } }),
  );

const WEEKLY = { days: [1, 2, 3, 4, 5], from: '18:00', to: '07:00', zone: 'Europe/Berlin' };
const WINDOWS = [
  {
    id: id(6),
    filter: 'name:="psu-left","psu-right"',
    from: minutesAgo(30),
    to: minutesAgo(-90),
    weekly: null,
    reason: 'New power supplies',
    by: 'Priya Natarajan',
    isNow: true,
  },
  {
    id: id(7),
    filter: 'env:staging',
    from: null,
    to: null,
    weekly: WEEKLY,
    reason: 'Staging sleeps at night',
    by: 'Ann Smith',
    isNow: false,
  },
];
const FALLEN = {
  environment: 'production',
  teamOwner: 'Storage',
  managedByName: 'Priya Natarajan',
  runbook: { id: id(3), title: 'Restart the core switches' },
};
const OUTAGE = {
  servers: [
    { ...FALLEN, id: id(2), name: 'mel-db-01', isChosen: true },
    { ...FALLEN, id: id(8), name: 'mel-app-01', isChosen: false, runbook: null },
    { ...FALLEN, id: id(9), name: 'mel-app-02', isChosen: false, teamOwner: null, managedByName: null },
  ],
  fallen: 2,
};
const DUTY = [
  {
    id: id(6),
    person: { id: id(7), name: 'Priya Natarajan' },
    from: minutesAgo(60),
    to: minutesAgo(-600),
    weekly: false,
    isNow: true,
  },
  {
    id: id(8),
    person: { id: id(9), name: 'Ann Smith' },
    from: minutesAgo(-600),
    to: minutesAgo(-1_320),
    weekly: true,
    isNow: false,
  },
];
const CHANNEL = { active: true, isBuiltIn: false, lastErrorAt: null, lastError: null };
const CHANNELS = [
  {
    ...CHANNEL,
    id: id(6),
    name: 'Pager of the night',
    kind: 'webhook',
    settings: { url: 'https://pager.corp.example.com/hooks/ops', hasSecret: true },
    lastSuccessAt: minutesAgo(300),
    lastErrorAt: minutesAgo(3),
    lastError: 'The connection was refused',
  },
  {
    ...CHANNEL,
    id: id(7),
    name: 'Everybody who watches',
    kind: 'in-product',
    settings: { hasSecret: false },
    isBuiltIn: true,
    lastSuccessAt: null,
  },
];
const RULES = [
  {
    id: id(8),
    position: 0,
    isBuiltIn: false,
    name: 'Production at night',
    filter: 'env:production',
    events: ['down', 'certificate'],
    leastSeverity: 'warning',
    delaySeconds: 120,
    hours: [WEEKLY],
    channels: [id(6)],
    repeatSeconds: 1_800,
    escalate: [{ afterSeconds: 900, channels: [id(7)] }],
    stop: true,
    active: true,
  },
];
const REPLAY = {
  messages: 14,
  withoutDependencies: 212,
  list: [{ at: minutesAgo(2_000), summary: 'core-switch-01 is down since 14:02 UTC; 29 servers behind it' }],
};
const HEARTBEATS = (['new', 'up', 'late', 'down'] as const).map((state, n) => ({
  id: id(n + 10),
  name: `Nightly backup ${n + 1}`,
  periodSeconds: n % 2 === 0 ? 3_600 : null,
  cron: n % 2 === 0 ? null : '30 2 * * *',
  zone: n % 2 === 0 ? null : 'Europe/Berlin',
  graceSeconds: 300,
  state,
  lastBeatAt: n === 0 ? null : minutesAgo(n * 100),
  dueAt: null,
  server: n === 1 ? { id: id(2), name: 'mel-db-01' } : null,
}));
const SOURCES = [{ id: id(6), name: 'Prometheus', createdAt: minutesAgo(3_000), lastSeenAt: null }];

async function withRules(page: Page) {
  await page.route('**/api/channels', (route) => route.fulfill({ json: CHANNELS }));
  await page.route('**/api/alert-rules', (route) => route.fulfill({ json: RULES }));
}
