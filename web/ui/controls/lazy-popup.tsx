import { type ReactNode, Suspense, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

type Props = {
  button: ButtonProps;
  kind: 'menu' | 'dialog';
  /** Loads the popup; called when the button is first hovered or focused. */
  load: () => Promise<unknown>;
  startsOpen?: boolean | undefined;
  /** Renders the open popup around its trigger. */
  children: (trigger: ReactNode) => ReactNode;
};

/** A button whose popup is loaded on demand. */
export function LazyPopup({ button, kind, load, startsOpen = false, children }: Props) {
  const [wasOpened, setWasOpened] = useState(startsOpen);
  const closed = (
    <Button
      {...button}
      aria-haspopup={kind}
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWasOpened(true)}
    />
  );
  return wasOpened ? <Suspense fallback={closed}>{children(<Button {...button} />)}</Suspense> : closed;
}
