import { CircleAlert, RefreshCw, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { Button } from '../controls/button.tsx';
import { Skeleton } from './skeleton.tsx';

/** A quick answer should not make the page flicker. */
const PATIENCE_MS = 150;

/** `count` placeholders of the final size: their room from the start, so that nothing jumps, seen once the wait is long. */
export function Placeholders({
  count,
  children,
  className,
}: {
  count: number;
  children: ReactNode;
  className?: string;
}) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true">
      <output className="sr-only">Loading...</output>
      <div className={classNames(className, !isLong && 'invisible')} data-placeholders={count}>
        {Array.from({ length: count }, (_, index) => (
          <div key={index}>{children}</div>
        ))}
      </div>
    </div>
  );
}

/** Placeholders of a list that fills the width of the page; `line` is the height of what a row says. */
export const RowPlaceholders = ({ count, line = 'h-9' }: { count: number; line?: 'h-5' | 'h-9' }) => (
  <Placeholders count={count}>
    <div className="border-b border-border px-4 py-3 md:px-6">
      <Skeleton className={`${line} w-full`} />
    </div>
  </Placeholders>
);

/** One line of what, one of why, one button: the frame of every state a list can be in without rows. */
export const Notice = ({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}) => (
  <div className="flex flex-col items-center gap-1 px-6 py-16 text-center">
    <span className="mb-2">{icon}</span>
    <h2 className="text-md">{title}</h2>
    <p className="max-w-[36ch] text-sm text-muted [overflow-wrap:anywhere]">{text}</p>
    {children && <div className="mt-3">{children}</div>}
  </div>
);

const ICON = { size: 24, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** There are things, but none that the filters let through. */
export const NothingFound = ({
  title,
  text,
  onClear,
}: {
  title: string;
  text: string;
  onClear: () => void;
}) => (
  <Notice icon={<SearchX {...ICON} className="text-muted" />} title={title} text={text}>
    <Button onClick={onClear}>Clear filters</Button>
  </Notice>
);

/** The list could not be read; says why and tries again. */
export const Failed = ({ title, text, onRetry }: { title: string; text: string; onRetry: () => void }) => (
  <div role="alert">
    <Notice icon={<CircleAlert {...ICON} className="text-red" />} title={title} text={text}>
      <Button icon={<RefreshCw size={16} aria-hidden />} onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  </div>
);
