import type { RegistrationResponseJSON, AuthenticationResponseJSON } from '@simplewebauthn/server';
import { passkeys } from '../../../contract/calls/passkeys.ts';
import { record } from '../../audit/record.ts';
import type { Config } from '../../config.ts';
import { holdTurn } from '../../db/hold-turn.ts';
import type { Mount } from '../../http/endpoint.ts';
import { found, refuse } from '../../http/errors.ts';
import { queueMail } from '../../mail-queue/queries.ts';
import { displayName } from '../../http/session.ts';
import { beginChallenge, endChallenge } from '../sign-in/challenges.ts';
import { confirm } from '../confirm.ts';
import { findUser, asUser, type UserRow } from '../queries.ts';
import {
  addPasskey,
  asPasskey,
  listPasskeys,
  removePasskey,
  Challenge,
  relyingParty,
  findPasskey,
  notePasskeyUse,
} from './queries.ts';
import type { PasskeyRow } from './queries.ts';
import type { FastifyRequest } from 'fastify';
import { SIGN_IN_REFUSALS } from '../../../contract/calls/accounts.ts';
import type { Db } from '../../db/open.ts';
import { sourcesOf } from '../../http/source.ts';
import { admit } from '../sign-in/admit.ts';
import { PASSKEYS_BY_SOURCE, limitedBySource } from '../limits.ts';
import { recordFailedSignIn } from '../visitor-events.ts';

const MOST = 20;

const tooMany = () =>
  refuse(409, 'too_many_passkeys', `An account has at most ${MOST} passkeys. Remove one first.`);
const notAccepted = () => refuse(400, 'invalid_passkey', 'This passkey was not accepted. Start again.');

/** Passkeys of an account. Each verifies its owner by fingerprint, face or PIN, so it replaces password and second factor. */
export function passkeyRoutes(mount: Mount, config: Config) {
  const { rpID, origin } = relyingParty(config);
  const scale = config.RATE_LIMIT_SCALE;

  mount(passkeys.list, async ({ db, actor }) => (await listPasskeys(db, actor.userId)).map(asPasskey));

  mount(
    passkeys.options,
    async ({ db, actor, body, reply }) => {
      const user = found(await findUser(db, actor.userId), 'Account');
      const missing = await confirm(db, actor, user, { password: body.password, scale });
      if (missing) return missing;
      const known = await listPasskeys(db, user.id);
      if (known.length >= MOST) return tooMany();
      const options = await optionsFor(user, known, rpID);
      const begun = { config, reply, kind: 'new-passkey' as const };
      await beginChallenge(db, begun, { challenge: options.challenge }, user.id);
      return { ...options };
    },
    { transaction: 'own' },
  );

  mount(
    passkeys.create,
    async ({ db, actor, body, request, reply }) => {
      const begun = await endChallenge(db, request, { config, reply, kind: 'new-passkey' }, Challenge);
      if (begun?.userId !== actor.userId) return notAccepted();
      const expected = {
        expectedChallenge: begun.payload.challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
      };
      const verified = await verifyNew(body.response, expected).catch((error: unknown) => {
        request.log.warn({ err: error }, 'a passkey was not accepted');
        return undefined;
      });
      if (!verified?.verified) return notAccepted();
      const { credential } = verified.registrationInfo;
      return db.transaction(async (tx) => {
        await holdTurn(tx, 'passkeys', actor.userId);
        if ((await listPasskeys(tx, actor.userId)).length >= MOST) return tooMany();
        const added = await addPasskey(tx, {
          userId: actor.userId,
          name: body.name || 'Passkey',
          credentialId: credential.id,
          publicKey: Buffer.from(credential.publicKey).toString('base64url'),
          counter: credential.counter,
          transports: credential.transports ?? [],
        });
        if (!added) return notAccepted();
        const user = found(await findUser(tx, actor.userId), 'Account');
        const event = { action: 'account.add-passkey' as const, kind: 'account', subjectId: user.id };
        await record(tx, actor, { ...event, after: { name: added.name } });
        await queueMail(tx, 'passkey-added', user);
        return asPasskey(added);
      });
    },
    { transaction: 'own' },
  );

  mount(
    passkeys.remove,
    async ({ db, actor, body, params }) => {
      const user = found(await findUser(db, actor.userId), 'Account');
      const missing = await confirm(db, actor, user, { password: body.password, scale });
      if (missing) return missing;
      return db.transaction(async (tx) => {
        const { name } = found(await removePasskey(tx, user.id, params.id), 'Passkey');
        const event = { action: 'account.remove-passkey' as const, kind: 'account', subjectId: user.id };
        await record(tx, actor, { ...event, before: { name } });
        await queueMail(tx, 'passkey-removed', user);
      });
    },
    { transaction: 'own' },
  );
}

/** Options for the browser: a passkey with user verification, excluding those that the account already has. */
async function optionsFor(user: UserRow, known: PasskeyRow[], rpID: string) {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return generateRegistrationOptions({
    rpName: 'Ops Hub',
    rpID,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: displayName(user),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

const notKnown = () => refuse(401, 'invalid_passkey', 'This passkey is not known here.');

async function notKnownTo(db: Db, request: FastifyRequest, user?: UserRow) {
  await recordFailedSignIn(db, request, 'invalid_passkey', { user, more: { via: 'passkey' } });
  return notKnown();
}

/** Sign-in without a user name: the passkey identifies the account. */
export function passkeySignInRoutes(mount: Mount, config: Config) {
  const { rpID, origin } = relyingParty(config);

  mount(
    passkeys.loginOptions,
    async ({ db, request, reply }) => {
      const tooMany = await limitedBySource(
        db,
        PASSKEYS_BY_SOURCE,
        sourcesOf(request),
        config.RATE_LIMIT_SCALE,
      );
      if (tooMany) return tooMany;
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      await beginChallenge(db, { config, reply, kind: 'passkey' }, { challenge: options.challenge });
      return { ...options };
    },
    { transaction: 'own' },
  );

  mount(
    passkeys.login,
    async ({ db, body, request, reply }) => {
      const begun = await endChallenge(db, request, { config, reply, kind: 'passkey' }, Challenge);
      const passkey = await findPasskey(db, body.response.id);
      if (!begun) return notKnown();
      const user = passkey && (await findUser(db, passkey.userId));
      if (!user) return notKnownTo(db, request);
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
      const verified = await verifyAuthenticationResponse({
        response: body.response as unknown as AuthenticationResponseJSON,
        expectedChallenge: begun.payload.challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        credential: credentialOf(passkey),
      }).catch((error: unknown) => {
        request.log.warn({ err: error }, 'a sign-in by passkey was not accepted');
        return undefined;
      });
      if (!verified?.verified) return notKnownTo(db, request, user);
      return db.transaction(async (tx) => {
        await notePasskeyUse(tx, passkey.id, verified.authenticationInfo.newCounter);
        const refusal = await admit(tx, { config, request, reply }, user, { via: 'passkey' });
        return refusal && refusal !== 'second_step'
          ? refuse(403, refusal, SIGN_IN_REFUSALS[refusal])
          : asUser(user);
      });
    },
    { transaction: 'own' },
  );
}

const credentialOf = ({ credentialId, publicKey, counter }: PasskeyRow) => ({
  id: credentialId,
  publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
  counter,
});

type Expected = { expectedChallenge: string; expectedOrigin: string; expectedRPID: string };

/** Throws when the response does not match the challenge. */
async function verifyNew(response: unknown, expected: Expected) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  return verifyRegistrationResponse({
    ...expected,
    response: response as RegistrationResponseJSON,
    requireUserVerification: true,
  });
}
