import { expect, type Browser, type Page } from '@playwright/test';
import { PERSON } from './hub.ts';
import { receive } from './outbox.ts';
import { test } from './signed-in.ts';

test.use({ product: 'own' });

/** Registration, approval and a forgotten password in one story, step by step. */
test.describe.configure({ mode: 'serial' });

const GRACE = {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  password: 'Comp1ler!Nano#Second',
};
const EVE = { firstName: 'Eve', lastName: 'Moss', email: 'eve@example.com', password: 'L1sten!Wire#Harbour' };
const NEW_PASSWORD = 'Bug-in-Rel4y#Moth!';
const CONFIRM = /Confirm your e-mail address/;

let visitor: Page;
let admin: Page;

test.beforeAll(async ({ browser, hub, cookie }) => {
  visitor = await openPage(browser, hub.url);
  admin = await openPage(browser, hub.url);
  await admin.context().addCookies([{ name: 'sid', value: cookie, url: hub.url }]);
});

test.afterAll(async () => {
  await visitor.context().close();
  await admin.context().close();
});

const openPage = async (browser: Browser, baseURL: string) =>
  (await browser.newContext({ baseURL })).newPage();

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function register(person: typeof GRACE) {
  await visitor.goto('/login');
  await visitor.getByRole('link', { name: 'Sign up' }).click();
  await fillRegistration(person);
  await expect(heading(visitor, 'Check Your Email')).toBeVisible();
}

async function fillRegistration(person: typeof GRACE) {
  await visitor.getByLabel('First name').fill(person.firstName);
  await visitor.getByLabel('Last name').fill(person.lastName);
  await visitor.getByLabel('Email').fill(person.email);
  await visitor.getByLabel('Password', { exact: true }).fill(person.password);
  await visitor.getByLabel('Confirm password').fill(person.password);
  await visitor.getByRole('button', { name: 'Create account' }).click();
}

async function signIn(email: string, password: string) {
  await visitor.getByLabel('Email').fill(email);
  await visitor.getByLabel('Password', { exact: true }).fill(password);
  await visitor.getByRole('button', { name: 'Sign in' }).click();
}

/** Links in mails use the product's public address, which is another name of this machine. */
const follow = (link: string | undefined) => {
  const { pathname, search } = new URL(link ?? '');
  return visitor.goto(pathname + search);
};

test('LAND-01 LAND-02 LAND-03 ROUTE-03 ROUTE-04 shows visitors what the product is and how to sign in', async () => {
  await visitor.goto('/');
  await expect(heading(visitor, 'Enterprise Documentation & Knowledge Management')).toBeVisible();
  await expect(visitor.getByText('Enterprise Ops Hub')).toBeVisible();
  await expect(visitor.getByRole('list').getByRole('heading')).toHaveText([
    'Smart Documentation',
    'Infrastructure Monitoring',
    'AI Assistant',
    'Team Collaboration',
    'Enterprise Security',
    'High Performance',
  ]);
  await expect(visitor.getByText('2025')).toBeVisible();
  for (const [role, name, path] of [
    ['link', 'Sign In', '/login'],
    ['link', 'Get Started', '/register'],
    ['button', 'Start Your Free Trial', '/register'],
  ] as const) {
    await visitor.goto('/');
    await visitor.getByRole(role, { name }).click();
    await expect(visitor).toHaveURL((url) => url.pathname === path);
  }
  await visitor.goto('/no/such/page');
  await expect(heading(visitor, '404 Page Not Found')).toBeVisible();
});

test('AUTH-07 registration asks for the password twice and then for verification of the address', async () => {
  await visitor.goto('/register');
  await visitor.getByLabel('Password', { exact: true }).fill(GRACE.password);
  await expect(visitor.getByText(/Strong ·/)).toBeVisible();
  await visitor.getByLabel('Confirm password').fill(`${GRACE.password}x`);
  await visitor.getByRole('button', { name: 'Create account' }).click();
  await expect(visitor.getByText("Passwords don't match")).toBeVisible();
  await register(GRACE);
  await expect(visitor.getByText(`A verification link was sent to ${GRACE.email}`)).toBeVisible();
  await visitor.getByRole('button', { name: 'Go to Login' }).click();
  await expect(visitor).toHaveURL(/\/login$/);
});

test('AUTH-07 AUTH-28 registration and verification report a server that does not respond', async () => {
  await visitor.route('**/api/auth/register', (route) => route.abort());
  await visitor.goto('/register');
  await fillRegistration({ ...GRACE, email: 'nobody@example.com' });
  await expect(visitor.getByText('Registration Failed')).toBeVisible();
  await expect(visitor.getByText('An error occurred during registration.')).toBeVisible();
  await visitor.unroute('**/api/auth/register');
  await visitor.route('**/api/auth/verify-email?*', (route) => route.abort());
  await visitor.goto('/verify-email?token=any');
  await expect(heading(visitor, 'Verification Failed')).toBeVisible();
  await expect(visitor.getByText('An error occurred during verification')).toBeVisible();
  await visitor.unroute('**/api/auth/verify-email?*');
  await visitor.goto('/login');
});

