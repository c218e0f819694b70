import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { Button, type ButtonProps } from './button.tsx';
import { tooltip } from '../overlays/tooltip.tsx';

type Props = Omit<ButtonProps, 'icon' | 'children'> & {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  shortcut?: string;
};

/** A square button that shows only an icon. */
export const IconButton = ({
  label,
  icon,
  shortcut,
  look = 'quiet',
  size = 'normal',
  className,
  ...rest
}: Props) => (
  <Button
    {...rest}
    {...tooltip(label, { shortcut })}
    look={look}
    size={size}
    aria-label={label}
    className={classNames(
      size === 'small' ? 'w-7' : 'w-8 max-md:w-10',
      'px-0! text-muted hover:text-text',
      className,
    )}
  >
    {icon}
  </Button>
);
