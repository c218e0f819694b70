import { afterEach, describe, expect, test } from 'vitest';
import { startTestApp, withApp } from '../../../test/app.ts';
import { aUser } from '../../../test/factories.ts';
import { goBack, startAt } from '../../../test/google-journey.ts';
import { CLIENT } from '../../../test/identity-provider.ts';
import { startLyingIssuer } from '../../../test/lying-issuer.ts';
import type { LyingIssuer } from '../../../test/lying-issuer.ts';

/** Issuers of many products, each with what it does differently; all meet the same database. */
const at = withApp();
const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

type Options = {
  /** Of the issuer; with or without a slash at its end. */
  path?: string;
  /** What GOOGLE_ISSUER is set to, where it is not what the issuer calls itself. */
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

/** Somebody new at the issuer; undefined takes a claim away. */
function aPerson(issuer: LyingIssuer, nonce: string, claims: Told = {}): Told {
  count += 1;
  const person = { sub: `person-${count}`, email: `person-${count}@example.com`, name: 'Ada Byron' };
  return { ...issuer.honest(nonce), ...person, ...claims };
}

type Way = Awaited<ReturnType<typeof aHub>> & {
  claims?: Told;
  algorithm?: Parameters<LyingIssuer['sign']>[2];
  /** More that the browser brings back. */
  more?: string;
};

/** The whole way; returns where it leads and the account it led to. */
async function comeBack({ hub, issuer, claims, algorithm, more = '' }: Way) {
  const { cookie, query } = await startAt(hub);
  const told = aPerson(issuer, query.get('nonce') ?? '', claims);
  issuer.token = issuer.sign(told, 'own', algorithm);
  const info = issuer.userInfo;
  if (typeof info === 'object') issuer.userInfo = { sub: told['sub'], ...info };
  const callback = `http://localhost:3000/auth/google/callback?code=any&state=${query.get('state')}${more}`;
  const answer = await goBack(hub, cookie, new URL(callback));
  const { rows } = await hub.database.pool.query<Told>(
    'select u.* from users u join identities i on i.user_id = u.id where i.subject = $1',
    [told['sub']],
  );
  return { to: answer.headers.location, account: rows[0] };
}

const WAITS = '/login?error=pending_approval';
const FAILED = '/login?error=google_auth_failed';

/** Why the last sign-in failed, as administrators read it; the log says the same. */
async function reasonIn({ hub }: Pick<Way, 'hub'>): Promise<string> {
  const { rows } = await hub.database.pool.query<{ reason: string }>(
    "select after->>'reason' as reason from audit_entries where action = 'session.fail' order by at desc limit 1",
  );
  const reason = rows[0]?.reason ?? '';
  const logged = hub.logLines.map((line) => JSON.parse(line) as Told);
  expect(logged.findLast(({ msg }) => msg === 'sign-in with Google failed')?.['reason']).toContain(reason);
  return reason;
}

describe('AUTH-18 where an issuer tells that an e-mail is verified', () => {
  test.each([true, 'true', 'True', 1, '1'])('%j is a yes', async (email_verified) => {
    const way = await aHub();
    expect((await comeBack({ ...way, claims: { email_verified } })).to).toBe(WAITS);
  });

  test('at UserInfo only, with an e-mail in the ID token or without', async () => {
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

  test('nowhere, or for another e-mail: refused, and the reason is logged', async () => {
    const way = await aHub();
    way.issuer.userInfo = {};
    expect((await comeBack({ ...way, claims: { email_verified: undefined } })).to).toBe(FAILED);
    expect(await reasonIn(way)).toContain('does not say whether the e-mail address is verified');
    way.issuer.userInfo = { email: 'somebody.else@example.com' };
    expect((await comeBack({ ...way, claims: { name: undefined } })).to).toBe(FAILED);
    expect(await reasonIn(way)).toContain('does not say whether the e-mail address is verified');
    way.issuer.userInfo = { email_verified: 'false' };
    expect((await comeBack({ ...way, claims: { email_verified: undefined } })).to).toBe(FAILED);
    expect(await reasonIn(way)).toContain('the e-mail address is not verified');
  });

  test('a UserInfo that is away is the reason for somebody new, and does not matter for somebody known', async () => {
    const way = await aHub();
    way.issuer.userInfo = 403;
    const claims = { sub: 'known-one', email: 'known.one@example.com', email_verified: undefined };
    expect((await comeBack({ ...way, claims })).to).toBe(FAILED);
    expect(await reasonIn(way)).toContain('UserInfo could not be asked');
    const { id } = await aUser(way.hub.database.db, { email: claims.email });
    await way.hub.database.pool.query(
      'insert into identities (issuer, subject, user_id) values ($1, $2, $3)',
      [way.issuer.issuer, claims.sub, id],
    );
    expect((await comeBack({ ...way, claims })).to).toBe('/');
  });
});
