import { type ComponentType, lazy, Suspense } from 'react';

/** A dialog whose files are fetched when it opens, or ahead of that (fetch-ahead.ts): a screen is read without them. */
export function openedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Dialog = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  return (props: Props) => (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
