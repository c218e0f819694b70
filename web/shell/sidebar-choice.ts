import { keepText, readKeptText } from '../lib/kept.ts';

const KEY = 'sidebar';
/** Below this width the sidebar starts collapsed, unless its user chose otherwise. */
const ROOMY = '(min-width: 1280px)';

export const startsCollapsed = (): boolean => {
  const choice = readKeptText(KEY);
  return choice ? choice === 'collapsed' : !matchMedia(ROOMY).matches;
};

export const keepCollapsed = (isCollapsed: boolean): void =>
  keepText(KEY, isCollapsed ? 'collapsed' : 'expanded');

/** Of the sidebar beside the screen; small screens have it over the screen. */
export const widthOf = (isCollapsed: boolean): string => (isCollapsed ? 'w-16' : 'w-64');
