import { lazy } from 'react';
import type { ButtonProps } from './button.tsx';
import type { MenuItem } from './open-menu.tsx';
import { OpensLater } from './opens-later.tsx';

const loadMenu = () => import('./open-menu.tsx');
const OpenMenu = lazy(async () => ({ default: (await loadMenu()).OpenMenu }));

type Props = ButtonProps & {
  items: MenuItem[];
  /** Where its button was pressed before the menu was here. */
  startsOpen?: boolean;
};

/** A button with actions under it. */
export const Menu = ({ items, startsOpen, ...button }: Props) => (
  <OpensLater button={button} kind="menu" startsOpen={startsOpen} load={loadMenu}>
    {(trigger) => <OpenMenu trigger={trigger} items={items} />}
  </OpensLater>
);
