import { SCREENS, VISITOR_SCREENS } from './preloads.ts';
import { paths } from './paths.ts';

/** Normalises case and trailing slashes of typed addresses. */
const plain = (path: string) => path.replace(/(?<=.)\/+$/, '').toLowerCase();

const isOneOf = (screens: object, path: string) =>
  [plain(path), plain(path).replace(/[^/]+$/, ':')].some((each) => Object.hasOwn(screens, each));

/** Sign-in pages and targets of mailed links: open to everybody, signed in or not. */
export const isForEverybody = (path: string): boolean =>
  plain(path) !== paths.home && !isOneOf(SCREENS, path) && isOneOf(VISITOR_SCREENS, path);

/** Screens that require sign-in: visitors sign in first. */
export const isForMembers = (path: string): boolean => isOneOf(SCREENS, path);