test('AUTH-27 sign-in with an unverified address offers to send the mail again', async ({ hub }) => {
  const first = await receive(hub, { to: GRACE.email, subject: CONFIRM });
  await signIn(GRACE.email, GRACE.password);
  await expect(visitor.getByText('Please verify your email address before signing in.')).toBeVisible();
  await visitor.getByRole('button', { name: 'Send the link again' }).click();
  await expect(visitor.getByText('we have sent the link again')).toBeVisible();
  await expect
    .poll(async () => (await receive(hub, { to: GRACE.email, subject: CONFIRM })).link)
    .not.toBe(first.link);
});

test('AUTH-13 shows an error for a wrong or missing token and offers a new link', async () => {
  await visitor.goto('/verify-email');
  await expect(heading(visitor, 'Invalid Link')).toBeVisible();
  await expect(visitor.getByText('This verification link is invalid or incomplete.')).toBeVisible();
  await visitor.goto('/verify-email?token=wrong');
  await expect(heading(visitor, 'Verification Failed')).toBeVisible();
  await expect(visitor.getByText('This verification link is invalid or has expired.')).toBeVisible();
  await visitor.getByLabel('Email').fill('nobody@example.com');
  await visitor.getByRole('button', { name: 'Send the link again' }).click();
  await expect(visitor.getByText('we have sent the link again')).toBeVisible();
  await visitor.getByRole('link', { name: 'Back to Login' }).click();
  await expect(heading(visitor, 'Sign in')).toBeVisible();
});

test('AUTH-13 AUTH-14 the mailed link verifies the address, and the account waits for approval', async ({
  hub,
}) => {
  let calls = 0;
  visitor.on('request', (request) => {
    if (request.url().includes('/api/auth/verify-email')) calls += 1;
  });
  await follow((await receive(hub, { to: GRACE.email, subject: CONFIRM })).link);
  await expect(heading(visitor, 'Email Verified')).toBeVisible();
  await expect(visitor.getByText('Awaiting admin approval')).toBeVisible();
  await expect(visitor).toHaveURL(/\/verify-email$/);
  expect(calls).toBe(1);
  await visitor.getByRole('link', { name: 'View Status' }).click();
  for (const step of ['Email Verified', 'Pending Approval', 'Account Active']) {
    await expect(visitor.getByRole('listitem').filter({ hasText: step })).toBeVisible();
  }
  await expect(visitor.getByText('typically takes 1-2 business days')).toBeVisible();
  await visitor.getByRole('button', { name: 'Try Login Again' }).click();
  await signIn(GRACE.email, GRACE.password);
  await expect(visitor.getByText('Login Failed')).toBeVisible();
  await expect(visitor.getByText('Your account is pending admin approval.').first()).toBeVisible();
});

test('SHELL-02 AUTH-19 an administrator approves an account after a confirmation, and it can sign in', async ({
  hub,
}) => {
  await admin.goto('/knowledge-base');
  await expect(admin).toHaveTitle('(1) Knowledge Base · Ops Hub');
  await admin.getByRole('link', { name: 'User Approvals 1 waiting' }).click();
  await expect(heading(admin, 'User Approval Dashboard')).toBeVisible();
  await expect(admin.getByText('1 user pending approval')).toBeVisible();
  const row = admin.getByRole('row').filter({ hasText: 'Grace Hopper' });
  for (const text of ['User', GRACE.email, 'Pending', 'Verified']) await expect(row).toContainText(text);
  await row.getByRole('button', { name: 'Approve' }).click();
  const question = admin.getByRole('alertdialog');
  await expect(question).toContainText('They will gain access to the platform immediately.');
  await question.getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByText('User Approved')).toBeVisible();
  await expect(admin.getByText('All caught up!')).toBeVisible();
  await expect(admin.getByText('No users pending approval')).toBeVisible();
  await expect(admin.getByRole('link', { name: 'User Approvals', exact: true })).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await expect(admin).toHaveTitle('User Approval Dashboard · Ops Hub');
  await receive(hub, { to: GRACE.email, subject: /account was approved/ });
  await signIn(GRACE.email, GRACE.password);
  await expect(heading(visitor, 'Dashboard')).toBeVisible();
});

test('SHELL-02 AUTH-19 hides administration from other accounts and refuses them', async () => {
  await expect(visitor.getByRole('link', { name: 'User Approvals' })).toBeHidden();
  await visitor.goto('/admin/approval');
  await expect(visitor.getByText('Access Denied')).toBeVisible();
  await visitor.getByRole('button', { name: 'Sign Out' }).click();
  await expect(heading(visitor, 'Enterprise Documentation & Knowledge Management')).toBeVisible();
});

