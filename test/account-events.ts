import type { AuditEntry } from '../contract/calls/administration.ts';
import { createAccountToken } from '../server/accounts/one-time-tokens.ts';
import { post, remove, type AccountStory, type SignedIn } from './account-story.ts';
import { aSession, PASSWORD } from './factories.ts';

const WRONG = 'Wr0ng!Kelp#Moon';
const NEW = 'Gl4cier&Otter!Nine';

export type Entry = Partial<AuditEntry>;
export type AccountEvent = [name: string, action: string, happen: (at: AccountStory) => Promise<Entry>];

const VISITOR = { actorId: null, actorName: 'Visitor' };
const from = (details: object) => ({ ...details, address: '127.0.0.1' });
/** An event that a visitor causes, about an account or about none. */
export const about = (subjectId: string | null, details: object = {}) => ({
  ...VISITOR,
  subjectId,
  after: from(details),
});
/** An event that the owner of an account causes. */
export const by = (id: string, more: Entry = {}) => ({
  actorId: id,
  actorName: 'Ann Smith',
  subjectId: id,
  ...more,
});
export const own = (who: SignedIn, more: Entry = {}): Entry => by(who.user.id, more);
/** An event that the administrator causes. */
const decided = ({ admin }: AccountStory, subjectId: string, more: Entry = {}) =>
  own(admin, { ...more, subjectId });

/**
 * Name of the event, its action in the audit log, and a function that causes it. The function returns what the newest audit
 * entry must contain.
 */
