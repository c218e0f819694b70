import type { ReactNode } from 'react';
import { Part } from '../ui/feedback/part.tsx';

/** A part of the dashboard: its heading, what stands at its end, and what it shows. */
export const Panel = ({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) => (
  <section aria-label={title} className="min-w-0">
    <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
      <h2 className="text-md">{title}</h2>
      {end}
    </div>
    <Part name={title}>{children}</Part>
  </section>
);
