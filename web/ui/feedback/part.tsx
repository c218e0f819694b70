import { CircleAlert } from 'lucide-react';
import {
  type ComponentType,
  createElement,
  type FunctionComponent,
  type ReactNode,
  Suspense,
  use,
} from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Button } from '../controls/button.tsx';

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

/** For each failed load a function that resets it; entries are removed once called. */
const failed = new Set<() => void>();

/** Clears failed loads, so that the next render loads these parts again. */
export function retryParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/**
 * A component whose module loads on navigation or just before. If the load fails, only this component shows an error,
 * and a retry loads it again. The router's lazy loading would reload the whole page instead, even offline. The type of
 * the module stays open, because screens use the types of all routes, which would depend on their screens.
 */
export function fetchedPart<Props extends object>(
  load: () => Promise<unknown>,
  name: string,
): FunctionComponent<Props> & { preload: () => Promise<void> } {
  let here: FunctionComponent<Props> | undefined;
  let loadAgain = load;
  let arriving: Promise<FunctionComponent<Props>> | undefined;
  const forget = () => (arriving = undefined);
  const arrive = () =>
    (arriving ??= loadAgain().then(
      (module) => (here = (module as Record<string, FunctionComponent<Props>>)[name] ?? noSuch(name)),
      (error: unknown) => {
        // Only a new visit loads again. Loading on each render after a failure would never end.
        failed.add(forget);
        loadAgain = afresh(error) ?? load;
        throw error;
      },
    ));
  const Fetched = (props: Props) => createElement(here ?? use(arrive()), props);
  const preload = () => {
    if (failed.delete(forget)) forget();
    // A failed preload, for example on hovering a link, is not reported.
    return arrive().then(nothing, nothing);
  };
  return Object.assign(Fetched, { preload });
}

let tries = 0;

/**
 * Browsers remember a failed module load by its address until the page is reloaded. Most errors contain the address, so
 * a query parameter makes it new.
 */
function afresh(error: unknown): (() => Promise<unknown>) | undefined {
  const address = /https?:\/\/\S+\.js/.exec(error instanceof Error ? error.message : '')?.[0];
  return address === undefined ? undefined : () => import(/* @vite-ignore */ `${address}?again=${++tries}`);
}

function noSuch(name: string): never {
  throw new Error(`The module has no ${name}`);
}

const nothing = () => undefined;

type PropsOf<C> = C extends ComponentType<infer Props extends object> ? Props : never;

/**
 * A dialog or other component whose module loads when it is shown, so that the screen loads without it. If the load
 * fails, the screen stays and shows that `shownAs` could not be shown, with a button to retry.
 */
export function openedLater<Module, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  { shownAs = 'The dialog', fallback }: { shownAs?: string; fallback?: ReactNode } = {},
) {
  const Loaded = fetchedPart<PropsOf<Module[Name]>>(load, name);
  const Opened = (props: PropsOf<Module[Name]>) => (
    <Part name={shownAs}>
      <Suspense fallback={fallback}>
        <Loaded {...props} />
      </Suspense>
    </Part>
  );
  return Object.assign(Opened, { preload: Loaded.preload });
}
