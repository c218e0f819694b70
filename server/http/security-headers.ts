import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** No inline script; styles may be inline, since the editor and the floating parts place themselves with them. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** Text becomes markup or a script's address by the two policies of our screens alone: web/trusted-types.ts. */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", 'trusted-types default pasted'];

/** For a page whose library writes markup as text; all else stands. */
export const policyWithoutTrustedTypes = POLICY.join(';');

/** Headers of every answer, made once; a route or a file may narrow them further. */
export function setSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'PUBLIC_URL'>): void {
  const headers: Record<string, string> = {
    'cache-control': 'no-store',
    'content-security-policy': [...POLICY, ...TRUSTED_TYPES].join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
  // Browsers that saw it once refuse plain http for a year, so it speaks for this host alone.
  if (config.PUBLIC_URL.startsWith('https:')) headers['strict-transport-security'] = 'max-age=31536000';
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
