import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type ButtonProps, Button } from './button.tsx';
import type { MenuItem } from './menu-popup.tsx';

const loadMenu = () => import('./menu-popup.tsx');
const MenuPopup = lazy(async () => ({ default: (await loadMenu()).MenuPopup }));

type Props = ButtonProps & {
  items: MenuItem[];
  /** Set when the button was pressed before this component loaded. */
  startsOpen?: boolean;
};

/** A button with a menu of actions. */
export const Menu = ({ items, startsOpen, ...button }: Props) => (
  <LazyPopup button={button} kind="menu" startsOpen={startsOpen} load={loadMenu}>
    {(trigger) => <MenuPopup trigger={trigger} items={items} />}
  </LazyPopup>
);

type LazyPopupProps = {
  button: ButtonProps;
  kind: 'menu' | 'dialog';
  /** Loads the popup; called when the button is first hovered or focused. */
  load: () => Promise<unknown>;
  startsOpen?: boolean | undefined;
  /** Renders the open popup around its trigger. */
  children: (trigger: ReactNode) => ReactNode;
};

/** A button whose popup is loaded on demand. */
export function LazyPopup({ button, kind, load, startsOpen = false, children }: LazyPopupProps) {
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
