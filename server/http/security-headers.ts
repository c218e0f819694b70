import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** No inline scripts. Inline styles are allowed, since the editor and floating elements position themselves with them. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** Only the two policies in web/trusted-types.ts may turn text into markup or script addresses. */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", 'trusted-types default pasted'];

/** For a page whose library writes markup from text; the rest of the policy applies. */
export const policyWithoutTrustedTypes = POLICY.join(';');

/** Sets headers of every response, computed once. Routes and files may restrict them further. */
export function setSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'PUBLIC_URL'>): void {
  const headers: Record<string, string> = {
    'cache-control': 'no-store',
    'content-security-policy': [...POLICY, ...TRUSTED_TYPES].join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    // Tells the service worker that no proxy answered instead (web/offline/worker/shell-worker.ts).
    'x-answered-by': 'ops-hub',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
  // Browsers then refuse plain http for a year; limited to this host.
  if (config.PUBLIC_URL.startsWith('https:')) headers['strict-transport-security'] = 'max-age=31536000';
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
