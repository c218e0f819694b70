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
  share: '/share/$token',
  settings: '/settings',
  approval: '/admin/approval',
  users: '/admin/users',
  audit: '/admin/audit',
} as const;
