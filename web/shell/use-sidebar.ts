import { useState } from 'react';
import { keepCollapsed, startsCollapsed } from './sidebar-choice.ts';

/** `isCollapsed` is the 64 px form on wide screens, remembered; `isOpen` the overlay on narrow ones. */
export function useSidebar(place: string) {
  const [isCollapsed, setCollapsed] = useState(startsCollapsed);
  // The overlay belongs to the place where it was opened: it has served once another screen is on.
  const [openAt, setOpenAt] = useState<string>();

  const toggleCollapsed = () => {
    keepCollapsed(!isCollapsed);
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
