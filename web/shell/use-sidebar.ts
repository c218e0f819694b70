import { useState } from 'react';
import { keepCollapsed, startsCollapsed } from './sidebar-choice.ts';

/** `isCollapsed`: the 64 px form on wide screens, remembered. `isOpen`: the overlay on narrow ones. */
export function useSidebar(place: string) {
  const [isCollapsed, setCollapsed] = useState(startsCollapsed);
  // The overlay belongs to the address where it was opened, so that navigation closes it.
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
