import { type ReactNode, Suspense, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

type Props = {
  button: ButtonProps;
  kind: 'menu' | 'dialog';
  /** Fetches what opens; asked when the button is first pointed at or focused. */
  load: () => Promise<unknown>;
  startsOpen?: boolean | undefined;
  /** What opens, around the button that it belongs to: open from the start. */
  children: (trigger: ReactNode) => ReactNode;
};

/** A button whose other part is fetched on demand. */
export function OpensLater({ button, kind, load, startsOpen = false, children }: Props) {
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
