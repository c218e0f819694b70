import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** Who signs in at the provider. */
export type Person = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  hd?: string;
  picture?: string;
};

export const CLIENT = { id: 'ops-hub', secret: 'a secret that only tests know' };

/** A real OpenID provider in this process where everybody is signed in at once as the person that is set. */
export type IdentityProvider = {
  issuer: string;
  /** Read anew for every sign-in. */
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
    // Nobody is asked anything: the person signs in and agrees.
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
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'], profile: ['name', 'picture'] },
    // As Google does: everything is in the ID token.
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
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ ...running.person, sub: accountId }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

/** Follows an authorisation request as a browser without a session there would; returns the address it comes back to. */
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
