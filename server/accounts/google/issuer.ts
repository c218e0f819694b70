import * as client from 'openid-client';
import * as z from 'zod';
import { boundedFetch } from '../../bounded-fetch.ts';
import type { Config } from '../../config.ts';
import { hasNames, namesIn, type DirectoryNames } from './directory-claims.ts';
import { splitName } from './split-name.ts';

/** Claims of the issuer about a person. Only `subject` never changes. */
export type Claims = {
  issuer: string;
  subject: string;
  email: string;
  /** Why the e-mail does not count as proven; undefined when it does. */
  doubt: string | undefined;
  firstName: string;
  lastName: string;
  /** Hosted domain of a Google account. */
  domain: string | undefined;
  /** Groups or roles; undefined without OIDC_ROLE_CLAIM. */
  directory: DirectoryNames | undefined;
};

/** State of a started sign-in, compared when the browser returns. */
type Attempt = { state: string; nonce: string; verifier: string };

export type Issuer = {
  begin(): Promise<{ attempt: Attempt; address: URL }>;
  /** `returned` is the address that the browser came back to. Throws when it does not match the attempt. */
  finish(returned: URL, attempt: Attempt): Promise<Claims>;
};

/** Each call to the issuer, in seconds. */
const TIMEOUT = 8;
/** Bytes of a response. Discovery documents, keys and tokens have a few thousand. */
const MOST_BYTES = 1024 * 1024;
/** Tolerated clock difference in seconds. */
const SKEW = 60;

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/;

/** Undefined when sign-in with Google is not configured. */
export function issuerOf(config: Config): Issuer | undefined {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_ISSUER: address } = config;
  if (!id || !secret) return undefined;
  const redirectUri = `${config.PUBLIC_URL}/auth/google/callback`;
  let known: Promise<client.Configuration> | undefined;
  const discovered = () => {
    known ??= discover(address, id, secret).catch((error: unknown) => {
      // The issuer is unavailable now; the next visitor tries again.
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
        scope: scopeOf(await discovered(), config.OIDC_ROLE_CLAIM),
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
      const roleClaim = config.OIDC_ROLE_CLAIM;
      const all = await withUserInfo(configuration, tokens.access_token, { claims, roleClaim });
      return asClaims(claims, all, roleClaim);
    },
  };
}

/** Some issuers send groups only for a scope of their own. */
function scopeOf(configuration: client.Configuration, roleClaim: string | undefined): string {
  const hasGroups = roleClaim && configuration.serverMetadata().scopes_supported?.includes('groups');
  return hasGroups ? 'openid email profile groups' : 'openid email profile';
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '');

/**
 * Accepts GOOGLE_ISSUER as people copy it: the issuer with or without a trailing slash, or the address of its discovery
 * document. Afterwards only the issuer name in that document counts.
 */
async function discover(setting: string, id: string, secret: string): Promise<client.Configuration> {
  const address = withoutSlash(setting.replace(/\/\.well-known\/.*$/, ''));
  try {
    return await discoverAt(address, id, secret);
  } catch (error) {
    const named = issuerNamedIn(error);
    if (named === undefined) throw error;
    if (withoutSlash(named) === address) return discoverAt(named, id, secret);
    throw new Error(`GOOGLE_ISSUER is ${setting}, but the issuer calls itself ${named}`);
  }
}

const OtherIssuer = z.object({
  cause: z.object({ attribute: z.literal('issuer'), body: z.object({ issuer: z.string() }) }),
});

/** The issuer of a discovery document that belongs to an unexpected issuer. */
const issuerNamedIn = (error: unknown): string | undefined =>
  OtherIssuer.safeParse(error).data?.cause.body.issuer;

function discoverAt(address: string, id: string, secret: string): Promise<client.Configuration> {
  const authentication: client.ClientAuth = (issuer, ...rest) => {
    const methods = issuer.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const basic = methods.includes('client_secret_basic');
    return (basic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret))(issuer, ...rest);
  };
  const metadata = { [client.clockTolerance]: SKEW };
  return client.discovery(new URL(address), id, metadata, authentication, {
    timeout: TIMEOUT,
    [client.customFetch]: boundedFetch(MOST_BYTES),
    // Checks the signature although the token comes straight from the issuer, because a proxy in between may tamper
    // with it.
    execute: [
      client.enableNonRepudiationChecks,
      ...(LOOPBACK.test(address) ? [client.allowInsecureRequests] : []),
    ],
  });
}

