/** Addresses that require sign-in. */
export const memberPaths = {
  home: '/',
  dashboard: '/dashboard',
  knowledgeBase: '/knowledge-base',
  team: '/team',
  documents: '/documents',
  print: '/print/$documentId',
  share: '/share/$token',
  infrastructure: '/infrastructure',
  server: '/infrastructure/$serverId',
  assistant: '/ai',
  settings: '/settings',
  approval: '/admin/approval',
  users: '/admin/users',
  audit: '/admin/audit',
  brokenLinks: '/admin/broken-links',
  system: '/admin/system',
} as const;

/** All addresses of screens. Links and navigation take them from here. */
export const paths = {
  ...memberPaths,
  login: '/login',
  register: '/register',
  verifyEmail: '/verify-email',
  approvalPending: '/approval-pending',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
} as const;
