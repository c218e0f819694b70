import { type ReactNode, useDeferredValue } from 'react';

/**
 * Renders `placeholder` first and `children` right after the browser has painted it. The children render in small steps, so
 * that a press on a slow computer is answered at once, and input during the rendering does not wait for its end.
 */
export const DrawnLater = ({
  placeholder,
  children,
}: {
  placeholder: ReactNode;
  children: () => ReactNode;
}) => (useDeferredValue(true, false) ? <Drawn>{children}</Drawn> : placeholder);

/** Calls its children, so that they are not created before they are rendered. */
const Drawn = ({ children }: { children: () => ReactNode }) => children();
