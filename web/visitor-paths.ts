import { SCREENS, VISITOR_SCREENS } from './first-files.ts';
import { paths } from './paths.ts';

const isOneOf = (screens: object, path: string) =>
  [path, path.replace(/[^/]+$/, ':')].some((each) => Object.hasOwn(screens, each));

/** Where letters lead and ways in: these open for everybody, signed in or not. */
export const isForEverybody = (path: string): boolean =>
  path !== paths.home && !isOneOf(SCREENS, path) && isOneOf(VISITOR_SCREENS, path);

/** Of those who are signed in: a visitor signs in first. */
export const isForMembers = (path: string): boolean => isOneOf(SCREENS, path);
