import { generateSync } from 'otplib';
import { startTestApp, type Client, type TestApp } from './app.ts';
import { aUser, PASSWORD, type TestUser } from './factories.ts';
import { cookieIn, goBack, startAt } from './google-journey.ts';
import { CLIENT, signInAt, startIdentityProvider, type Person } from './identity-provider.ts';
import { newSoftwarePasskey } from './software-passkey.ts';
import { approvals } from '../contract/calls/approvals.ts';

const REDIRECT = 'http://localhost:3000/auth/google/callback';

export type SignedIn = Client & { user: TestUser };

/** The product with a real identity provider, and the steps that people take with their accounts. */
export type AccountStory = Awaited<ReturnType<typeof startAccountStory>>;

export async function startAccountStory() {
  const provider = await startIdentityProvider(REDIRECT, { sub: 'nobody' });
  const hub = await startTestApp({
    settings: {
      RATE_LIMIT_SCALE: '1000',
      GOOGLE_CLIENT_ID: CLIENT.id,
      GOOGLE_CLIENT_SECRET: CLIENT.secret,
      GOOGLE_ISSUER: provider.issuer,
    },
  });
  const { anonymous, database } = hub;
  const admin = await hub.signedIn({ role: 'admin' });
  const ann = await hub.signedIn();
  const visit = (call: string, payload: object, cookie?: string) => post(anonymous, call, payload, cookie);

  return {
    hub,
    admin,
    ann,
    visit,
    register: (email: string, more: object = {}) =>
      visit('register', {
        email,
        firstName: 'Ann',
        lastName: 'Smith',
        password: PASSWORD,
        confirmPassword: PASSWORD,
        ...more,
      }),
    signIn: (email: string, password = PASSWORD) => visit('login', { email, password }),
    idOf: (email: string) => idOf(hub, email),
    /** The secret part of the link in the last mail to this address. */
    mailed: async (email: string) =>
      /(?:token|invitation)=([\w-]+)/.exec((await hub.mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? '',
    async decide(how: 'approve' | 'reject') {
      const user = await aUser(database.db, { accountStatus: 'pending_approval' });
      await admin.call(approvals[how], { params: { id: user.id } });
      return user;
    },
    /** Another person's account, changed by the administrator. */
    async manage(...changes: object[]) {
      const user = await aUser(database.db);
      for (const payload of changes)
        await admin.send({ method: 'PUT', url: `/api/admin/users/${user.id}`, payload });
      return user;
    },
    async google(person: Person) {
      provider.person = person;
      const { address, cookie } = await startAt(hub);
      return goBack(hub, cookie, await signInAt(address, REDIRECT));
    },
    withTwoFactor: () => withTwoFactor(hub),
    withPasskey: () => withPasskey(hub),
    async stop() {
      await hub.stop();
      await provider.stop();
    },
  };
}

export const post = (client: Client, call: string, payload: object = {}, cookie = client.cookie) =>
  client.send({ method: 'POST', url: `/api/auth/${call}`, payload, headers: { cookie } });

export const remove = (client: Client, call: string) =>
  client.send({ method: 'DELETE', url: `/api/auth/${call}`, payload: {} });

async function idOf({ database }: TestApp, email: string): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>('select id from users where email = $1', [
    email,
  ]);
  return rows[0]?.id ?? '';
}

/** An account with a second factor, its recovery codes, and the two steps of its sign-in. */
async function withTwoFactor(hub: TestApp) {
  const cara = await hub.signedIn();
  const { secret } = (await post(cara, '2fa/setup')).json<{ secret: string }>();
  const enabled = await post(cara, '2fa/enable', { code: generateSync({ secret }) });
  const { recoveryCodes } = enabled.json<{ recoveryCodes: string[] }>();
  return {
    cara,
    recoveryCodes,
    async signIn(code: string) {
      const first = await post(hub.anonymous, 'login', { email: cara.user.email, password: PASSWORD });
      const cookie = `second-step=${cookieIn(first, 'second-step')}`;
      return post(hub.anonymous, '2fa/verify', { code }, cookie);
    },
  };
}

/** An account with a passkey, and its sign-in. */
async function withPasskey(hub: TestApp) {
  const owner = await hub.signedIn();
  const passkey = newSoftwarePasskey();
  const begin = async (client: Client, call: string, kind: string) => {
    const answer = await post(client, call);
    const cookie = [client.cookie, `${kind}=${cookieIn(answer, kind)}`].filter(Boolean).join('; ');
    return { cookie, challenge: answer.json<{ challenge: string }>().challenge };
  };
  const making = await begin(owner, 'passkeys/options', 'new-passkey');
  const response = passkey.register(making.challenge);
  const made = await post(owner, 'passkeys', { name: 'Laptop', response }, making.cookie);
  return {
    owner,
    id: made.json<{ id: string }>().id,
    async signIn(wrong?: Parameters<typeof passkey.signIn>[1]) {
      const { challenge, cookie } = await begin(hub.anonymous, 'passkeys/login/options', 'passkey');
      return post(hub.anonymous, 'passkeys/login', { response: passkey.signIn(challenge, wrong) }, cookie);
    },
  };
}
