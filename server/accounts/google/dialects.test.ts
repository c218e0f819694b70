import { afterEach, describe, expect, test, vi } from 'vitest';
import { startTestApp, withApp } from '../../../test/app.ts';
import { aUser } from '../../../test/factories.ts';
import { goBack, startAt } from '../../../test/google-journey.ts';
import { CLIENT } from '../../../test/identity-provider.ts';
import { startLyingIssuer, type LyingIssuer } from '../../../test/lying-issuer.ts';

/** Issuers with the peculiarities of many products. All use the same database. */
const at = withApp();
const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

type Options = {
  /** Path of the issuer, with or without a final slash. */
  path?: string;
  /** GOOGLE_ISSUER, if it differs from the issuer's own name. */
  address?: (issuer: string) => string;
  settings?: Record<string, string>;
};

async function aHub({ path, address = (issuer) => issuer, settings }: Options = {}) {
  const issuer = await startLyingIssuer(path);
  const { database } = at.current;
  const hub = await startTestApp({
    database: { ...database, drop: () => Promise.resolve() },
    settings: {
      GOOGLE_CLIENT_ID: CLIENT.id,
      GOOGLE_CLIENT_SECRET: CLIENT.secret,
      GOOGLE_ISSUER: address(issuer.issuer),
      ...settings,
    },
  });
  endings.push(issuer.stop, hub.stop);
  return { hub, issuer };
}

let count = 0;
type Told = Record<string, unknown>;

/** A new person at the issuer. Undefined removes a claim. */
function aPerson(issuer: LyingIssuer, nonce: string, claims: Told = {}): Told {
  count += 1;
  const person = { sub: `person-${count}`, email: `person-${count}@example.com`, name: 'Ada Byron' };
  return { ...issuer.honest(nonce), ...person, ...claims };
}

type Way = Awaited<ReturnType<typeof aHub>> & {
  claims?: Told;
  algorithm?: Parameters<LyingIssuer['sign']>[2];
  /** Further parameters of the callback. */
  more?: string;
};

/** Signs in completely. Returns the final address and the account. */
async function comeBack({ hub, issuer, claims, algorithm, more = '' }: Way) {
  const { cookie, query } = await startAt(hub);
  const tokenClaims = aPerson(issuer, query.get('nonce') ?? '', claims);
  issuer.token = issuer.sign(tokenClaims, 'own', algorithm);
  const info = issuer.userInfo;
  if (typeof info === 'object') issuer.userInfo = { sub: tokenClaims['sub'], ...info };
  const callback = `http://localhost:3000/auth/google/callback?code=any&state=${query.get('state')}${more}`;
  const answer = await goBack(hub, cookie, new URL(callback));
  const { rows } = await hub.database.pool.query<Told>(
    'select u.* from users u join identities i on i.user_id = u.id where i.subject = $1',
    [tokenClaims['sub']],
  );
  return { to: answer.headers.location, account: rows[0] };
}

const WAITS = '/login?error=pending_approval';
const FAILED = '/login?error=google_auth_failed';

/** The reason of the last failed sign-in in the audit log, which equals the reason in the log. */
async function reasonIn({ hub }: Pick<Way, 'hub'>): Promise<string> {
  const { rows } = await hub.database.pool.query<{ reason: string }>(
    "select after->>'reason' as reason from audit_entries where action = 'session.fail' order by at desc limit 1",
  );
  const reason = rows[0]?.reason ?? '';
  const logged = hub.logLines.map((line) => JSON.parse(line) as Told);
  expect(logged.findLast(({ msg }) => msg === 'sign-in with Google failed')?.['reason']).toContain(reason);
  return reason;
}

