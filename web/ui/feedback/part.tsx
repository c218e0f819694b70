import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Button } from '../controls/button.tsx';
import { retryParts } from './fetched-part.tsx';

type Props = {
  /** Names the part in the error message: "The chart". */
  name: string;
  /** A failed part is tried again when one of these changes. */
  of?: unknown[];
  /** Classes of the error message; by default it replaces the part. */
  className?: string;
  onFail?: () => void;
  children: ReactNode;
};

/** An error boundary for a part of a screen. A failure shows its name and a button to retry. */
export const Part = ({ name, of = [], className, onFail, children }: Props) => (
  <ErrorBoundary
    resetKeys={of}
    onReset={retryParts}
    {...(onFail && { onError: onFail })}
    fallbackRender={({ resetErrorBoundary }) => (
      <div className={className}>
        <PartFailed name={name} onRetry={resetErrorBoundary} />
      </div>
    )}
  >
    {children}
  </ErrorBoundary>
);

/** Replaces a part that failed. */
export const PartFailed = ({ name, onRetry }: { name: string; onRetry: () => void }) => (
  <div role="alert" className="flex flex-wrap items-center gap-x-2.5 gap-y-1 py-3 text-sm text-muted">
    <CircleAlert size={16} className="flex-none text-red" aria-hidden />
    <span className="min-w-0">{name} could not be shown.</span>
    <Button size="small" onClick={onRetry}>
      Try again
    </Button>
  </div>
);
