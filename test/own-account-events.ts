import { about, own, type AccountEvent } from './account-events.ts';
import { post, remove } from './account-story.ts';
import { PASSWORD } from './factories.ts';

/** Events that the owner of an account causes by changing its security settings. */
export const ownAccountEvents: AccountEvent[] = [
  [
    'AUTH-24 two-factor sign-in is switched on',
    'account.enable-two-factor',
    async (at) => own((await at.withTwoFactor()).cara),
  ],
  [
    'AUTH-24 a wrong code at sign-in',
    'session.fail',
    async (at) => {
      const { cara, signIn } = await at.withTwoFactor();
      await signIn('000000');
      return about(cara.user.id, { reason: 'invalid_code' });
    },
  ],
  [
    'AUTH-24 a recovery code is used',
    'session.start',
    async (at) => {
      const { cara, recoveryCodes, signIn } = await at.withTwoFactor();
      await signIn(recoveryCodes[0] ?? '');
      return own(cara, { after: { via: 'recovery-code' } });
    },
  ],
  [
    'AUTH-24 new recovery codes are made',
    'account.renew-recovery-codes',
    async (at) => {
      const { cara } = await at.withTwoFactor();
      await post(cara, '2fa/recovery-codes', { password: PASSWORD });
      return own(cara);
    },
  ],
  [
    'AUTH-24 two-factor sign-in is switched off by a recovery code',
    'account.disable-two-factor',
    async (at) => {
      const { cara, recoveryCodes } = await at.withTwoFactor();
      await post(cara, '2fa/disable', { code: recoveryCodes[0] });
      return own(cara, { after: { via: 'recovery-code' } });
    },
  ],
  [
    'AUTH-24 the password that should confirm is wrong',
    'account.wrong-password',
    async (at) => {
      const { cara } = await at.withTwoFactor();
      await post(cara, '2fa/disable', { password: 'Wr0ng!Kelp#Moon' });
      return own(cara);
    },
  ],
  [
    'AUTH-24 a passkey is added',
    'account.add-passkey',
    async (at) => own((await at.withPasskey()).owner, { after: { name: 'Laptop' } }),
  ],
  [
    'AUTH-24 a passkey signs in',
    'session.start',
    async (at) => {
      const { owner, signIn } = await at.withPasskey();
      await signIn();
      return own(owner, { after: { via: 'passkey' } });
    },
  ],
  [
    'AUTH-24 a passkey is refused',
    'session.fail',
    async (at) => {
      const { owner, signIn } = await at.withPasskey();
      await signIn({ isUserVerified: false });
      return about(owner.user.id, { reason: 'invalid_passkey', via: 'passkey' });
    },
  ],
  [
    'AUTH-24 a passkey is removed',
    'account.remove-passkey',
    async (at) => {
      const { owner, id } = await at.withPasskey();
      await remove(owner, `passkeys/${id}`);
      return own(owner, { before: { name: 'Laptop' } });
    },
  ],
  [
    'AUTH-26 a token is made',
    'token.create',
    async (at) => {
      await post(at.ann, 'tokens', { name: 'Grafana' });
      return own(at.ann, { after: { name: 'Grafana', scope: 'read' } });
    },
  ],
  [
    'AUTH-26 a token is taken away',
    'token.delete',
    async (at) => {
      const made = await post(at.ann, 'tokens', { name: 'Import' });
      const { id } = made.json<{ id: string }>();
      await remove(at.ann, `tokens/${id}`);
      return own(at.ann, { before: { id } });
    },
  ],
  [
    'AUTH-26 a token is used after its time',
    'token.use-expired',
    async (at) => {
      const made = await post(at.ann, 'tokens', { name: 'Forgotten' });
      const { id, token } = made.json<{ id: string; token: string }>();
      await at.hub.database.pool.query('update api_tokens set expires_at = now() where id = $1', [id]);
      const headers = { authorization: `Bearer ${token}` };
      await at.hub.anonymous.send({ method: 'GET', url: '/api/documents', headers });
      return own(at.ann, { after: { id, name: 'Forgotten' } });
    },
  ],
  [
    'SET-02 settings are changed',
    'account.settings',
    async (at) => {
      const payload = { preferences: { compactView: true } };
      await at.ann.send({ method: 'PUT', url: '/api/settings', payload });
      return own(at.ann, { before: { compactView: false }, after: { compactView: true } });
    },
  ],
  [
    'SET-04 the data of the account is taken out',
    'account.export',
    async (at) => {
      await at.ann.send({ method: 'GET', url: '/api/auth/export' });
      return own(at.ann);
    },
  ],
  [
    'SET-05 another address is asked for',
    'account.ask-email',
    async (at) => {
      await post(at.ann, 'change-email', { email: 'moved@example.com', currentPassword: PASSWORD });
      return own(at.ann, { after: { requested: 'moved@example.com' } });
    },
  ],
  [
    'SET-05 the other address takes effect',
    'account.email',
    async (at) => {
      const url = `/api/auth/verify-email?token=${await at.mailed('moved@example.com')}`;
      await at.hub.anonymous.send({ method: 'GET', url });
      return own(at.ann, { after: { email: 'moved@example.com' } });
    },
  ],
  [
    'AUTH-18 somebody new comes from Google',
    'account.register',
    async (at) => {
      const email = 'gus@example.com';
      await at.google({ sub: 'gus', email, email_verified: true, name: 'Gus Olsen' });
      return { actorId: await at.idOf(email), actorName: 'Gus Olsen', after: { email, via: 'google' } };
    },
  ],
  [
    'AUTH-18 an account is linked with Google',
    'account.link-google',
    async (at) => {
      const bob = await at.hub.signedIn();
      await at.google({ sub: 'bob', email: bob.user.email, email_verified: true, name: 'Bob' });
      return own(bob);
    },
  ],
  [
    'AUTH-18 somebody signs in with Google',
    'session.start',
    async (at) => {
      const bob = await at.hub.signedIn();
      await at.google({ sub: 'bob-2', email: bob.user.email, email_verified: true, name: 'Bob' });
      return own(bob, { after: { via: 'google' } });
    },
  ],
  [
    'AUTH-18 Google says that the address is not verified',
    'session.fail',
    async (at) => {
      await at.google({ sub: 'eve', email: 'eve@example.com', email_verified: false, name: 'Eve' });
      return about(null, {
        reason: 'the issuer says that the e-mail address is not verified',
        via: 'google',
      });
    },
  ],
  [
    'SET-04 an account is deleted',
    'account.delete',
    async (at) => {
      const bob = await at.hub.signedIn();
      await post(bob, 'delete-account', { password: PASSWORD });
      return own(bob);
    },
  ],
];
