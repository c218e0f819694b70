import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';

type Props = {
  kind: 'success' | 'error';
  text: string;
  /** What can be done about it. */
  children?: ReactNode;
};

/** What went well or wrong, over the form that it is about. */
export const NoticeBox = ({ kind, text, children }: Props) => (
  <div
    role={kind === 'error' ? 'alert' : 'status'}
    className={classNames(
      'mb-4 flex items-start gap-2.5 rounded-md border px-3 py-2.5 text-sm',
      kind === 'error' ? 'border-yellow-line bg-yellow-soft' : 'border-green-line bg-green-soft',
    )}
  >
    {kind === 'error' ? (
      <TriangleAlert size={14} className="mt-0.75 text-yellow" aria-hidden />
    ) : (
      <CircleCheck size={14} className="mt-0.75 text-green" aria-hidden />
    )}
    <div className="min-w-0 [overflow-wrap:anywhere]">
      <p>{text}</p>
      {children && <div className="mt-2">{children}</div>}
    </div>
  </div>
);
