import { settings } from '../../contract/calls/settings.ts';
import { settingsChange } from '../../contract/calls/settings-change.ts';
import { describe, expect, test } from 'vitest';
import { administration } from '../../contract/calls/administration.ts';
import { sharing } from '../../contract/calls/sharing.ts';
import { withApp } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { queueMail } from '../mail-queue/queries.ts';

const at = withApp();

describe('SET-02 settings are stored per account', () => {
  test('SET-01 an account without settings has the defaults', async () => {
    const ann = await at.current.signedIn();
    expect(await ann.call(settings.show, {})).toEqual({
      profile: {
        firstName: 'Ann',
        lastName: 'Smith',
        department: 'IT Operations',
        timezone: 'Australia/Sydney',
        profileImageUrl: null,
      },
      notifications: { email: true, push: false, securityAlerts: true },
      preferences: { theme: 'system', autoSave: true, compactView: false, openDocuments: 'editing' },
    });
  });

  test('SET-02 each part changes separately and persists; no other account has it', async () => {
    const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
    await ann.call(settingsChange.update, { body: { preferences: { theme: 'dark' } } });
    await ann.call(settingsChange.update, { body: { profile: { timezone: 'UTC', lastName: 'Jones' } } });
    const own = await ann.call(settingsChange.update, { body: { notifications: { push: true } } });
    expect(own).toMatchObject({
      profile: { firstName: 'Ann', lastName: 'Jones', timezone: 'UTC', department: 'IT Operations' },
      notifications: { email: true, push: true },
      preferences: { theme: 'dark', autoSave: true },
    });
    expect(await ann.call(settings.show, {})).toEqual(own);
    const cleared = await ann.call(settingsChange.update, { body: { profile: { department: null } } });
    expect(cleared.profile.department).toBe('');
    expect((await bob.call(settings.show, {})).preferences.theme).toBe('system');
    const user = (await ann.send({ method: 'GET', url: '/api/auth/user' })).json();
    expect(user).toMatchObject({ lastName: 'Jones' });
  });

  test('SET-02 records a change with its old and new values; records nothing if nothing changed', async () => {
    const admin = await at.current.signedIn({ role: 'admin' });
    for (let n = 0; n < 2; n++)
      await admin.call(settingsChange.update, { body: { preferences: { compactView: true } } });
    const log = await admin.call(administration.audit, { query: { actorId: admin.user.id } });
    expect(log).toMatchObject([
      { action: 'account.settings', before: { compactView: false }, after: { compactView: true } },
    ]);
  });

  test.each([
    ['an invalid time zone', { profile: { timezone: 'Mars/Olympus' } }],
    ['an unknown theme', { preferences: { theme: 'pink' } }],
    ['an invalid switch', { notifications: { email: 'yes' } }],
    ['a picture of another site', { profile: { profileImageUrl: 'https://evil.example/x.png' } }],
    ['a name that is too long', { profile: { firstName: 'x'.repeat(101) } }],
  ])('SET-02 refuses %s', async (_, payload) => {
    const ann = await at.current.signedIn();
    expectRefusal(await ann.send({ method: 'PUT', url: '/api/settings', payload }), 400, 'validation_failed');
  });

  test('SET-03 threat 64 the picture must be a public one that the account uploaded itself', async () => {
    const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
    const store = async (ownerId: string, visibility: string) => {
      const { rows } = await at.current.database.pool.query<{ id: string }>(
        'insert into objects (owner_id, key, visibility, content_type, bytes, sha256) values ' +
          "($1, gen_random_uuid(), $2, 'image/png', 1, 'x') returning id",
        [ownerId, visibility],
      );
      return `/objects/${rows[0]?.id}`;
    };
    const put = (profileImageUrl: string | null) =>
      ann.send({ method: 'PUT', url: '/api/settings', payload: { profile: { profileImageUrl } } });
    const own = await store(ann.user.id, 'public');
    for (const wrong of [
      await store(bob.user.id, 'public'),
      await store(ann.user.id, 'private'),
      `https://x.example${own}`,
    ])
      expectRefusal(await put(wrong), 400, 'validation_failed');
    expect((await put(own)).json()).toMatchObject({ profile: { profileImageUrl: own } });
    expect((await put(null)).json()).toMatchObject({ profile: { profileImageUrl: null } });
  });

  test('threat 48 settings cannot raise the own role, state or address', async () => {
    const ann = await at.current.signedIn();
    const wish = {
      role: 'admin',
      accountStatus: 'active',
      status: 'active',
      email: 'boss@example.com',
      isEmailVerified: true,
    };
    const payload = { ...wish, profile: { ...wish, firstName: 'Eve' } };
    expect((await ann.send({ method: 'PUT', url: '/api/settings', payload })).statusCode).toBe(200);
    expect((await ann.send({ method: 'GET', url: '/api/auth/user' })).json()).toMatchObject({
      firstName: 'Eve',
      role: 'user',
      email: ann.user.email,
    });
  });
});

describe('SET-02 a setting applies, and switching it off stops it', () => {
  test('SET-02 mails security alerts about sign-in methods; always mails a changed password', async () => {
    const ann = await at.current.signedIn();
    const alert = async (kind: 'passkey-added' | 'password-changed') => {
      await at.current.database.db.transaction((tx) => queueMail(tx, kind, ann.user));
      return (await at.current.mailsTo(ann.user.email)).length;
    };
    expect(await alert('passkey-added')).toBe(1);
    await ann.call(settingsChange.update, { body: { notifications: { securityAlerts: false } } });
    expect(await alert('passkey-added')).toBe(1);
    expect(await alert('password-changed')).toBe(2);
  });

  test('SET-02 the department distinguishes two people with one name', async () => {
    const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
    const seen = async () =>
      (await bob.call(sharing.people, {})).find(({ id }) => id === ann.user.id)?.department;
    expect(await seen()).toBeNull();
    await ann.call(settingsChange.update, { body: { profile: { department: 'IT Security' } } });
    expect(await seen()).toBe('IT Security');
    await ann.call(settingsChange.update, { body: { profile: { department: null } } });
    expect(await seen()).toBeNull();
  });
});
