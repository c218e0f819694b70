import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { CLIENT } from './identity-provider.ts';

type Claims = Record<string, unknown>;
type Algorithm = 'RS256' | 'PS256' | 'ES256' | 'HS256';

/** An issuer that lies, or speaks as some product does: it hands out whatever ID token the test makes, for any code. */
export type LyingIssuer = {
  /** What its tokens and its discovery document call it; ends with the path. */
  issuer: string;
  /** The claims of an honest token for this nonce. */
  honest(nonce: string): Claims;
  /** The next ID token it gives; undefined: none. */
  token: string | undefined;
  /** More of the discovery document; undefined takes an entry away. */
  discovery: Claims;
  /** What UserInfo answers: claims, a signed token, or a status; undefined: there is no such page. */
  userInfo: Claims | string | number | undefined;
  /** Of the last request to the token endpoint. */
  lastTokenRequest: { authorization: string | undefined; body: URLSearchParams } | undefined;
  /** Signs with the published key of the algorithm, a key of nobody, or not at all. */
  sign(claims: Claims, key?: 'own' | 'foreign' | 'none', algorithm?: Algorithm): string;
  /** From now on other keys are published and used. */
  changeKeys(): void;
  stop(): Promise<void>;
};

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const newKeys = (kid: string) => ({
  kid,
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
});

/** Of every issuer: making them takes longer than most tests. */
const [OWN, FOREIGN, NEXT] = [newKeys('one'), newKeys('one'), newKeys('two')];
const UNUSED = generateKeyPairSync('rsa', { modulusLength: 2048 });

const asKey = (key: KeyObject, more: Claims) => ({ ...key.export({ format: 'jwk' }), ...more });

/** As `node:crypto` names them. */
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
    // Beside a key for something else, as some products publish it, and without `alg`, as others do.
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
