import { type ComponentType, Suspense } from 'react';
import { fetchedPart } from '../feedback/fetched-part.tsx';
import { Part } from '../feedback/part.tsx';

type PropsOf<C> = C extends ComponentType<infer Props extends object> ? Props : never;

/**
 * A dialog whose module loads when it opens, so that the screen loads without it. If the module does not arrive, the screen stays
 * and shows a button to retry.
 */
export function openedLater<Module, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  const Dialog = fetchedPart<PropsOf<Module[Name]>>(load, name);
  return (props: PropsOf<Module[Name]>) => (
    <Part name="The dialog">
      <Suspense>
        <Dialog {...props} />
      </Suspense>
    </Part>
  );
}
