import type { ReactNode } from 'react';

type Props = { title: ReactNode; facts: ReactNode; children: ReactNode };

/** A row of a list of administrators: what it is, its facts below, and its actions. */
export const AdminRow = ({ title, facts, children }: Props) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border p-4 text-sm md:px-6 compact:py-1.5">
    <div className="min-w-0 flex-1 basis-60">
      <div className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">{title}</div>
      <div className="text-xs [overflow-wrap:anywhere] text-muted">{facts}</div>
    </div>
    <div className="flex flex-wrap items-center gap-1">{children}</div>
  </li>
);
