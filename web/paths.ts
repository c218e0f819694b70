import { SCREENS, VISITOR_SCREENS } from './preloads.ts';

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

/** Normalises case and trailing slashes of typed addresses. */
const plain = (path: string) => path.replace(/(?<=.)\/+$/, '').toLowerCase();

const isOneOf = (screens: object, path: string) =>
  [plain(path), plain(path).replace(/[^/]+$/, ':')].some((each) => Object.hasOwn(screens, each));

/** Sign-in pages and targets of mailed links: open to everybody, signed in or not. */
export const isForEverybody = (path: string): boolean =>
  plain(path) !== paths.home && !isOneOf(SCREENS, path) && isOneOf(VISITOR_SCREENS, path);

/** Screens that require sign-in: visitors sign in first. */
export const isForMembers = (path: string): boolean => isOneOf(SCREENS, path);