export const accountEvents: AccountEvent[] = [
  ['AUTH-23 the first administrator registers', 'account.setup', firstAdministrator],
  [
    'AUTH-07 somebody registers',
    'account.register',
    async (at) => {
      await at.register('bea@example.com');
      return by(await at.idOf('bea@example.com'), { after: { email: 'bea@example.com' } });
    },
  ],
  [
    'AUTH-08 somebody registers an address that has an account',
    'account.register-again',
    async (at) => {
      await at.register(at.ann.user.email);
      return about(at.ann.user.id);
    },
  ],
  [
    'AUTH-27 the link of the verification is asked for again',
    'account.ask-verification',
    async (at) => {
      await at.visit('resend-verification', { email: 'bea@example.com' });
      return about(await at.idOf('bea@example.com'), { isMailed: true });
    },
  ],
  [
    'AUTH-13 an address is verified',
    'account.verify',
    async (at) => {
      const url = `/api/auth/verify-email?token=${await at.mailed('bea@example.com')}`;
      await at.hub.anonymous.send({ method: 'GET', url });
      return by(await at.idOf('bea@example.com'), { after: { status: 'pending_approval' } });
    },
  ],
  [
    'AUTH-19 an account is approved',
    'account.approve',
    async (at) => decided(at, (await at.decide('approve')).id, { after: { status: 'active' } }),
  ],
  [
    'AUTH-19 an account is rejected',
    'account.reject',
    async (at) => decided(at, (await at.decide('reject')).id, { after: { status: 'rejected' } }),
  ],
  [
    'API-05 an account is deactivated',
    'account.deactivate',
    async (at) => decided(at, (await at.manage({ active: false })).id, { after: { status: 'deactivated' } }),
  ],
  [
    'API-05 an account is let in again',
    'account.reactivate',
    async (at) =>
      decided(at, (await at.manage({ active: false }, { active: true })).id, { after: { status: 'active' } }),
  ],
  [
    'API-05 an account gets a role',
    'account.role',
    async (at) => decided(at, (await at.manage({ role: 'admin' })).id, { after: { role: 'admin' } }),
  ],
  [
    'API-05 the sessions of somebody else are ended',
    'session.end-all',
    async (at) => {
      const { id } = at.ann.user;
      await at.admin.send({ method: 'DELETE', url: `/api/admin/users/${id}/sessions` });
      at.ann = { ...(await at.hub.as(at.ann.user)), user: at.ann.user };
      return decided(at, id);
    },
  ],
  [
    'TEAM-06 who was invited registers',
    'account.register',
    async (at) => {
      const payload = { email: 'dan@example.com', firstName: 'Dan', lastName: 'Low', role: 'Manager' };
      await at.admin.send({ method: 'POST', url: '/api/team/invite', payload });
      await at.register(payload.email, { invitation: await at.mailed(payload.email) });
      const after = { email: payload.email, invitedBy: at.admin.user.id };
      return by(await at.idOf(payload.email), { after });
    },
  ],
  [
    'AUTH-04 somebody signs in',
    'session.start',
    async (at) => {
      await at.signIn(at.ann.user.email);
      return own(at.ann, { after: null });
    },
  ],
  [
    'AUTH-05 a wrong password',
    'session.fail',
    async (at) => {
      await at.signIn(at.ann.user.email, WRONG);
      return about(at.ann.user.id, { reason: 'invalid_credentials' });
    },
  ],
  [
    'AUTH-05 an address that has no account, which is not kept',
    'session.fail',
    async (at) => {
      await at.signIn('nobody@example.com');
      return about(null, { reason: 'invalid_credentials' });
    },
  ],
  [
    'AUTH-12 the right password of an account that may not sign in',
    'session.fail',
    async (at) => {
      const user = await at.manage({ active: false });
      await at.signIn(user.email);
      return about(user.id, { reason: 'not_approved' });
    },
  ],
  ['AUTH-21 a sign-out', 'session.end', signOut],
  ['AUTH-25 a session is ended', 'session.end', endOne],
  [
    'AUTH-25 all others are ended',
    'session.end-others',
    async (at) => {
      await remove(at.ann, 'sessions');
      return own(at.ann);
    },
  ],
  [
    'AUTH-15 a link for a new password is asked for',
    'account.ask-reset',
    async (at) => {
      await at.visit('forgot-password', { email: at.ann.user.email });
      return about(at.ann.user.id, { isMailed: true });
    },
  ],
  [
    'AUTH-15 a link for a new password is asked for where there is no account',
    'account.ask-reset',
    async (at) => {
      await at.visit('forgot-password', { email: 'nobody@example.com' });
      return about(null, { isMailed: false });
    },
  ],
  [
    'AUTH-16 a new password is set by the link',
    'account.reset-password',
    async (at) => {
      const bob = await at.hub.signedIn();
      await at.visit('forgot-password', { email: bob.user.email });
      const token = await at.mailed(bob.user.email);
      await at.visit('reset-password', { token, password: NEW, confirmPassword: NEW });
      return own(bob);
    },
  ],
  [
    'AUTH-17 the password is changed',
    'account.change-password',
    async (at) => {
      const bob = await at.hub.signedIn();
      const payload = { currentPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW };
      await post(bob, 'change-password', payload);
      return own(bob);
    },
  ],
  [
    'AUTH-17 the current password is wrong',
    'account.wrong-password',
    async (at) => {
      const payload = { currentPassword: WRONG, newPassword: NEW, confirmPassword: NEW };
      await post(at.ann, 'change-password', payload);
      return own(at.ann);
    },
  ],
];

async function firstAdministrator(at: AccountStory): Promise<Entry> {
  const { pool, db } = at.hub.database;
  await pool.query("update users set role = 'user'");
  const setup = await createAccountToken(db, 'setup', null);
  await at.register('first@example.com', { setup });
  await pool.query("update users set role = 'admin' where id = $1", [at.admin.user.id]);
  return by(await at.idOf('first@example.com'), { after: { email: 'first@example.com' } });
}

async function signOut(at: AccountStory): Promise<Entry> {
  const bob = await at.hub.signedIn();
  await bob.send({ method: 'GET', url: '/api/logout' });
  return own(bob);
}

async function endOne(at: AccountStory): Promise<Entry> {
  await aSession(at.hub.database.db, at.ann.user, { sess: { device: 'Old phone', address: '10.0.0.1' } });
  const listed = await at.ann.send({ method: 'GET', url: '/api/auth/sessions' });
  const old = listed.json<{ id: string; device: string }[]>().find(({ device }) => device === 'Old phone');
  await remove(at.ann, `sessions/${old?.id}`);
  return own(at.ann, { before: { device: 'Old phone' } });
}
