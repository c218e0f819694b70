import * as client from 'openid-client';
import type { Config } from '../../config.ts';

/** What the issuer says of a person; `subject` never changes, everything else can. */
export type Claims = {
  issuer: string;
  subject: string;
  email: string;
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
  /** The company of a Google account. */
  domain: string | undefined;
};

/** What a sign-in that was begun is checked against when it comes back. */
export type Attempt = { state: string; nonce: string; verifier: string };

export type Issuer = {
  begin(): Promise<{ attempt: Attempt; address: URL }>;
  /** `returned` is the address the browser came back to. Throws for everything that is not as it was begun. */
  finish(returned: URL, attempt: Attempt): Promise<Claims>;
};

/** Each call to the issuer, in seconds. */
const TIMEOUT = 8;
/** Clocks may differ by this much, in seconds. */
const SKEW = 60;

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/;

/** Undefined where sign-in by Google is not set up. */
export function issuerOf(config: Config): Issuer | undefined {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_ISSUER: address } = config;
  if (!id || !secret) return undefined;
  const redirectUri = `${config.PUBLIC_URL}/auth/google/callback`;
  let known: Promise<client.Configuration> | undefined;
  const discovered = () => {
    known ??= discover(address, id, secret).catch((error: unknown) => {
      // Not there now; the next visitor asks again.
      known = undefined;
      throw error;
    });
    return known;
  };

  return {
    async begin() {
      const attempt = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const address = client.buildAuthorizationUrl(await discovered(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      });
      return { attempt, address };
    },
    async finish(returned, { state, nonce, verifier }) {
      const configuration = await discovered();
      const tokens = await client.authorizationCodeGrant(
        configuration,
        new URL(returned.search, redirectUri),
        {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        },
      );
      const claims = tokens.claims();
      if (!claims) throw new Error('the issuer sent no ID token');
      if (claims.iat > Date.now() / 1000 + SKEW) throw new Error('the ID token is from the future');
      if (claims.azp !== undefined && claims.azp !== id)
        throw new Error('the ID token is for another client');
      const told = claims.email ? claims : await askForMore(configuration, tokens.access_token, claims);
      return asClaims({ ...told, iss: claims.iss, sub: claims.sub });
    },
  };
}

function discover(address: string, id: string, secret: string): Promise<client.Configuration> {
  const authentication: client.ClientAuth = (issuer, ...rest) => {
    const methods = issuer.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const basic = methods.includes('client_secret_basic');
    return (basic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret))(issuer, ...rest);
  };
  const metadata = { [client.clockTolerance]: SKEW };
  return client.discovery(new URL(address), id, metadata, authentication, {
    timeout: TIMEOUT,
    // The signature is checked although the token comes straight from the issuer: a proxy between may be lying.
    execute: [
      client.enableNonRepudiationChecks,
      ...(LOOPBACK.test(address) ? [client.allowInsecureRequests] : []),
    ],
  });
}

/** Issuers may keep the e-mail out of the ID token. */
async function askForMore(
  configuration: client.Configuration,
  accessToken: string,
  claims: client.IDToken,
): Promise<client.UserInfoResponse> {
  if (!configuration.serverMetadata().userinfo_endpoint) return claims;
  return client.fetchUserInfo(configuration, accessToken, claims.sub);
}

function asClaims(told: client.UserInfoResponse & { iss: string }): Claims {
  const email = typeof told.email === 'string' ? told.email : '';
  const [first = '', ...rest] = (told.name ?? '').trim().split(/\s+/);
  return {
    issuer: told.iss,
    subject: told.sub,
    email,
    isEmailVerified: told.email_verified === true,
    firstName: told.given_name || first || email.split('@')[0] || '',
    lastName: told.family_name ?? rest.join(' '),
    domain: typeof told['hd'] === 'string' ? told['hd'] : undefined,
  };
}
