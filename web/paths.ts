/** Addresses that require sign-in. */
export const memberPaths = {
  home: '/',
  dashboard: '/dashboard',
  knowledgeBase: '/knowledge-base',
  document: '/knowledge-base/$documentId',
  team: '/team',
  documents: '/documents',
  print: '/print/$documentId',
  share: '/share/$token',
  infrastructure: '/infrastructure',
  server: '/infrastructure/$serverId',
  alerts: '/alerts',
  alert: '/alerts/$alertId',
  maintenance: '/alerts/maintenance',
  outagePlan: '/alerts/plan',
  duty: '/alerts/duty',
  alertReport: '/alerts/report',
  assistant: '/ai',
  settings: '/settings',
  offlineCopies: '/settings/offline',
  approval: '/admin/approval',
  users: '/admin/users',
  groups: '/admin/groups',
  alertRules: '/admin/alert-rules',
  channels: '/admin/channels',
  alertInputs: '/admin/alert-inputs',
  audit: '/admin/audit',
  signInPolicy: '/admin/sign-in-policy',
  brokenLinks: '/admin/broken-links',
  system: '/admin/system',
} as const;
export type MemberPath = (typeof memberPaths)[keyof typeof memberPaths];

/** Addresses for people without a session; every other one leads to sign-in. */
export const visitorPaths = {
  home: '/',
  login: '/login',
  register: '/register',
  verifyEmail: '/verify-email',
  approvalPending: '/approval-pending',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  share: '/share/$token',
} as const;
export type VisitorPath = (typeof visitorPaths)[keyof typeof visitorPaths];

/** All addresses of screens. Links and navigation take them from here. */
export const paths = { ...memberPaths, ...visitorPaths } as const;

/** Normalises case and trailing slashes of typed addresses. */
export const plainPath = (path: string): string => path.replace(/(?<=.)\/+$/, '').toLowerCase();

/** Whether an address belongs to a path, in which `$name` stands for any one segment. */
export const isPathOf = (path: string, address: string): boolean =>
  plainPath(path.includes('$') ? address.replace(/[^/]+\/*$/, '') : address) ===
  plainPath(path.replace(/\$.*$/, ''));

const isOneOf = (all: Record<string, string>, address: string) =>
  Object.values(all).some((path) => isPathOf(path, address));

/** Screens that require sign-in: visitors sign in first. */
export const isForMembers = (address: string): boolean => isOneOf(memberPaths, address);

/** Sign-in pages and targets of mailed links: open to everybody, signed in or not. */
export const isForEverybody = (address: string): boolean =>
  !isForMembers(address) && isOneOf(visitorPaths, address);
