/** Every address of the product inside the browser; links and navigation take it from here. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  verifyEmail: '/verify-email',
  approvalPending: '/approval-pending',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  knowledgeBase: '/knowledge-base',
  documents: '/documents',
  settings: '/settings',
  approval: '/admin/approval',
  users: '/admin/users',
  audit: '/admin/audit',
} as const;

/**
 * Where to go after sign-in. Only addresses of the product itself: one leading slash. '//host' and '/\host' lead
 * elsewhere in a browser, and control characters are dropped by it before it looks.
 */
export function ownPath(address: string | undefined): string {
  // oxlint-disable-next-line no-control-regex
  if (!address || !/^\/(?![/\\])/.test(address) || /[\u0000-\u001f]/.test(address)) return paths.home;
  return address;
}
