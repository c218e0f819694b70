import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLIENT } from './identity-provider.ts';

type Claims = Record<string, unknown>;

/** An issuer that lies: it hands out whatever ID token the test makes, in exchange for any code. */
export type LyingIssuer = {
  issuer: string;
  /** The claims of an honest token for this nonce. */
  honest(nonce: string): Claims;
  /** The next ID token it gives; undefined: none. */
  token: string | undefined;
  /** Signs with the published key, a key of nobody, or not at all. */
  sign(claims: Claims, key?: 'own' | 'foreign' | 'none'): string;
  stop(): Promise<void>;
};

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

export async function startLyingIssuer(): Promise<LyingIssuer> {
  const own = newKey();
  const foreign = newKey();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lying: LyingIssuer = {
    issuer,
    honest: (nonce) => ({
      iss: issuer,
      sub: 'liar-1',
      aud: CLIENT.id,
      exp: Math.floor(Date.now() / 1000) + 300,
      iat: Math.floor(Date.now() / 1000),
      nonce,
      email: 'liar@example.com',
      email_verified: true,
      name: 'Lia Ryan',
    }),
    token: undefined,
    sign(claims, key = 'own') {
      const header = key === 'none' ? { alg: 'none' } : { alg: 'RS256', kid: 'one' };
      const signed = `${base64(header)}.${base64(claims)}`;
      if (key === 'none') return `${signed}.`;
      const { privateKey } = key === 'own' ? own : foreign;
      return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const pages: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/keys': () => ({
      keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
    }),
    '/token': () => ({
      access_token: 'any',
      token_type: 'Bearer',
      ...(lying.token && { id_token: lying.token }),
    }),
  };
  server.on('request', (request, response) => {
    const page = pages[request.url ?? ''];
    response.writeHead(page ? 200 : 404, { 'content-type': 'application/json' });
    response.end(page ? JSON.stringify(page()) : '{}');
  });
  return lying;
}
