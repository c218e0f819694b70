/**
 * The module of each screen, by its address, so that the page itself can name the files the screen needs: a browser that
 * finds them only once the application runs fetches them one after the other. `:` stands for one part of an address.
 */
export const SCREENS = {
  '/': 'dashboard/dashboard-page.tsx',
  '/dashboard': 'dashboard/dashboard-page.tsx',
  '/knowledge-base': 'documents/knowledge-base-page.tsx',
  '/documents': 'documents/documents-page.tsx',
  '/infrastructure': 'servers/servers-page.tsx',
  '/infrastructure/:': 'servers/page/server-page.tsx',
  '/ai': 'assistant/assistant-page.tsx',
  '/team': 'team/team-page.tsx',
  '/settings': 'accounts/settings-page.tsx',
  '/print/:': 'documents/print/print-page.tsx',
  '/share/:': 'documents/sharing/shared-page.tsx',
  '/admin/approval': 'accounts/approval-page.tsx',
  '/admin/users': 'accounts/users-page.tsx',
  '/admin/audit': 'audit/audit-page.tsx',
  '/admin/broken-links': 'broken-links/broken-links-page.tsx',
  '/admin/system': 'system/system-page.tsx',
} as const;

/** For visitors without a session; every other screen sends them to sign in. */
export const VISITOR_SCREENS = {
  '/': 'landing/landing-page.tsx',
  '/login': 'accounts/login-page.tsx',
  '/register': 'accounts/register-page.tsx',
  '/verify-email': 'accounts/verify-email-page.tsx',
  '/approval-pending': 'accounts/approval-pending-page.tsx',
  '/forgot-password': 'accounts/forgot-password-page.tsx',
  '/reset-password': 'accounts/reset-password-page.tsx',
  '/share/:': 'documents/sharing/shared-page.tsx',
} as const;
