import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** done: set up. open: works, but more can be set up. wrong: needs attention. */
export type State = 'done' | 'open' | 'wrong';

const SIGNS = {
  done: { Icon: CircleCheck, word: 'Done', ink: 'text-green' },
  open: { Icon: CircleDashed, word: 'Can be set up', ink: 'text-muted' },
  wrong: { Icon: TriangleAlert, word: 'Look at this', ink: 'text-yellow' },
};
export const Setting = ({ children }: { children: string }) => (
  <span className="tech text-text [overflow-wrap:anywhere]">{children}</span>
);

/** Does not wrap, because a line break could split the command. */
export const Command = ({ children }: { children: string }) => (
  <span className="tech text-text whitespace-nowrap">{children}</span>
);

type Props = {
  title: string;
  state: State;
  action?: ReactNode;
  /** Content below the text that is not part of a sentence. */
  more?: ReactNode;
  children: ReactNode;
};

export function Item({ title, state, action, more, children }: Props) {
  const { Icon, word, ink } = SIGNS[state];
  return (
    <li className="not-first:border-t flex flex-wrap items-center gap-x-4 gap-y-2 border-border px-4 py-3 compact:py-1.5 md:px-6">
      <span className={`flex-none ${ink}`}>
        <Icon size={16} aria-hidden />
        <span className="sr-only">{word}</span>
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-sm font-medium">{title}</h2>
        <p className="max-w-[72ch] text-muted">{children}</p>
        {more}
      </div>
      {action && <span className="max-md:w-full max-md:pl-8">{action}</span>}
    </li>
  );
}
