import { keepText, readKeptText } from '../lib/kept.ts';

const KEY = 'sidebar';
/** Below this width the sidebar starts collapsed, unless the user chose otherwise. */
const ROOMY = '(min-width: 1280px)';

export const startsCollapsed = (): boolean => {
  const choice = readKeptText(KEY);
  return choice ? choice === 'collapsed' : !matchMedia(ROOMY).matches;
};

export const keepCollapsed = (isCollapsed: boolean): void =>
  keepText(KEY, isCollapsed ? 'collapsed' : 'expanded');

/** Width class of the sidebar. Small screens show it as an overlay instead. */
export const widthOf = (isCollapsed: boolean): string => (isCollapsed ? 'w-16' : 'w-64');