test('AUTH-19 an administrator rejects an account after a confirmation, and it cannot sign in', async ({
  hub,
}) => {
  await register(EVE);
  await follow((await receive(hub, { to: EVE.email, subject: CONFIRM })).link);
  await expect(heading(visitor, 'Email Verified')).toBeVisible();
  // Without a reload.
  await expect(admin).toHaveTitle(/^\(1\) /);
  await expect(admin.getByRole('link', { name: 'User Approvals 1 waiting' })).toBeVisible();
  await admin.goto('/admin/approval');
  await admin.getByRole('button', { name: 'Reject Eve Moss' }).click();
  const question = admin.getByRole('alertdialog');
  await expect(question).toContainText('They will not be able to access the platform with this account.');
  await question.getByRole('button', { name: 'Reject' }).click();
  await expect(admin.getByText('User Rejected')).toBeVisible();
  await expect(admin.getByText('All caught up!')).toBeVisible();
  await receive(hub, { to: EVE.email, subject: /not approved/ });
  await visitor.goto('/login');
  await signIn(EVE.email, EVE.password);
  await expect(visitor.getByText('Your account has been rejected.').first()).toBeVisible();
});

test('AUTH-19 shows a decision that another administrator made first', async ({ hub }) => {
  await admin.route('**/api/admin/reject-user/*', (route) =>
    route.fulfill({
      status: 409,
      json: { error: 'Decided already', message: 'Decided already', code: 'invalid_transition' },
    }),
  );
  const person = { ...EVE, firstName: 'Ida', email: 'ida@example.com' };
  await register(person);
  await follow((await receive(hub, { to: person.email, subject: CONFIRM })).link);
  await expect(heading(visitor, 'Email Verified')).toBeVisible();
  await admin.goto('/admin/approval');
  await admin.getByRole('button', { name: 'Reject Ida Moss' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).click();
  await expect(admin.getByText('Rejection Failed')).toBeVisible();
  await expect(admin.getByText('Decided already')).toBeVisible();
});

test('AUTH-15 responds to a forgotten password equally for every address', async () => {
  await visitor.goto('/login');
  await visitor.getByRole('link', { name: 'Forgot password?' }).click();
  await visitor.getByLabel('Email').fill('no address');
  await visitor.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(visitor.getByText('Please enter a valid email address')).toBeVisible();
  await visitor.route('**/api/auth/forgot-password', (route) => route.abort());
  await visitor.getByLabel('Email').fill('nobody@example.com');
  await visitor.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(
    visitor.getByText(
      'Unable to connect to the server. Please check your internet connection and try again.',
    ),
  ).toBeVisible();
  await visitor.unroute('**/api/auth/forgot-password');
  for (const email of ['nobody@example.com', GRACE.email]) {
    await visitor.getByLabel('Email').fill(email);
    await visitor.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(heading(visitor, 'Check Your Email')).toBeFocused();
    // The announcement must not repeat the visible heading.
    await expect(visitor.getByText('Check Your Email')).toHaveCount(1);
    await expect(
      visitor.getByText("If an account with that email exists, we've sent you a password reset link...", {
        exact: true,
      }),
    ).toBeVisible();
    await visitor.getByRole('button', { name: 'Try Again' }).click();
    await expect(visitor.getByLabel('Email')).toHaveValue('');
  }
});

test('AUTH-16 AUTH-28 the mailed link sets a new password once', async ({ hub }) => {
  await visitor.goto('/reset-password');
  await expect(heading(visitor, 'Invalid Reset Link')).toBeVisible();
  await expect(
    visitor.getByText('Invalid or missing reset token. Please request a new password reset.'),
  ).toBeVisible();
  await visitor.getByRole('button', { name: 'Request New Password Reset' }).click();
  await expect(visitor).toHaveURL(/\/forgot-password$/);
  const { link } = await receive(hub, { to: GRACE.email, subject: /Set a new password/ });
  await follow(link);
  await expect(visitor.locator('input[name=token]')).toHaveValue(new URL(link!).searchParams.get('token')!);
  await setPassword(NEW_PASSWORD);
  await expect(heading(visitor, 'Password Reset Successful!')).toBeVisible();
  await visitor.getByRole('button', { name: 'Go to Sign In' }).click();
  await signIn(GRACE.email, GRACE.password);
  await expect(visitor.getByText('Invalid email or password.').first()).toBeVisible();
  await signIn(GRACE.email, NEW_PASSWORD);
  await expect(heading(visitor, 'Dashboard')).toBeVisible();
  await follow(link);
  await setPassword(PERSON.password);
  await expect(visitor.getByText('invalid, expired, or has already been used')).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Reset Password' })).toBeFocused();
});

async function setPassword(password: string) {
  await visitor.getByLabel('New password').fill(password);
  await visitor.getByLabel('Confirm password').fill(password);
  await visitor.getByRole('button', { name: 'Reset Password' }).click();
}
