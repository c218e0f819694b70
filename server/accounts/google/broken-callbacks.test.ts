import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { administration, type AuditEntry } from '../../../contract/calls/administration.ts';
import { startTestApp, type Client, type TestApp } from '../../../test/app.ts';
import {
  CLIENT,
  signInAt,
  startIdentityProvider,
  type IdentityProvider,
} from '../../../test/identity-provider.ts';
import { httpAnswer, startLyingPeer } from '../../../test/lying-peer.ts';
import { startLyingIssuer, type LyingIssuer } from '../../../test/lying-issuer.ts';
import { tableState } from '../../../test/table-state.ts';
import { startWebTarget } from '../../../test/web-target.ts';
import { cookieIn, goBack, startAt } from '../../../test/google-journey.ts';

type Running = TestApp & { stop(): Promise<void> };
const REDIRECT = 'http://localhost:3000/auth/google/callback';

const hubWith = (issuer: string) =>
  startTestApp({
    settings: { GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret, GOOGLE_ISSUER: issuer },
  });

/**
 * Expects a redirect with the code, no session and no account. The started sign-in may be deleted, the attempt is counted,
 * and one audit entry reports it.
 */
async function expectFailure(hub: TestApp, why: string, comeBack: () => ReturnType<typeof goBack>) {
  const failures = await listFailures(hub);
  // Sending a mail changes its row, so wait for it first.
  await hub.mailsTo('');
  const before = await tableState(hub.database);
  const answer = await comeBack();
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login?error=google_auth_failed']);
  expect(cookieIn(answer, 'sid')).toBe('');
  const passing = {
    challenges: '',
    rate_limits: '',
    audit_entries: '',
    audit_counts: '',
    audit_hours: '',
    audit_unsealed: '',
  };
  expect({ ...(await tableState(hub.database)), ...passing }).toEqual({ ...before, ...passing });
  const [last, ...earlier] = await listFailures(hub);
  expect(earlier).toEqual(failures);
  expect(last).toMatchObject({
    actorId: null,
    subjectId: null,
    after: { via: 'google', address: '127.0.0.1' },
  });
  expect(JSON.stringify(last?.after).replaceAll('\\', '')).toContain(why);
}

/** All audit entries of accounts, newest first. */
async function listFailures(hub: TestApp): Promise<AuditEntry[]> {
  readers.set(hub, readers.get(hub) ?? (await hub.signedIn({ role: 'admin' })));
  return readers.get(hub)?.call(administration.audit, { query: { kind: 'account', limit: 200 } }) ?? [];
}
const readers = new Map<TestApp, Client>();

describe('threat 39 AUTH-18 callbacks from an honest provider that do not match their request', () => {
  let provider: IdentityProvider;
  let hub: Running;
  beforeAll(async () => {
    provider = await startIdentityProvider(REDIRECT, {
      sub: 'one',
      email: 'one@example.com',
      email_verified: true,
      name: 'Una One',
    });
    hub = await hubWith(provider.issuer);
  });
  afterAll(async () => {
    await hub.stop();
    await provider.stop();
  });

  const begin = async () => {
    const started = await startAt(hub);
    return { cookie: started.cookie, returned: await signInAt(started.address, REDIRECT) };
  };

  test('the request has a state, a nonce and a challenge', async () => {
    const { query } = await startAt(hub);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(query.get(name)?.length).toBeGreaterThan(30);
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('redirect_uri')).toBe(REDIRECT);
  });

  test('the state is missing', async () => {
    const { cookie, returned } = await begin();
    returned.searchParams.delete('state');
    await expectFailure(hub, '"state" missing', () => goBack(hub, cookie, returned));
  });

  test('the state belongs to another browser', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    await expectFailure(hub, 'unexpected "state"', () => goBack(hub, mine.cookie, theirs.returned));
  });

  test('the browser started no sign-in', async () => {
    const { returned } = await begin();
    await expectFailure(hub, 'began no sign-in', () => goBack(hub, '', returned));
  });

  test('the sign-in took longer than ten minutes', async () => {
    const { cookie, returned } = await begin();
    await hub.database.pool.query("update challenges set expires_at = now() - interval '1 second'");
    await expectFailure(hub, 'began no sign-in', () => goBack(hub, cookie, returned));
  });

  test('the verifier belongs to another attempt', async () => {
    const { cookie, returned } = await begin();
    await hub.database.pool.query(
      `update challenges set payload = jsonb_set(payload, '{attempt,verifier}', '"${'x'.repeat(43)}"')`,
    );
    await expectFailure(hub, 'invalid_grant', () => goBack(hub, cookie, returned));
  });

  test('the state is replayed', async () => {
    const { cookie, returned } = await begin();
    expect((await goBack(hub, cookie, returned)).headers.location).toBe('/login?error=pending_approval');
    await expectFailure(hub, 'began no sign-in', () => goBack(hub, cookie, returned));
  });

  test('the code is used a second time, with everything else unchanged', async () => {
    const { cookie, returned } = await begin();
    const { pool } = hub.database;
    await pool.query('create table kept as select * from challenges');
    expect((await goBack(hub, cookie, returned)).headers.location).toBe('/login?error=pending_approval');
    await pool.query('insert into challenges select * from kept on conflict do nothing');
    await pool.query('drop table kept');
    await expectFailure(hub, 'invalid_grant', () => goBack(hub, cookie, returned));
  });

  test('the person declined', async () => {
    const { cookie, returned } = await begin();
    returned.searchParams.delete('code');
    returned.searchParams.set('error', 'access_denied');
    await expectFailure(hub, 'access_denied', () => goBack(hub, cookie, returned));
  });
});

