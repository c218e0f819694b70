import { SCREENS, VISITOR_SCREENS } from './preloads.ts';
import { paths } from './paths.ts';

/** However the address is spelt that people type. */
const plain = (path: string) => path.replace(/(?<=.)\/+$/, '').toLowerCase();

const isOneOf = (screens: object, path: string) =>
  [plain(path), plain(path).replace(/[^/]+$/, ':')].some((each) => Object.hasOwn(screens, each));

/** Where letters lead and ways in: these open for everybody, signed in or not. */
export const isForEverybody = (path: string): boolean =>
  plain(path) !== paths.home && !isOneOf(SCREENS, path) && isOneOf(VISITOR_SCREENS, path);

/** Of those who are signed in: a visitor signs in first. */
export const isForMembers = (path: string): boolean => isOneOf(SCREENS, path);
