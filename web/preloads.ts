/**
 * The module of each screen by path. The page preloads the files of its screen, so the browser need not discover them one
 * after the other. `:` stands for one path segment.
 */
export const SCREENS = {
  '/': 'dashboard/dashboard-page.tsx',
  '/dashboard': 'dashboard/dashboard-page.tsx',
  '/knowledge-base': 'documents/list/knowledge-base-page.tsx',
  '/documents': 'documents/list/documents-page.tsx',
  '/infrastructure': 'servers/servers-page.tsx',
  '/infrastructure/:': 'servers/page/server-page.tsx',
  '/ai': 'assistant/assistant-page.tsx',
  '/team': 'team/team-page.tsx',
  '/settings': 'accounts/settings/settings-page.tsx',
  '/print/:': 'documents/print/print-page.tsx',
  '/share/:': 'documents/sharing/shared-page.tsx',
  '/admin/approval': 'accounts/administration/approval-page.tsx',
  '/admin/users': 'accounts/administration/users-page.tsx',
  '/admin/audit': 'audit/audit-page.tsx',
  '/admin/broken-links': 'broken-links/broken-links-page.tsx',
  '/admin/system': 'system/system-page.tsx',
} as const;

/** Screens for visitors without a session; every other path redirects to sign-in. */
export const VISITOR_SCREENS = {
  '/': 'landing/landing-page.tsx',
  '/login': 'accounts/sign-in/login-page.tsx',
  '/register': 'accounts/registration/register-page.tsx',
  '/verify-email': 'accounts/registration/verify-email-page.tsx',
  '/approval-pending': 'accounts/registration/approval-pending-page.tsx',
  '/forgot-password': 'accounts/sign-in/forgot-password-page.tsx',
  '/reset-password': 'accounts/sign-in/reset-password-page.tsx',
  '/share/:': 'documents/sharing/shared-page.tsx',
} as const;

const EDITOR = 'documents/editor/shell/document-editor.tsx';
/** The module that replaces the list of a screen when the query has this parameter. */
export const OPENED = {
  '/knowledge-base?doc': EDITOR,
  '/knowledge-base?create': EDITOR,
  '/documents?doc': EDITOR,
} as const;

/** Modules that show the text of an opened document with its first call alone. The page loads them before the application. */
export const FIRST_SEEN: Partial<Record<keyof typeof OPENED, string>> = {
  '/knowledge-base?doc': 'shell/first-text.ts',
  '/documents?doc': 'shell/first-text.ts',
};

/**
 * The first calls of a screen, without a query or with the parameter of `OPENED` (`:` is its value). The page preloads
 * them before the application runs. A preload is wasted unless the screen makes exactly this call: e2e/budget.e2e.ts.
 */
export const FIRST_READS: Partial<Record<keyof typeof SCREENS | keyof typeof OPENED, string[]>> = {
  '/': ['/api/analytics/stats?recent=5', '/api/servers?limit=10'],
  '/dashboard': ['/api/analytics/stats?recent=5', '/api/servers?limit=10'],
  '/knowledge-base': ['/api/knowledge-base?limit=24&fields=card', '/api/knowledge-base/facets'],
  '/knowledge-base?doc': ['/api/knowledge-base/:/overview'],
  '/documents': ['/api/documents?limit=24&fields=card', '/api/documents/facets'],
  '/documents?doc': ['/api/documents/:/overview'],
  '/infrastructure': ['/api/servers?limit=100', '/api/server-views'],
  '/team': ['/api/team-members'],
  '/settings': ['/api/auth/ways-in', '/api/notifications/choices'],
  '/print/:': ['/api/knowledge-base/:'],
  '/admin/approval': ['/api/admin/pending-users'],
  '/admin/users': ['/api/admin/users'],
  '/admin/audit': ['/api/admin/audit?limit=50', '/api/admin/users'],
  '/admin/broken-links': ['/api/admin/broken-links?limit=50'],
  '/admin/system': ['/api/admin/status'],
};
