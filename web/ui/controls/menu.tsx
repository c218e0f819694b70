import { lazy } from 'react';
import type { ButtonProps } from './button.tsx';
import type { MenuItem } from './menu-popup.tsx';
import { LazyPopup } from './lazy-popup.tsx';

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