describe('threat 39 AUTH-18 ID tokens of a dishonest issuer', () => {
  let liar: LyingIssuer;
  let hub: Running;
  beforeAll(async () => {
    liar = await startLyingIssuer();
    hub = await hubWith(liar.issuer);
  });
  afterAll(async () => {
    await hub.stop();
    await liar.stop();
  });

  type Change = { claims?: Record<string, unknown>; key?: 'foreign' | 'none'; drop?: string };

  async function comeBack({ claims = {}, key, drop }: Change = {}) {
    const { cookie, query } = await startAt(hub);
    const tokenClaims: Record<string, unknown> = { ...liar.honest(query.get('nonce') ?? ''), ...claims };
    if (drop) delete tokenClaims[drop];
    liar.token = liar.sign(tokenClaims, key);
    return goBack(hub, cookie, new URL(`${REDIRECT}?code=any&state=${query.get('state')}`));
  }

  test.each<[string, string, Change]>([
    ['the nonce of another attempt', '"nonce" claim value', { claims: { nonce: 'x'.repeat(43) } }],
    ['no nonce', 'claim missing', { drop: 'nonce' }],
    ['another issuer', '"iss"', { claims: { iss: 'https://accounts.example' } }],
    ['a token for somebody else', '"aud"', { claims: { aud: 'another-client' } }],
    ['a token that another client requested', 'for another client', { claims: { azp: 'another-client' } }],
    [
      'a token for several audiences, requested by another',
      '"azp"',
      { claims: { aud: [CLIENT.id, 'b'], azp: 'b' } },
    ],
    ['an expired token', '"exp"', { claims: { exp: Math.floor(Date.now() / 1000) - 300 } }],
    [
      'a token from the future',
      'from the future',
      { claims: { iat: Math.floor(Date.now() / 1000) + 3_600 } },
    ],
    ['an unsigned token', '"alg"', { key: 'none' }],
    ['a token signed by another key', 'signature verification failed', { key: 'foreign' }],
    ['no e-mail', 'no usable e-mail', { drop: 'email' }],
    ['an invalid e-mail', 'no usable e-mail', { claims: { email: 'liar' } }],
    ['an e-mail with a name', 'no usable e-mail', { claims: { email: 'Liar <liar@example.com>' } }],
    ['several e-mails', 'no usable e-mail', { claims: { email: ['liar@example.com'] } }],
    ['an e-mail that is not verified', 'is not verified', { claims: { email_verified: false } }],
    ['an e-mail that is not verified, as text', 'is not verified', { claims: { email_verified: 'false' } }],
    ['an e-mail with an unclear state', 'is not verified', { claims: { email_verified: 'truest' } }],
    ['an e-mail without its state', 'does not say whether', { drop: 'email_verified' }],
    ['no subject', '"sub"', { drop: 'sub' }],
  ])('%s is refused', async (_, why, change) => {
    await expectFailure(hub, why, () => comeBack(change));
  });

  test('no ID token at all is refused', async () => {
    const { cookie, query } = await startAt(hub);
    liar.token = undefined;
    await expectFailure(hub, '"id_token" property', () =>
      goBack(hub, cookie, new URL(`${REDIRECT}?code=any&state=${query.get('state')}`)),
    );
  });

  test('accepts an honest token in the same way, so that the refusals above prove something', async () => {
    expect((await comeBack()).headers.location).toBe('/login?error=pending_approval');
  });

  test('an unreachable issuer redirects back with the code, and works once it responds', async () => {
    const away = await hubWith('http://127.0.0.1:9');
    const { address } = await startAt(away);
    expect(address).toBe('/login?error=google_auth_failed');
    await away.stop();
  });

  test('an issuer without https is not asked, unless its address is the loopback', async () => {
    const canary = await startWebTarget((_, response) => response.end());
    const lost = await hubWith(`http://[::ffff:127.0.0.1]:${canary.port}`);
    expect((await startAt(lost)).address).toBe('/login?error=google_auth_failed');
    expect(canary.hits).toEqual([]);
    await lost.stop();
    await canary.close();
  });

  test.each([
    ['endless', 'too large'],
    ['garbage', ''],
  ] as const)('an issuer whose response is %s redirects back with the code', async (lie, reason) => {
    const peer = await startLyingPeer(lie, httpAnswer(200));
    const lost = await hubWith(`http://${peer.host}`);
    const { address } = await startAt(lost);
    expect(address).toBe('/login?error=google_auth_failed');
    expect(JSON.stringify((await listFailures(lost))[0]?.after)).toContain(reason);
    await lost.stop();
    await peer.stop();
  });
});
