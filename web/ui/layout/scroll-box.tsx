import type { ReactNode } from 'react';

type Props = { label: string; className: string; children: ReactNode };

/** A scrollable box. It must be reachable by keyboard, so it takes the focus and has a name. */
export const ScrollBox = ({ label, className, children }: Props) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div role="group" aria-label={label} tabIndex={0} className={className}>
    {children}
  </div>
);
