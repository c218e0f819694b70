import { classNames } from '../../lib/class-names.ts';
import { CircleAlert, RefreshCw, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../controls/button.tsx';

/** A grey block of the size of the final content. */
export const Skeleton = ({ className }: { className: string }) => (
  <span aria-hidden className={classNames('block rounded-sm bg-active', className)} />
);

/** Prevents flicker when the response is fast. */
const PATIENCE_MS = 150;

/**
 * `count` placeholders of the final size. They reserve the space at once, so that nothing shifts, and become visible
 * after a delay.
 */
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

/** Placeholders of a full-width list; `line` is the height of a row's text. */
export const RowPlaceholders = ({ count, line = 'h-9' }: { count: number; line?: 'h-5' | 'h-9' }) => (
  <Placeholders count={count}>
    <div className="border-b border-border px-4 py-3 md:px-6">
      <Skeleton className={`${line} w-full`} />
    </div>
  </Placeholders>
);

/** The layout of all empty states of a list: a title, a reason and a button. */
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

/** Objects exist, but none matches the filters. */
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

/** The list could not be loaded: shows the reason and a button to retry. */
export const Failed = ({ title, text, onRetry }: { title: string; text: string; onRetry: () => void }) => (
  <div role="alert">
    <Notice icon={<CircleAlert {...ICON} className="text-red" />} title={title} text={text}>
      <Button icon={<RefreshCw size={16} aria-hidden />} onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  </div>
);
