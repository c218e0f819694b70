import { describe, expect, test } from 'vitest';
import { team } from '../../../contract/calls/team.ts';
import { withApp, type Client } from '../../../test/app.ts';
import { expectRefusal } from '../../../test/answers.ts';
import { aUser, PASSWORD } from '../../../test/factories.ts';
import { createAccountToken } from '../one-time-tokens.ts';

const at = withApp();
let count = 0;
const somebody = () => {
  count += 1;
  return { email: `guest-${count}@example.com`, firstName: 'Gil', lastName: 'Ost', role: 'Manager' };
};
type Guest = ReturnType<typeof somebody>;

/** Invites and reads the link in the mail. */
async function invite(by: Client, guest: Guest) {
  const { invitedEmail } = await by.call(team.invite, { body: guest });
  expect(invitedEmail).toBe(guest.email);
  const mail = (await at.current.mailsTo(guest.email)).at(-1);
  const address = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  return { mail, address, token: new URL(address).searchParams.get('invitation') ?? '' };
}

const register = ({ email, firstName, lastName }: Guest, invitation: string) =>
  at.current.anonymous.send({
    method: 'POST',
    url: '/api/auth/register',
    payload: { email, firstName, lastName, password: PASSWORD, confirmPassword: PASSWORD, invitation },
  });
const signIn = (email: string) =>
  at.current.anonymous.send({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: PASSWORD },
  });

describe('TEAM-06 invitations', () => {
  test('TEAM-06 the mail opens a filled registration form; an invitation by an administrator counts as approval', async () => {
    const admin = await at.current.signedIn({ role: 'admin', firstName: 'Olga', lastName: 'Reyes' });
    const guest = somebody();
    const { mail, address, token } = await invite(admin, guest);
    expect(mail?.subject).toBe('Olga Reyes invites you to Ops Hub');
    const url = new URL(address);
    expect(url.origin + url.pathname).toBe(`${at.current.config.PUBLIC_URL}/register`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      email: guest.email,
      firstName: 'Gil',
      lastName: 'Ost',
    });

    const answer = await register({ ...guest, email: guest.email.toUpperCase() }, token);
    expect(answer.json()).toMatchObject({ status: 'active' });
    expect((await signIn(guest.email)).json()).toMatchObject({ isEmailVerified: true, role: 'user' });
    const members = await admin.call(team.list, {});
    expect(members).toContainEqual(
      expect.objectContaining({ email: guest.email, name: 'Gil Ost', role: 'Manager' }),
    );
  });

  test('threat 55 an invitation by another account verifies the address and still needs approval', async () => {
    const ann = await at.current.signedIn();
    const guest = somebody();
    const { token } = await invite(ann, guest);
    expect((await register(guest, token)).json()).toMatchObject({ status: 'pending_approval' });
    expectRefusal(await signIn(guest.email), 403, 'pending_approval');
  });

  test.each([
    ['a former', "role = 'user'"],
    ['a deactivated', "account_status = 'deactivated'"],
  ])('threat 55 an invitation by %s administrator needs approval too', async (_, change) => {
    const admin = await at.current.signedIn({ role: 'admin' });
    const guest = somebody();
    const { token } = await invite(admin, guest);
    await at.current.database.pool.query(`update users set ${change} where id = $1`, [admin.user.id]);
    expect((await register(guest, token)).json()).toMatchObject({ status: 'pending_approval' });
  });

  test('threat 18 threat 55 it works once, for the invited address, for seven days, and only the newest one', async () => {
    const admin = await at.current.signedIn({ role: 'admin' });
    const guest = somebody();
    const older = await invite(admin, guest);
    const { token } = await invite(admin, guest);
    const wrong = async (answer: ReturnType<typeof register>) =>
      expectRefusal(await answer, 400, 'invalid_token');
    await wrong(register(guest, older.token));
    await wrong(register({ ...guest, email: 'somebody.else@example.com' }, token));
    await wrong(register(guest, 'x'.repeat(43)));
    const both = await Promise.all([register(guest, token), register(guest, token)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 400]);
    await wrong(register(guest, token));

    const late = somebody();
    const lapsed = await invite(admin, late);
    await at.current.database.pool.query(
      "update account_tokens set expires_at = now() - interval '1 second'",
    );
    await wrong(register(late, lapsed.token));
  });

  test('threat 41 a person who registered the address earlier without verifying it gets no access', async () => {
    const admin = await at.current.signedIn({ role: 'admin' });
    const guest = somebody();
    const { id } = await aUser(at.current.database.db, {
      email: guest.email,
      firstName: 'Mallory',
      accountStatus: 'pending_verification',
      isEmailVerified: false,
    });
    const verify = await createAccountToken(at.current.database.db, 'verify', id);
    const { token } = await invite(admin, guest);
    expect((await register(guest, token)).statusCode).toBe(201);
    expect((await signIn(guest.email)).json()).toMatchObject({ firstName: 'Gil' });
    const link = await at.current.anonymous.send({ url: `/api/auth/verify-email?token=${verify}` });
    expectRefusal(link, 400, 'invalid_token');
  });

  test('TEAM-06 reports an address with a verified account, and changes nothing', async () => {
    const admin = await at.current.signedIn({ role: 'admin' });
    const { user } = await at.current.signedIn({ accountStatus: 'rejected' });
    const guest = { ...somebody(), email: user.email };
    const { token } = await invite(admin, guest);
    expectRefusal(await register(guest, token), 409, 'email_taken');
    expectRefusal(await signIn(user.email), 403, 'account_rejected');
  });

  test('threat 15 threat 55 limits mails to one address and by one account', async () => {
    const ann = await at.current.signedIn();
    const post = (payload: object) => ann.send({ method: 'POST', url: '/api/team/invite', payload });
    const guest = somebody();
    for (let n = 0; n < 3; n++) expect((await post(guest)).statusCode).toBe(200);
    expectRefusal(await post(guest), 429);
    expectRefusal(await post({ ...guest, email: 'a@example.com,b@example.com' }), 400, 'validation_failed');
    for (let n = 0; n < 46; n++) expect((await post(somebody())).statusCode).toBe(200);
    expectRefusal(await post(somebody()), 429);
  });
});
