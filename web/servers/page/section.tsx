import type { ReactNode } from 'react';
import { Part } from '../../ui/feedback/part.tsx';

/** A heading with a rule, and the content below it. */
export const Section = ({
  title,
  end,
  children,
}: {
  title: string;
  end?: ReactNode;
  children: ReactNode;
}) => (
  <section aria-label={title}>
    <div className="mb-2 flex min-h-8 items-center justify-between gap-2 border-b border-border pb-1">
      <h2 className="text-md">{title}</h2>
      {end}
    </div>
    <Part name={title}>{children}</Part>
  </section>
);
