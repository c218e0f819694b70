import { type ComponentType, type ReactNode, Suspense } from 'react';
import { fetchedPart, Part } from '../feedback/part.tsx';

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
