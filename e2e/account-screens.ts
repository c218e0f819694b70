import { expect, type Page } from '@playwright/test';
import { cutOff, follow, waitUntilKept } from './kept-copies.ts';
import { LONG, type Screen, shows } from './screen.ts';

/** Screens of sign-in, team, administration and settings. */
export const accountScreens: Screen[] = [
  {
    name: 'landing page',
    signedOut: true,
    open: (page) => shows(page, '/', 'Ready to Transform Your Documentation?'),
  },
  { name: 'sign-in', signedOut: true, open: (page) => shows(page, '/login', 'Sign In') },
  {
    name: 'sign-in by OpenID Connect alone',
    signedOut: true,
    open: (page) => withOpenIdOnly(page, '/login', 'Sign in as the administrator for emergencies'),
  },
  {
    name: 'registration by OpenID Connect alone',
    signedOut: true,
    open: (page) => withOpenIdOnly(page, '/register', 'Accounts are created when people sign in'),
  },
  {
    name: 'sign-in with an error',
    signedOut: true,
    open: (page) => shows(page, '/login?error=pending_approval', 'pending admin approval'),
  },
  {
    name: 'first administrator',
    signedOut: true,
    open: (page) => shows(page, '/register?setup=x', 'Create account'),
  },
  {
    name: 'registration',
    signedOut: true,
    open: (page) => shows(page, '/register', 'Create your account'),
  },
  {
    name: 'verification that failed',
    signedOut: true,
    open: (page) => shows(page, '/verify-email?token=wrong', 'Verification Failed'),
  },
  {
    name: 'wait for approval',
    signedOut: true,
    open: (page) => shows(page, '/approval-pending', 'Pending Approval'),
  },
  {
    name: 'forgotten password',
    signedOut: true,
    open: (page) => shows(page, '/forgot-password', 'Send Reset Link'),
  },
  {
    name: 'new password',
    signedOut: true,
    open: async (page) => {
      await shows(page, '/reset-password?token=wrong', 'Set a new password');
      await page.getByLabel('New password').fill('abc');
      await page.getByRole('button', { name: 'Reset Password' }).click();
      await expect(page.getByText("Passwords don't match")).toBeVisible();
    },
  },
  {
    name: 'new password without a link',
    signedOut: true,
    open: (page) => shows(page, '/reset-password', 'Invalid Reset Link'),
  },
  { name: 'approvals', open: (page) => withPendingUsers(page) },
  { name: 'no approvals', open: (page) => shows(page, '/admin/approval', 'All caught up!') },
  {
    name: 'question before approving',
    open: async (page) => {
      await withPendingUsers(page);
      await page.getByRole('button', { name: 'Approve' }).first().click();
      await expect(page.getByText('They will gain access to the platform immediately.')).toBeVisible();
    },
  },
  {
    name: 'team',
    open: async (page) => {
      await page.route('**/api/team-members', (route) => route.fulfill({ json: TEAM }));
      await shows(page, '/team', 'Priya Natarajan');
    },
  },
  { name: 'team without members', open: (page) => shows(page, '/team', 'No team members found') },
  {
    name: 'new member with errors',
    open: async (page) => {
      await page.goto('/team');
      await page.getByRole('button', { name: 'Add Team Member' }).click();
      await page.getByRole('button', { name: 'Add Member' }).click();
      await expect(page.getByText('Role is required')).toBeVisible();
    },
  },
  { name: 'users', open: (page) => shows(page, '/admin/users', 'Deactivate') },
  { name: 'groups', open: (page) => withGroup(page) },
  {
    name: 'members of a group',
    open: async (page) => {
      await withGroup(page);
      await page.getByRole('button', { name: 'Members of Network team' }).click();
      await expect(page.getByRole('list', { name: 'Accounts' }).getByRole('checkbox').first()).toBeVisible();
    },
  },
  { name: 'users without a match', open: (page) => shows(page, '/admin/users?q=zzzz', 'No users found') },
  {
    name: 'question before deactivating',
    open: async (page) => {
      await shows(page, '/admin/users', 'Deactivate');
      await page.getByRole('button', { name: 'Deactivate' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'audit log with a change shown',
    open: async (page) => {
      await shows(page, '/admin/audit', 'created a document');
      await page.getByText('Changed fields').first().click();
      await expect(page.getByRole('table').first()).toBeVisible();
    },
  },
  {
    name: 'audit log without a match',
    open: (page) => shows(page, '/admin/audit?to=2020-01-31', 'No entries found'),
  },
  {
    name: 'system',
    open: (page) => shows(page, '/admin/system', 'Back Up Now'),
  },
  {
    name: 'sign-in policy',
    open: (page) => shows(page, '/admin/sign-in-policy', 'Save Policy'),
  },
  {
    name: 'second factor needed soon',
    open: async (page) => {
      await withPolicy(page, { secondFactorBy: '2026-12-24T12:00:00.000Z' });
      await shows(page, '/team', 'Your role needs a second factor');
    },
  },
  {
    name: 'second factor needed now',
    open: async (page) => {
      await withPolicy(page, { secondFactorBy: '2026-01-01T12:00:00.000Z', mustEnrol: true });
      await shows(page, '/team', 'Set up a second factor');
      await expect(page.getByRole('button', { name: 'Enable 2FA' })).toBeEnabled();
    },
  },
  {
    name: 'access of a user',
    open: async (page) => {
      await shows(page, '/admin/users', 'Deactivate');
      await page
        .getByRole('button', { name: /^Access: / })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByText('API tokens', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'retention',
    open: async (page) => {
      await shows(page, '/admin/system', 'Back Up Now');
      await page.getByRole('button', { name: 'Change Retention' }).click();
      await expect(page.getByLabel('Notifications, days')).toHaveValue('90');
    },
  },
  {
    name: 'broken links',
    open: (page) => shows(page, '/admin/broken-links', 'Leads to'),
  },
  {
    name: 'settings with the sessions',
    open: async (page) => {
      await shows(page, '/settings', 'You have no API tokens.');
      await page.getByRole('button', { name: 'View Sessions' }).click();
      await expect(page.getByText('This device')).toBeVisible();
    },
  },
  { name: 'change of the password', open: (page) => settingsDialog(page, 'Change Password') },
  {
    name: 'change of the password with errors',
    open: async (page) => {
      await settingsDialog(page, 'Change Password');
      await page.getByRole('dialog').getByRole('button', { name: 'Change Password' }).click();
      await expect(page.getByText('Current password is required')).toBeVisible();
    },
  },
  { name: 'question for the password', open: (page) => settingsDialog(page, 'Enable 2FA') },
  { name: 'new token', open: (page) => settingsDialog(page, 'New Token') },
  {
    name: 'new token on the only screen that shows it',
    open: async (page) => {
      await page.route('**/api/auth/tokens', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 201, json: MADE_TOKEN })
          : route.fulfill({ json: [MADE_TOKEN] }),
      );
      await settingsDialog(page, 'New Token');
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(MADE_TOKEN.name);
      await page.getByRole('button', { name: 'Create Token' }).click();
      await expect(page.getByText('It is shown only once')).toBeVisible();
    },
  },
  {
    name: 'question before deleting a token',
    open: async (page) => {
      await withMadeToken(page);
      await settingsDialog(page, `Delete ${MADE_TOKEN.name}`);
    },
  },
  {
    name: 'offline copies',
    keepsCopies: true,
    open: (page) => shows(page, '/settings/offline', 'on this device'),
  },
  {
    name: 'offline copies without storage',
    open: async (page) => {
      await shows(page, '/settings/offline', 'There are no copies in this browser');
    },
  },
  {
    name: 'document as a copy',
    keepsCopies: true,
    open: async (page) => {
      const data = { title: 'Restart the queue', content: LONG, templateType: 'how_to_guide' };
      const made = (await (await page.request.post('/api/documents', { data })).json()) as { id: string };
      await page.goto('/dashboard');
      await waitUntilKept(page, `document:${made.id}`);
      await cutOff(page);
      await follow(page, `/knowledge-base/${made.id}`);
      await expect(page.getByText('Copy of ')).toBeVisible();
    },
  },
  {
    name: 'settings that could not be loaded',
    open: async (page) => {
      await page.route(/\/api\/auth\/(ways-in|tokens|sessions)$/, (route) => route.abort());
      await shows(page, '/settings', 'Tokens could not be loaded');
      await page.getByRole('button', { name: 'View Sessions' }).click();
      await expect(page.getByText('Sessions could not be loaded')).toBeVisible();
    },
  },
];

/** When the call for all sections fails, each section sends its own call. */
async function withMadeToken(page: Page) {
  await page.route('**/api/auth/ways-in', (route) => route.abort());
  await page.route('**/api/auth/tokens', (route) => route.fulfill({ json: [MADE_TOKEN] }));
}

const MADE_TOKEN = {
  id: '0198c0de-0000-7000-8000-000000000001',
  name: 'inventory-export',
  scope: 'read',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2126-01-01T00:00:00.000Z',
  lastUsedAt: null,
  token: 'shown-once',
};

const TEAM = ['System Administrator', 'DevOps Engineer', 'Security Analyst', `${'Long'.repeat(20)}`].map(
  (role, n) => ({
    id: `0198c0de-0000-7000-8000-00000000000${n}`,
    name: n === 3 ? 'Wolfeschlegel'.repeat(3) : 'Priya Natarajan',
    email: n === 3 ? `${'long'.repeat(14)}@example.com` : `priya-${n}@example.com`,
    role,
    department: n === 1 ? null : 'Midrange Services Team',
    profileImageUrl: null,
    status: n === 2 ? 'inactive' : 'active',
    lastActive: n === 0 ? '2026-01-01T00:00:00.000Z' : null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  }),
);

async function settingsDialog(page: Page, button: string) {
  await page.goto('/settings');
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  // While the page arrives its position is restored, so that an early click misses the button.
  await expect(async () => {
    await page.getByRole('button', { name: button }).click();
    await expect(dialog).toBeVisible({ timeout: 3_000 });
  }).toPass();
}

async function withGroup(page: Page) {
  await page.request.post('/api/groups', { data: { name: 'Network team' } });
  await shows(page, '/admin/groups', 'Network team');
}

async function withPendingUsers(page: Page) {
  const person = (email: string, firstName: string, lastName: string, isEmailVerified: boolean) => ({
    id: crypto.randomUUID(),
    firstName,
    lastName,
    email,
    role: 'user',
    authProvider: isEmailVerified ? 'local' : 'google',
    createdAt: new Date().toISOString(),
    isEmailVerified,
    profileImageUrl: null,
    status: 'pending_approval',
    accountStatus: 'pending_approval',
  });
  const waiting = [
    person('priya.natarajan@example.com', 'Priya', 'Natarajan', true),
    person(`${'long'.repeat(14)}@example.com`, 'Wolfeschlegel'.repeat(3), 'Steinhausen', false),
  ];
  await page.route('**/api/admin/pending-users', (route) => route.fulfill({ json: waiting }));
  await shows(page, '/admin/approval', 'Priya Natarajan');
}

/** The signed-in account, as the sign-in policy treats it. */
const withPolicy = (page: Page, change: object) =>
  page.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), ...change } });
  });

/** As the server marks its pages (server/http/pages.ts). */
async function withOpenIdOnly(page: Page, path: string, text: string) {
  await page.goto(path);
  await page.evaluate(() => document.documentElement.setAttribute('data-openid-only', ''));
  await expect(page.getByText(text)).toBeVisible();
}
