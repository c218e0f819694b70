import { expect, type Browser, type Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { CLIENT, startIdentityProvider, type IdentityProvider } from '../test/identity-provider.ts';
import { freePort } from '../test/free-port.ts';
import { violationsOn } from './accessible.ts';
import { ADMINISTRATOR, openDataDir, PERSON, startHub, type Hub } from './hub.ts';
import { test } from './signed-in.ts';

test.use({ product: 'own' });

/** Sign-in with Google, an authenticator code or a passkey in one story, step by step. */
test.describe.configure({ mode: 'serial' });

const GUS = { sub: 'gus', email: 'gus@example.com', email_verified: true, name: 'Gus Olsen' };

let hub: Hub;
let removeData: () => Promise<void>;
let provider: IdentityProvider;
let ann: Page;
let gus: Page;

test.beforeAll(async ({ browser }) => {
  const PORT = await freePort();
  provider = await startIdentityProvider(`http://localhost:${PORT}/auth/google/callback`, GUS);
  const { dataDir, remove } = await openDataDir();
  removeData = remove;
  hub = await startHub(dataDir, {
    PORT,
    ...ADMINISTRATOR,
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    GOOGLE_ISSUER: provider.issuer,
    RATE_LIMIT_SCALE: '100',
  });
  [ann, gus] = [await openPage(browser), await openPage(browser)];
});

test.afterAll(async () => {
  for (const page of [ann, gus]) await page.context().close();
  await hub.stop();
  await provider.stop();
  await removeData();
});

const openPage = async (browser: Browser) => (await browser.newContext({ baseURL: hub.url })).newPage();
const isIn = (page: Page) => expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();

async function typePassword(page: Page) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(PERSON.email);
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeHidden();
}

test('AUTH-01 AUTH-18 Google leads to approval first and later to the requested page', async () => {
  await gus.goto('/login');
  await gus.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(gus).toHaveURL(/error=pending_approval/);
  await expect(gus.getByText('Your account is pending admin approval.')).toBeVisible();

  await typePassword(ann);
  await isIn(ann);
  await ann.goto('/admin/approval');
  await ann.getByRole('button', { name: 'Approve Gus Olsen' }).click();
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(ann.getByText('All caught up!')).toBeVisible();

  await gus.goto('/settings');
  await gus.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(gus).toHaveURL(/\/settings$/);
  await isIn(gus);
  await expect(gus.getByText('None yet: you sign in with Google')).toBeVisible();
  await expect(gus.getByRole('link', { name: 'Set Password' })).toBeVisible();
});

let [recoveryCode, anotherCode] = ['', ''];

test('AUTH-24 two-factor sign-in is enabled with a picture, a key and recovery codes', async () => {
  await ann.goto('/settings');
  await ann.getByRole('button', { name: 'Enable 2FA' }).click();
  const dialog = ann.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Password is incorrect')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = (await dialog.getByLabel('Or type this key').inputValue()).replaceAll(' ', '');
  await dialog.getByLabel('Code').fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('This code is wrong or was used already')).toBeVisible();
  await dialog.getByLabel('Code').fill(generateSync({ secret }));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = ann.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  [recoveryCode = '', anotherCode = ''] = await codes.allTextContents();
  const saved = ann.waitForEvent('download');
  await ann.getByRole('link', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('ops-hub-recovery-codes.txt');
  await ann.getByRole('button', { name: 'Done' }).click();
  await expect(ann.getByText('10 of 10 recovery codes left')).toBeVisible();
});

test('AUTH-24 sign-in asks for a code, and accepts a recovery code once', async () => {
  await signOut(ann);
  await typePassword(ann);
  await expect(ann.getByRole('heading', { level: 1, name: 'Two-factor authentication' })).toBeVisible();
  await expect(ann.getByLabel('Code')).toBeFocused();
  await ann.keyboard.type('123456');
  await ann.keyboard.press('Enter');
  await expect(ann.getByText('This code is wrong or was used already.')).toBeVisible();
  await ann.getByLabel('Code').fill(recoveryCode);
  await ann.getByRole('button', { name: 'Verify' }).click();
  await isIn(ann);
  await ann.goto('/settings');
  await expect(ann.getByText('9 of 10 recovery codes left')).toBeVisible();
});

test('AUTH-24 a passkey is added, signs in without a code, and is removed', async () => {
  const devtools = await ann.context().newCDPSession(ann);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await ann.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = ann.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(ann.getByRole('button', { name: 'Remove Work laptop' })).toBeVisible();

  await signOut(ann);
  await ann.goto('/login');
  await ann.getByRole('button', { name: 'Use a passkey' }).click();
  await isIn(ann);
  await ann.goto('/settings');
  await ann.getByRole('button', { name: 'Remove Work laptop' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(ann.getByRole('button', { name: 'Remove Work laptop' })).toBeHidden();

  await signOut(ann);
  await ann.goto('/login');
  await ann.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(ann.getByText('Login Failed')).toBeVisible();
});

test('AUTH-24 it is disabled with the password; until then the first step can be cancelled', async () => {
  await typePassword(ann);
  await ann.getByRole('button', { name: 'Back to sign in' }).click();
  await expect(ann.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await typePassword(ann);
  await ann.getByLabel('Code').fill(anotherCode);
  await ann.getByRole('button', { name: 'Verify' }).click();
  await isIn(ann);
  await ann.goto('/settings');
  await ann.getByRole('button', { name: 'Turn off' }).click();
  const dialog = ann.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(dialog.getByText('Enter your password to confirm')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(ann.getByRole('button', { name: 'Enable 2FA' })).toBeVisible();
  await signOut(ann);
  await typePassword(ann);
  await isIn(ann);
});

test('ACCESS-42 with OpenID Connect alone the sign-in page shows its button and one line for the administrator', async () => {
  await ann.goto('/admin/sign-in-policy');
  await ann.getByRole('switch', { name: /^Only by OpenID Connect/ }).click();
  await ann.getByLabel('Administrator for emergencies').selectOption({ index: 1 });
  await ann.getByRole('button', { name: 'Save Policy' }).click();
  await expect(ann.getByText('Sign-in Policy Saved')).toBeVisible();
  await gus.context().clearCookies();
  await gus.goto('/login');
  await expect(gus.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  const password = gus.getByLabel('Password', { exact: true });
  await expect(password).toBeHidden();
  await expect(gus.getByRole('button', { name: 'Use a passkey' })).toBeHidden();
  await expect(gus.getByRole('link', { name: 'Sign up' })).toBeHidden();
  expect(await violationsOn(gus)).toEqual([]);
  await gus.getByRole('button', { name: 'Sign in as the administrator for emergencies' }).click();
  await expect(password).toBeVisible();
  await gus.goto('/register');
  await expect(password).toBeHidden();
  await expect(gus.getByText('Accounts are created when people sign in with Google')).toBeVisible();
});
