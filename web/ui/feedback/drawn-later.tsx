import { useElementScrollRestoration } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue } from 'react';

type Props = { placeholder: ReactNode; children: () => ReactNode };

/**
 * Renders `placeholder` first and `children` right after the browser has painted it. The children render in small steps, so
 * that a press on a slow computer is answered at once, and input during the rendering does not wait for its end. Somebody
 * who comes back to a place further down gets the children at once: the router scrolls there only once.
 */
export function DrawnLater({ placeholder, children }: Props) {
  const restored = useElementScrollRestoration({ getElement: () => window });
  const isDrawn = useDeferredValue(true, Boolean(restored?.scrollY));
  return isDrawn ? <Drawn>{children}</Drawn> : placeholder;
}

/** Calls its children, so that they are not created before they are rendered. */
const Drawn = ({ children }: Pick<Props, 'children'>) => children();
