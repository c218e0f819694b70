import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';

const LOOKS = {
  soft: 'border-transparent bg-grey-soft text-grey',
  red: 'border-transparent bg-red-soft text-red',
  blue: 'border-transparent bg-blue-soft text-blue',
  green: 'border-transparent bg-green-soft text-green',
  yellow: 'border-yellow-line bg-yellow-soft text-yellow',
  solid: 'border-transparent bg-red-solid text-on-red',
  outline: 'border-blue-fill text-blue',
  line: 'border-grey-line text-grey',
  dashed: 'border-dashed border-border-strong text-grey',
};

type Props = {
  look?: keyof typeof LOOKS;
  icon?: ReactNode;
  children: ReactNode;
  /** Shows a current state, which may be out of date (styles.css). */
  'data-as-of'?: true;
};

export const Badge = ({ look = 'line', icon, children, ...rest }: Props) => (
  <span
    {...rest}
    className={classNames(
      'inline-flex h-5 max-w-full min-w-0 items-center gap-1.5 rounded-sm border px-1.5 text-xs font-medium',
      LOOKS[look],
    )}
  >
    {icon}
    <span className="truncate">{children}</span>
  </span>
);
