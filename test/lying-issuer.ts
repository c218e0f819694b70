import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { CLIENT } from './identity-provider.ts';

type Claims = Record<string, unknown>;
type Algorithm = 'RS256' | 'PS256' | 'ES256' | 'HS256';

/**
 * A dishonest issuer, or one with the habits of a certain product. It returns the ID token that the test sets, for any code.
 */
export type LyingIssuer = {
  /** Issuer in its tokens and its discovery document. Ends with the path. */
  issuer: string;
  /** The claims of an honest token for this nonce. */
  honest(nonce: string): Claims;
  /** The next ID token. Undefined: none. */
  token: string | undefined;
  /** Further entries of the discovery document. Undefined removes an entry. */
  discovery: Claims;
  /** The response of UserInfo: claims, a signed token, or a status. Undefined: 404. */
  userInfo: Claims | string | number | undefined;
  /** The last request to the token endpoint. */
  lastTokenRequest: { authorization: string | undefined; body: URLSearchParams } | undefined;
  /** Signs with the published key of the algorithm, with an unknown key, or not at all. */
  sign(claims: Claims, key?: 'own' | 'foreign' | 'none', algorithm?: Algorithm): string;
  /** Publishes and uses other keys from now on. */
  changeKeys(): void;
  stop(): Promise<void>;
};

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const newKeys = (kid: string) => ({
  kid,
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
});

/** Shared by all issuers, because creating keys takes longer than most tests. */
const [OWN, FOREIGN, NEXT] = [newKeys('one'), newKeys('one'), newKeys('two')];
const UNUSED = generateKeyPairSync('rsa', { modulusLength: 2048 });

const asKey = (key: KeyObject, more: Claims) => ({ ...key.export({ format: 'jwk' }), ...more });

/** Options of `node:crypto` for each algorithm. */
const SIGNING: Record<Exclude<Algorithm, 'HS256'>, object> = {
  RS256: {},
  PS256: { padding: 6, saltLength: 32 },
  ES256: { dsaEncoding: 'ieee-p1363' },
};

const honestClaims = (issuer: string, nonce: string): Claims => ({
  iss: issuer,
  sub: 'liar-1',
  aud: CLIENT.id,
  exp: Math.floor(Date.now() / 1000) + 300,
  iat: Math.floor(Date.now() / 1000),
  nonce,
  email: 'liar@example.com',
  email_verified: true,
  name: 'Lia Ryan',
});

export async function startLyingIssuer(path = ''): Promise<LyingIssuer> {
  let own = OWN;
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = base + path;
  const lying: LyingIssuer = {
    issuer,
    honest: (nonce) => honestClaims(issuer, nonce),
    token: undefined,
    discovery: {},
    userInfo: undefined,
    lastTokenRequest: undefined,
    sign(claims, key = 'own', algorithm = 'RS256') {
      const header = key === 'none' ? { alg: 'none' } : { alg: algorithm, kid: own.kid };
      const signed = `${base64(header)}.${base64(claims)}`;
      if (key === 'none' || algorithm === 'HS256') return `${signed}.`;
      const pairs = key === 'own' ? own : FOREIGN;
      const { privateKey } = algorithm === 'ES256' ? pairs.ec : pairs.rsa;
      const signature = sign('sha256', Buffer.from(signed), { key: privateKey, ...SIGNING[algorithm] });
      return `${signed}.${signature.toString('base64url')}`;
    },
    changeKeys() {
      own = NEXT;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const pages: Record<string, () => object | string | number | undefined> = {
    [`${path.replace(/\/$/, '')}/.well-known/openid-configuration`]: () => ({
      issuer,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      jwks_uri: `${base}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'PS256', 'ES256'],
      ...(lying.userInfo !== undefined && { userinfo_endpoint: `${base}/userinfo` }),
      ...lying.discovery,
    }),
    // Some products also publish a key for another use, and some leave out `alg`.
    '/keys': () => ({
      keys: [
        asKey(UNUSED.publicKey, { kid: 'encryption', alg: 'RSA-OAEP', use: 'enc' }),
        asKey(own.rsa.publicKey, { kid: own.kid, use: 'sig' }),
        asKey(own.ec.publicKey, { kid: own.kid, use: 'sig' }),
      ],
    }),
    '/token': () => ({
      access_token: 'any',
      token_type: 'Bearer',
      ...(lying.token && { id_token: lying.token }),
    }),
    '/userinfo': () => lying.userInfo,
  };
  server.on('request', (request, response) => {
    void text(request).then((body) => {
      if (request.url === '/token') {
        const { authorization } = request.headers;
        lying.lastTokenRequest = { authorization, body: new URLSearchParams(body) };
      }
      const answer = pages[request.url ?? '']?.() ?? 404;
      const type = typeof answer === 'string' ? 'application/jwt' : 'application/json';
      response.writeHead(typeof answer === 'number' ? answer : 200, { 'content-type': type });
      response.end(
        typeof answer === 'string' ? answer : JSON.stringify(typeof answer === 'number' ? {} : answer),
      );
    });
  });
  return lying;
}
