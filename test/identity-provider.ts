import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** The person who signs in at the provider. */
export type Person = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  hd?: string;
  picture?: string;
  /** Groups and roles, in the claims of a certain product. */
  directory?: Record<string, unknown>;
};

export const CLIENT = { id: 'ops-hub', secret: 'a secret that only tests know' };

/** A real OpenID provider in this process. It signs everybody in at once as the person that the test sets. */
export type IdentityProvider = {
  issuer: string;
  /** Read again for every sign-in. */
  person: Person;
  stop(): Promise<void>;
};

export async function startIdentityProvider(redirectUri: string, person: Person): Promise<IdentityProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const running: IdentityProvider = {
    issuer,
    person,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const provider = providerOf(issuer, redirectUri, running);
  const handle = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response);
    // Asks no questions: the person signs in and consents.
    const login = { accountId: running.person.sub };
    return void provider.interactionFinished(
      request,
      response,
      { login },
      { mergeWithLastSubmission: false },
    );
  });
  return running;
}

/** Seconds. */
const TTL = 600;

function providerOf(issuer: string, redirectUri: string, running: IdentityProvider): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    cookies: { keys: ['a key that only tests know'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'hd'],
      profile: ['name', 'picture', 'roles', 'realm_access', 'https://example.com/roles', '_claim_names'],
      groups: ['groups'],
    },
    // Like Google, puts all claims into the ID token.
    conformIdTokenClaims: false,
    ttl: {
      Interaction: TTL,
      Grant: TTL,
      Session: TTL,
      AuthorizationCode: TTL,
      AccessToken: TTL,
      IdToken: TTL,
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims() {
        const { directory, ...person } = running.person;
        return { ...person, ...directory, sub: accountId };
      },
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  });
}

/** Follows an authorisation request like a browser without a session at the provider. Returns the callback address. */
export async function signInAt(address: string, redirectUri: string): Promise<URL> {
  const jar = new Map<string, string>();
  let next = new URL(address);
  while (!next.href.startsWith(redirectUri)) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, {
      headers: { cookie },
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = answer.headers.get('location');
    if (!location) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    next = new URL(location, next);
  }
  return next;
}
