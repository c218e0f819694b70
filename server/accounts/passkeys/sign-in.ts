import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { SIGN_IN_REFUSALS } from '../../../contract/accounts.ts';
import { passkeys } from '../../../contract/passkeys.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import type { Mount } from '../../http/endpoint.ts';
import { refuse } from '../../http/errors.ts';
import { sourceOf } from '../../http/source.ts';
import { admit } from '../sign-in/admit.ts';
import { beginChallenge, endChallenge } from '../sign-in/challenges.ts';
import { limited, PASSKEYS_BY_SOURCE } from '../limits.ts';
import { asUser, findUser } from '../queries.ts';
import type { UserRow } from '../queries.ts';
import { recordFailedSignIn } from '../visitor-events.ts';
import { findPasskey, notePasskeyUse } from './queries.ts';
import type { PasskeyRow } from './queries.ts';
import { Challenge, relyingParty } from './relying-party.ts';

const notKnown = () => refuse(401, 'invalid_passkey', 'This passkey is not known here.');

async function notKnownTo(db: Db, request: FastifyRequest, user?: UserRow) {
  await recordFailedSignIn(db, request, 'invalid_passkey', { user, more: { via: 'passkey' } });
  return notKnown();
}

/** Sign-in without a name: the passkey says whose it is. */
export function passkeySignInRoutes(mount: Mount, config: Config) {
  const { rpID, origin } = relyingParty(config);

  mount(
    passkeys.loginOptions,
    async ({ db, request, reply }) => {
      const tooMany = await limited(db, PASSKEYS_BY_SOURCE, sourceOf(request), config.RATE_LIMIT_SCALE);
      if (tooMany) return tooMany;
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      await beginChallenge(db, { config, reply, kind: 'passkey' }, { challenge: options.challenge });
      return { ...options };
    },
    { ownTransaction: true },
  );

  mount(
    passkeys.login,
    async ({ db, body, request, reply }) => {
      const begun = await endChallenge(db, request, { config, reply, kind: 'passkey' }, Challenge);
      const passkey = await findPasskey(db, body.response.id);
      if (!begun) return notKnown();
      const user = passkey && (await findUser(db, passkey.userId));
      if (!user) return notKnownTo(db, request);
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
    { ownTransaction: true },
  );
}

const credentialOf = ({ credentialId, publicKey, counter }: PasskeyRow) => ({
  id: credentialId,
  publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
  counter,
});
