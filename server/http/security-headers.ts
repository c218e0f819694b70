import type { Config } from '../config.ts';

/** No inline script; styles may be inline, since the editor and the floating parts place themselves with them. */
const directives = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/** Text becomes markup or a script's address by the two policies of our screens alone: web/trusted.ts. */
const trustedTypes = {
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['default', 'pasted'],
};

/** Headers of every answer; a route or a file may narrow them further. */
export const securityHeaders = (config: Config) => ({
  contentSecurityPolicy: { useDefaults: false, directives: { ...directives, ...trustedTypes } },
  frameguard: { action: 'deny' as const },
  referrerPolicy: { policy: 'same-origin' as const },
  // Browsers that saw it once refuse plain http for a year, so it speaks for this host alone.
  hsts: config.PUBLIC_URL.startsWith('https:') && { maxAge: 31_536_000, includeSubDomains: false },
});

/** For a page whose library writes markup as text; all else stands. */
export const withoutTrustedTypes = { contentSecurityPolicy: { useDefaults: false, directives } };
