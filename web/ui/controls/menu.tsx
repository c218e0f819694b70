import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { type ButtonProps, Button } from './button.tsx';
import type { MenuItem } from './menu-popup.tsx';
import { openedLater } from '../feedback/part.tsx';

const MenuPopup = openedLater(() => import('./menu-popup.tsx'), 'MenuPopup', { shownAs: 'The menu' });

type Props = ButtonProps & {
  items: MenuItem[];
  /** Set when the button was pressed before this component loaded. */
  startsOpen?: boolean;
};

/** A button with a menu of actions. */
export const Menu = ({ items, startsOpen, ...button }: Props) => (
  <LazyPopup button={button} kind="menu" startsOpen={startsOpen} load={MenuPopup.preload}>
    {(trigger) => <MenuPopup trigger={trigger} items={items} />}
  </LazyPopup>
);

type LazyPopupProps = {
  button: ButtonProps;
  kind: 'menu' | 'dialog';
  /** Loads the popup; called when the button is hovered, focused or pressed. */
  load: () => Promise<void>;
  startsOpen?: boolean | undefined;
  /** Renders the open popup around its trigger. */
  children: (trigger: ReactNode) => ReactNode;
};

/** A button whose popup is loaded on demand. */
export function LazyPopup({ button, kind, load, startsOpen = false, children }: LazyPopupProps) {
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => void load().then(() => setWasOpened(true));
  const openAtOnce = useEffectEvent(() => startsOpen && open());
  useEffect(() => void openAtOnce(), []);
  if (wasOpened) return children(<Button {...button} />);
  return (
    <Button
      {...button}
      aria-haspopup={kind}
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={open}
    />
  );
}
