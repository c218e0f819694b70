import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../paths.ts';

/** How long the row that a link led to stays marked, in milliseconds. */
const MARKED_MS = 5_000;

const route = getRouteApi('/signed-in/team');

export const rowIdOf = (memberId: string) => `member-${memberId}`;

/** The member that the address asks for: brought into view and marked for a while, then it leaves the address. */
export function useFoundMember(isLoaded: boolean): string | undefined {
  const { member } = route.useSearch();
  const navigate = useNavigate();
  useEffect(() => {
    if (!member || !isLoaded) return;
    document.querySelector(`#${CSS.escape(rowIdOf(member))}`)?.scrollIntoView({ block: 'center' });
    const timer = setTimeout(
      () => void navigate({ to: paths.team, search: ({ q }) => (q ? { q } : {}), replace: true }),
      MARKED_MS,
    );
    return () => clearTimeout(timer);
  }, [member, isLoaded, navigate]);
  return member;
}