type ClaimSet = Record<string, unknown>;

/**
 * Issuers may leave the e-mail, its state, the name or the groups out of the ID token and send them only from UserInfo. When
 * UserInfo is unavailable, an ID token with an e-mail is enough for a known person.
 */
async function withUserInfo(
  configuration: client.Configuration,
  accessToken: string,
  { claims, roleClaim }: { claims: client.IDToken; roleClaim: string | undefined },
): Promise<{ allClaims: ClaimSet; problem?: string }> {
  const isComplete =
    claims.email &&
    isEmailVerified(claims) !== undefined &&
    claims['name'] &&
    (roleClaim === undefined || hasNames(claims, roleClaim));
  if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return { allClaims: claims };
  try {
    const info = await client.fetchUserInfo(configuration, accessToken, claims.sub);
    const isSame = !info.email || info.email.toLowerCase() === textOf(claims['email']).toLowerCase();
    // A verified state applies to one e-mail only, not to a different one.
    const unproven = isSame ? {} : Object.fromEntries(VERIFIED.map((name) => [name, undefined]));
    return { allClaims: { ...claims, ...unproven, ...info } };
  } catch (error) {
    if (!claims.email) throw error;
    return { allClaims: claims, problem: `The UserInfo request failed (${reasonOf(error)})` };
  }
}

const VERIFIED = ['email_verified', 'xms_edov'];
/** Some issuers send the boolean as text or number. */
const YES = new Set<unknown>([true, 1, '1', 'true']);

/** Microsoft uses its own claim. Returns undefined without either claim. */
function isEmailVerified(allClaims: ClaimSet): boolean | undefined {
  const values = VERIFIED.map((name) => allClaims[name]).filter(
    (value) => value !== undefined && value !== null,
  );
  return values.length === 0
    ? undefined
    : values.every((value) => YES.has(typeof value === 'string' ? value.toLowerCase() : value));
}

function doubtOf(allClaims: ClaimSet, problem: string | undefined): string | undefined {
  const isVerified = isEmailVerified(allClaims);
  if (isVerified) return undefined;
  if (isVerified === false) return 'the issuer says that the e-mail address is not verified';
  return problem ?? 'the issuer does not say whether the e-mail address is verified (email_verified)';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function asClaims(
  { iss, sub }: client.IDToken,
  { allClaims, problem }: { allClaims: ClaimSet; problem?: string },
  roleClaim: string | undefined,
): Claims {
  const email = textOf(allClaims['email']);
  const { first, last } = splitName(textOf(allClaims['name']), email);
  return {
    issuer: iss,
    subject: sub,
    email,
    doubt: doubtOf(allClaims, problem),
    firstName: textOf(allClaims['given_name']) || first || email.split('@')[0] || '',
    lastName: textOf(allClaims['family_name']) || last,
    domain: textOf(allClaims['hd']) || undefined,
    directory: roleClaim === undefined ? undefined : directoryOf(allClaims, roleClaim, problem),
  };
}

/** Claims that UserInfo could not complete do not show that a person has no groups. */
const directoryOf = (claims: ClaimSet, roleClaim: string, problem: string | undefined): DirectoryNames =>
  problem !== undefined && !hasNames(claims, roleClaim) ? { unknown: problem } : namesIn(claims, roleClaim);

/** The exact reason is in the causes, or it is the error code of the issuer. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'error' in error && typeof error.error === 'string' ? error.error : undefined;
  const detail = error.cause instanceof Error ? reasonOf(error.cause) : (code ?? algorithmIn(error.cause));
  return detail ? `${error.message}: ${detail}` : error.message;
}

/** The algorithm of a token whose signature cannot be checked. */
const algorithmIn = (cause: unknown): string | undefined =>
  z.object({ alg: z.string() }).safeParse(cause).data?.alg;
