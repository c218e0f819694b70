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
  team: '/team',
  documents: '/documents',
  infrastructure: '/infrastructure',
  server: '/infrastructure/$serverId',
  settings: '/settings',
  approval: '/admin/approval',
  users: '/admin/users',
  audit: '/admin/audit',
} as const;