describe('AUTH-18 places where issuers state that an e-mail is verified', () => {
  test.each([true, 'true', 'True', 1, '1'])('accepts %j as true', async (email_verified) => {
    const way = await aHub();
    expect((await comeBack({ ...way, claims: { email_verified } })).to).toBe(WAITS);
  });

  test('accepts UserInfo alone, with or without an e-mail in the ID token', async () => {
    const way = await aHub();
    way.issuer.userInfo = { email_verified: 'true' };
    expect((await comeBack({ ...way, claims: { email_verified: undefined } })).to).toBe(WAITS);
    way.issuer.userInfo = { email: 'only.there@example.com', email_verified: true, name: 'Only There' };
    const { to, account } = await comeBack({ ...way, claims: { email: undefined, name: undefined } });
    expect(to).toBe(WAITS);
    expect(account).toMatchObject({
      email: 'only.there@example.com',
      first_name: 'Only',
      last_name: 'There',
    });
  });

  test('refuses an e-mail that is verified nowhere or for another address, and logs the reason', async () => {
    const way = await aHub();
    way.issuer.userInfo = {};
    expect((await comeBack({ ...way, claims: { email_verified: undefined } })).to).toBe(FAILED);
    expect(await reasonIn(way)).toContain('does not say whether the e-mail address is verified');
    way.issuer.userInfo = { email: 'somebody.else@example.com' };
    expect((await comeBack({ ...way, claims: { name: undefined } })).to).toBe(FAILED);
    expect(await reasonIn(way)).toContain('does not say whether the e-mail address is verified');
    way.issuer.userInfo = {};
    expect((await comeBack({ ...way, claims: { email_verified: false, xms_edov: true } })).to).toBe(FAILED);
    expect(await reasonIn(way)).toContain('the e-mail address is not verified');
    way.issuer.userInfo = { email_verified: 'false' };
    expect((await comeBack({ ...way, claims: { email_verified: undefined } })).to).toBe(FAILED);
    expect(await reasonIn(way)).toContain('the e-mail address is not verified');
  });

  test('refuses a new person if UserInfo is unreachable, and accepts a known one', async () => {
    const way = await aHub();
    way.issuer.userInfo = 403;
    const claims = { sub: 'known-one', email: 'known.one@example.com', email_verified: undefined };
    expect((await comeBack({ ...way, claims })).to).toBe(FAILED);
    expect(await reasonIn(way)).toContain('The UserInfo request failed');
    const { id } = await aUser(way.hub.database.db, { email: claims.email });
    await way.hub.database.pool.query(
      'insert into identities (issuer, subject, user_id) values ($1, $2, $3)',
      [way.issuer.issuer, claims.sub, id],
    );
    expect((await comeBack({ ...way, claims })).to).toBe('/');
  });
});

describe('AUTH-18 names of issuers', () => {
  const discovery = (issuer: string) => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  test.each<[string, string, (issuer: string) => string]>([
    ['with a slash, configured with it', '/application/o/hub/', (issuer) => issuer],
    ['with a slash, configured without', '/application/o/hub/', (issuer) => issuer.replace(/\/$/, '')],
    ['without a slash, configured with one', '/realms/ops', (issuer) => `${issuer}/`],
    ['without a slash, configured with two', '/realms/ops', (issuer) => `${issuer}//`],
    ['with a slash, configured as its discovery document', '/application/o/hub/', discovery],
    ['without a slash, configured as its discovery document', '/realms/ops', discovery],
  ])('%s', async (_, path, address) => {
    expect((await comeBack(await aHub({ path, address }))).to).toBe(WAITS);
  });

  test('refuses another name, as behind a proxy, with both names', async () => {
    const way = await aHub({ path: '/realms/ops' });
    way.issuer.discovery = { issuer: 'http://keycloak.internal:8080/realms/ops' };
    expect((await startAt(way.hub)).address).toBe(FAILED);
    const reason = await reasonIn(way);
    expect(reason).toContain(way.issuer.issuer);
    expect(reason).toContain('http://keycloak.internal:8080/realms/ops');
  });
});

