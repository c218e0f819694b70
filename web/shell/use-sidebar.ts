import { useEffect, useState } from 'react';

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
  const [isOpen, setOpen] = useState(false);

  // The overlay has served once another screen is on.
  useEffect(() => setOpen(false), [place]);

  const toggleCollapsed = () => {
    localStorage.setItem(KEY, isCollapsed ? 'expanded' : 'collapsed');
    setCollapsed(!isCollapsed);
  };
  return { isCollapsed, toggleCollapsed, isOpen, open: () => setOpen(true), close: () => setOpen(false) };
}
