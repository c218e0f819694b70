import { useNavigate, type LinkProps } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { isPlainClick } from '../../lib/plain-click.ts';

/** What a link to the other view of a document needs, so that it leads to the heading in view. `headingInView` is its anchor. */
export function useHeadingLink<Target extends Pick<LinkProps, 'to' | 'params' | 'search'>>(
  target: Target,
  headingInView: () => string | undefined,
) {
  const navigate = useNavigate();
  return {
    ...target,
    onClick: (event: MouseEvent) => {
      const hash = headingInView();
      if (!hash || !isPlainClick(event)) return;
      event.preventDefault();
      void navigate({ ...target, hash });
    },
  };
}
