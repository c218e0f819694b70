import { LoaderCircle } from 'lucide-react';
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useIsReachable } from '../../lib/reachable.ts';
import { tooltip } from '../overlays/tooltip.tsx';

const LOOKS = {
  /** At most one per view. */
  primary: 'border-accent bg-accent text-on-accent hover:border-accent-hover hover:bg-accent-hover',
  default: 'border-grey-line bg-surface hover:bg-hover aria-expanded:bg-active',
  quiet: 'border-transparent hover:bg-hover aria-expanded:bg-active',
  /** Starts a deletion. The solid one is the confirm button of the dialog. */
  'danger-outline': 'border-red-line bg-surface text-red hover:bg-red-soft',
  danger: 'border-red-solid bg-red-solid text-on-red hover:border-red-solid-hover hover:bg-red-solid-hover',
};

const SIZES = {
  small: 'h-7 px-2 text-sm',
  normal: 'h-8 px-3 text-sm max-md:h-10',
  /** Sign-in and other single-form pages. */
  large: 'h-10 px-4 text-base',
};

type Shape = { look?: keyof typeof LOOKS; size?: keyof typeof SIZES };

/** The classes of a button, for links that look like one. */
export const buttonClass = ({ look = 'default', size = 'normal' }: Shape = {}): string =>
  classNames(
    'inline-flex flex-none items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors',
    'disabled:border-border disabled:bg-hover disabled:text-disabled',
    LOOKS[look],
    SIZES[size],
  );

export type ButtonProps = ComponentProps<'button'> &
  Shape & {
    /** Set while work is in progress: the button keeps its size, shows a spinner and ignores clicks. */
    busy?: boolean | undefined;
    /** Set where the server does the work: while it is unreachable the button is disabled and says why. */
    needsServer?: boolean;
    icon?: ReactNode;
  };

export function Button({
  look,
  size,
  busy,
  icon,
  className,
  children,
  disabled,
  needsServer = false,
  onClick,
  ...rest
}: ButtonProps) {
  const isCutOff = !useIsReachable() && needsServer;
  const pressed = useRef<HTMLButtonElement>(null);
  // A disabled button loses the focus; give it back when the work is done.
  useLayoutEffect(() => {
    if (!busy) return undefined;
    return () => {
      if (document.activeElement === document.body) pressed.current?.focus({ preventScroll: true });
    };
  }, [busy]);
  return (
    <button
      type="button"
      {...rest}
      onClick={(event) => {
        pressed.current = event.currentTarget;
        onClick?.(event);
      }}
      disabled={disabled || busy || isCutOff}
      title={isCutOff ? 'Not possible while the server is unreachable' : rest.title}
      aria-busy={busy || undefined}
      className={classNames(buttonClass({ ...(look && { look }), ...(size && { size }) }), className)}
    >
      {busy ? <LoaderCircle size={16} className="animate-spin" aria-hidden /> : icon}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ButtonProps, 'icon' | 'children'> & {
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
}: IconButtonProps) => (
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

/** A button for the main next step, which is on another page. */
export const LinkButton = ({
  to,
  look,
  children,
}: Pick<ButtonProps, 'look'> & { to: string; children: ReactNode }) => (
  <Button size="large" {...(look && { look })} onClick={() => location.assign(to)}>
    {children}
  </Button>
);
