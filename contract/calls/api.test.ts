import { expect, test } from 'vitest';
import { everyEndpoint } from './api.ts';
import type { Endpoint } from './endpoint.ts';
import { STALE_READS } from './live.ts';

const those = (which: (endpoint: Endpoint) => unknown): string[] =>
  everyEndpoint()
    .filter(which)
    .map(({ method, path }) => `${method} ${path}`)
    .toSorted();

// The other tests of permissions take the scopes from the contract. A wrong scope fails only here.
test('threat 45 visitors may make exactly these calls', () => {
  expect(those(({ scope }) => scope === 'public')).toEqual([
    'GET /alerts/:id/acknowledge/:token',
    'GET /api/auth/verify-email',
    'GET /api/beat/:token',
    'GET /api/beat/:token/:signal',
    'GET /api/docs',
    'GET /api/logout',
    'GET /api/openapi.json',
    'GET /api/share/:token',
    'GET /auth/google',
    'GET /auth/google/callback',
    'GET /healthz',
    'GET /metrics',
    'GET /objects/:id/shared/:token',
    'GET /readyz',
    'POST /alerts/:id/acknowledge/:token',
    'POST /api/alerts/in/:token',
    'POST /api/auth/2fa/verify',
    'POST /api/auth/forgot-password',
    'POST /api/auth/login',
    'POST /api/auth/passkeys/login',
    'POST /api/auth/passkeys/login/options',
    'POST /api/auth/register',
    'POST /api/auth/resend-verification',
    'POST /api/auth/reset-password',
    'POST /api/beat/:token',
    'POST /api/beat/:token/:signal',
  ]);
});

test('threat 45 threat 47 only administrators may make exactly these calls', () => {
  expect(those(({ scope }) => scope === 'admin')).toEqual([
    'DELETE /api/admin/demo',
    'DELETE /api/admin/users/:id/access',
    'DELETE /api/admin/users/:id/sessions',
    'DELETE /api/alert-rules/:id',
    'DELETE /api/alert-sources/:id',
    'DELETE /api/channels/:id',
    'DELETE /api/documents/bin/:id',
    'DELETE /api/groups/:id',
    'DELETE /api/heartbeats/:id',
    'DELETE /api/knowledge-base/bin/:id',
    'DELETE /api/servers/bin/:id',
    'GET /api/admin/audit',
    'GET /api/admin/audit/export',
    'GET /api/admin/backups',
    'GET /api/admin/broken-links',
    'GET /api/admin/pending-users',
    'GET /api/admin/retention',
    'GET /api/admin/sign-in-policy',
    'GET /api/admin/status',
    'GET /api/admin/users',
    'GET /api/admin/users/:id/access',
    'GET /api/alert-rules',
    'GET /api/alert-sources',
    'GET /api/categories/readers',
    'GET /api/channels',
    'GET /api/export',
    'GET /api/groups',
    'POST /api/admin/approve-user/:id',
    'POST /api/admin/backups',
    'POST /api/admin/broken-links/set-aside',
    'POST /api/admin/demo',
    'POST /api/admin/mail-test',
    'POST /api/admin/reject-user/:id',
    'POST /api/admin/retention/preview',
    'POST /api/alert-rules',
    'POST /api/alert-rules/replay',
    'POST /api/alert-sources',
    'POST /api/channels',
    'POST /api/channels/:id/test',
    'POST /api/documents/:id/take-access',
    'POST /api/groups',
    'POST /api/heartbeats',
    'POST /api/knowledge-base/:id/take-access',
    'PUT /api/admin/retention',
    'PUT /api/admin/sign-in-policy',
    'PUT /api/admin/users/:id',
    'PUT /api/alert-rules/:id',
    'PUT /api/categories/readers',
    'PUT /api/channels/:id',
    'PUT /api/groups/:id',
    'PUT /api/groups/:id/members',
    'PUT /api/heartbeats/:id',
  ]);
});

test('ACCESS-01 viewers may read everything except these calls, which belong to writing', () => {
  expect(those(({ scope, method }) => scope === 'user' && method === 'GET')).toEqual([
    'GET /api/documents/:id/draft',
    'GET /api/documents/:id/shares',
    'GET /api/documents/bin',
    'GET /api/documents/imports',
    'GET /api/drafts',
    'GET /api/drafts/:key',
    'GET /api/knowledge-base/:id/draft',
    'GET /api/knowledge-base/:id/shares',
    'GET /api/knowledge-base/bin',
    'GET /api/knowledge-base/imports',
    'GET /api/servers/bin',
    'GET /api/shares/:id/views',
  ]);
});

test('ACCESS-01 exactly these calls of viewers change something, each of their own', () => {
  expect(
    those(({ scope, method, sessionOnly }) => scope === 'viewer' && method !== 'GET' && !sessionOnly),
  ).toEqual([
    'DELETE /api/documents/:id/watch',
    'DELETE /api/knowledge-base/:id/watch',
    'DELETE /api/server-views/:id',
    'DELETE /api/servers/:id/watch',
    'POST /api/ai/ask',
    'POST /api/ai/ask-stream',
    'POST /api/notifications/read',
    // Changes nothing: a list of 300 documents is too long for an address.
    'POST /api/offline/copies',
    'POST /api/server-views',
    'PUT /api/ai/interactions/:id/feedback',
    'PUT /api/documents/:id/watch',
    'PUT /api/knowledge-base/:id/watch',
    'PUT /api/notifications/choices',
    'PUT /api/server-views/:id',
    'PUT /api/servers/:id/watch',
    'PUT /api/settings',
  ]);
});

test('AUTH-26 exactly these calls need a session, so no API token makes them', () => {
  expect(those(({ sessionOnly }) => sessionOnly)).toEqual([
    'DELETE /api/admin/users/:id/access',
    'DELETE /api/auth/passkeys/:id',
    'DELETE /api/auth/sessions',
    'DELETE /api/auth/sessions/:id',
    'DELETE /api/auth/tokens/:id',
    'GET /api/admin/sign-in-policy',
    'GET /api/admin/users/:id/access',
    'GET /api/auth/2fa',
    'GET /api/auth/export',
    'GET /api/auth/passkeys',
    'GET /api/auth/sessions',
    'GET /api/auth/tokens',
    'GET /api/auth/ways-in',
    'POST /api/auth/2fa/disable',
    'POST /api/auth/2fa/enable',
    'POST /api/auth/2fa/recovery-codes',
    'POST /api/auth/2fa/setup',
    'POST /api/auth/change-email',
    'POST /api/auth/change-password',
    'POST /api/auth/delete-account',
    'POST /api/auth/passkeys',
    'POST /api/auth/passkeys/options',
    'POST /api/auth/tokens',
    'PUT /api/admin/sign-in-policy',
  ]);
});

test('OPS-02 a live event makes only reads stale that exist', () => {
  const reads = everyEndpoint().flatMap(({ method, path }) => (method === 'GET' ? [path] : []));
  for (const path of Object.values(STALE_READS).flat()) expect(reads).toContain(path);
});
