import { classNames } from '../../lib/class-names.ts';

/** A keyboard shortcut next to its action. Hidden on small screens, which mostly have no keyboard. */
export const Keycap = ({ children, onDark = false }: { children: string; onDark?: boolean }) => (
  <kbd
    aria-hidden
    className={classNames(
      'inline-block min-w-4.5 rounded-sm border border-b-2 px-1 text-center font-sans text-2xs font-medium max-md:hidden',
      onDark ? 'border-current/40' : 'border-border text-muted',
    )}
  >
    {children}
  </kbd>
);
