import { useState } from 'react';

const KEY = 'sidebar';
/** Below this width the sidebar starts collapsed, unless its user chose otherwise. */
const ROOMY = '(min-width: 1280px)';

const startsCollapsed = (): boolean => {
  const choice = localStorage.getItem(KEY);
  return choice ? choice === 'collapsed' : !matchMedia(ROOMY).matches;
};

/** `isCollapsed` is the 64 px form on wide screens, remembered; `isOpen` the overlay on narrow ones. */
export function useSidebar(place: string) {
  const [isCollapsed, setCollapsed] = useState(startsCollapsed);
  // The overlay belongs to the place where it was opened: it has served once another screen is on.
  const [openAt, setOpenAt] = useState<string>();

  const toggleCollapsed = () => {
    localStorage.setItem(KEY, isCollapsed ? 'expanded' : 'collapsed');
    setCollapsed(!isCollapsed);
  };
  return {
    isCollapsed,
    toggleCollapsed,
    isOpen: openAt === place,
    open: () => setOpenAt(place),
    close: () => setOpenAt(undefined),
  };
}