describe('AUTH-18 signatures and requests of tokens', () => {
  test.each(['RS256', 'PS256', 'ES256'] as const)('%s', async (algorithm) => {
    const way = await aHub();
    way.issuer.discovery = { id_token_signing_alg_values_supported: [algorithm] };
    expect((await comeBack({ ...way, algorithm })).to).toBe(WAITS);
  });

  test('refuses HS256, which has no published key, by name', async () => {
    const way = await aHub();
    way.issuer.discovery = { id_token_signing_alg_values_supported: ['HS256'] };
    expect((await comeBack({ ...way, algorithm: 'HS256' })).to).toBe(FAILED);
    expect(await reasonIn(way)).toContain('HS256');
  });

  test('accepts new keys after a key rotation', async () => {
    const way = await aHub();
    expect((await comeBack(way)).to).toBe(WAITS);
    way.issuer.changeKeys();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
    try {
      expect((await comeBack(way)).to).toBe(WAITS);
    } finally {
      vi.useRealTimers();
    }
  });

  test('accepts a clock that is half a minute ahead or behind', async () => {
    const way = await aHub();
    const now = Math.floor(Date.now() / 1000);
    for (const at of [now + 30, now - 330])
      expect((await comeBack({ ...way, claims: { iat: at, nbf: at, exp: at + 300 } })).to).toBe(WAITS);
  });

  test('sends the secret form-encoded in the header, or in the body if the issuer offers only that', async () => {
    const settings = { GOOGLE_CLIENT_SECRET: 'a+b/c%d:e f' };
    const way = await aHub({ settings });
    expect((await comeBack(way)).to).toBe(WAITS);
    const { authorization = '' } = way.issuer.lastTokenRequest ?? {};
    const [, secret = ''] = Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':');
    expect(new URLSearchParams(`secret=${secret}`).get('secret')).toBe(settings.GOOGLE_CLIENT_SECRET);
    const other = await aHub({ settings });
    other.issuer.discovery = {
      token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt'],
    };
    expect((await comeBack(other)).to).toBe(WAITS);
    const sent = other.issuer.lastTokenRequest;
    expect([sent?.authorization, sent?.body.get('client_secret')]).toEqual([
      undefined,
      settings.GOOGLE_CLIENT_SECRET,
    ]);
  });

  test('reads a UserInfo response that is a signed token', async () => {
    const way = await aHub();
    way.issuer.discovery = { userinfo_signing_alg_values_supported: ['RS256'] };
    const { iss, aud } = way.issuer.honest('');
    const sub = 'signed-info';
    way.issuer.userInfo = way.issuer.sign({
      iss,
      aud,
      sub,
      email: 'signed@example.com',
      email_verified: true,
    });
    expect(
      (await comeBack({ ...way, claims: { sub, email: undefined, email_verified: undefined } })).to,
    ).toBe(WAITS);
  });
});

describe('AUTH-18 peculiarities of issuers', () => {
  test.each<[string, Told, [string, string]]>([
    ['a name alone', { name: 'Grace Brewster Hopper' }, ['Grace', 'Brewster Hopper']],
    [
      'parts of a name alone',
      { name: undefined, given_name: 'Grace', family_name: 'Hopper' },
      ['Grace', 'Hopper'],
    ],
    [
      'a first name and an empty last one',
      { name: 'Grace', given_name: 'Grace', family_name: '' },
      ['Grace', ''],
    ],
    ['a name as directories show it', { name: 'Hopper, Grace B.' }, ['Grace', 'B. Hopper']],
    ['names that are null', { name: null, given_name: null, family_name: null }, ['nameless', '']],
    ['names of another type', { name: ['Grace'], given_name: 7 }, ['nameless', '']],
  ])('%s', async (_, names, [first, last]) => {
    count += 1;
    const claims = { email: `nameless@${count}.example.com`, ...names };
    const { to, account } = await comeBack({ ...(await aHub()), claims });
    expect(to).toBe(WAITS);
    expect(account).toMatchObject({ first_name: first, last_name: last });
  });

  test('Microsoft: accepts a verified domain in place of a verified e-mail, and more groups than fit into a token', async () => {
    const way = await aHub();
    const groups = {
      _claim_names: { groups: 'src1' },
      _claim_sources: { src1: { endpoint: 'https://graph.example/users/1/getMemberObjects' } },
      roles: Array.from({ length: 200 }, (_, n) => `11111111-2222-3333-4444-${String(n).padStart(12, '0')}`),
    };
    const microsoft = { email_verified: undefined, oid: 'x', tid: 'y', ver: '2.0', ...groups };
    for (const xms_edov of [true, '1', 1])
      expect((await comeBack({ ...way, claims: { ...microsoft, xms_edov } })).to).toBe(WAITS);
    for (const xms_edov of [false, '0', undefined])
      expect((await comeBack({ ...way, claims: { ...microsoft, xms_edov } })).to).toBe(FAILED);
  });

  test('accepts further parameters of the callback, and compares the issuer among them', async () => {
    const way = await aHub();
    way.issuer.discovery = { authorization_response_iss_parameter_supported: true };
    const { issuer } = way.issuer;
    const more = `&session_state=s-1&scope=openid%20email&authuser=0&hd=example.com&prompt=none`;
    const from = (iss: string) => `${more}&iss=${encodeURIComponent(iss)}`;
    expect((await comeBack({ ...way, more: from(issuer) })).to).toBe(WAITS);
    expect((await comeBack({ ...way, more: from('https://accounts.example') })).to).toBe(FAILED);
    expect((await comeBack({ ...way, more })).to).toBe(FAILED);
    expect(await reasonIn(way)).toContain('iss');
  });

  test('accepts several audiences if the product is the authorized party', async () => {
    const claims = { aud: [CLIENT.id, 'a-project'], azp: CLIENT.id };
    expect((await comeBack({ ...(await aHub()), claims })).to).toBe(WAITS);
  });
});
