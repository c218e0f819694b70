import { lazy, Suspense, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import type { MenuItem } from './open-menu.tsx';

const loadMenu = () => import('./open-menu.tsx');
const OpenMenu = lazy(async () => ({ default: (await loadMenu()).OpenMenu }));

type Props = ButtonProps & { items: MenuItem[] };

/** A button with actions under it. What opens is fetched when the button is first pointed at or focused. */
export function Menu({ items, ...button }: Props) {
  const [wasOpened, setWasOpened] = useState(false);
  const closed = (
    <Button
      {...button}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setWasOpened(true)}
    />
  );
  if (!wasOpened) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenMenu trigger={<Button {...button} />} items={items} />
    </Suspense>
  );
}
