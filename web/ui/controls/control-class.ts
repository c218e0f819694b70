import { classNames } from '../../lib/class-names.ts';

/** Border and background shared by all inputs and selects. */
export const controlClass = classNames(
  'w-full min-w-0 rounded-md border border-border-strong bg-surface text-sm',
  'focus-visible:-outline-offset-1 aria-invalid:border-red-fill aria-invalid:shadow-[inset_0_0_0_1px_var(--red-fill)]',
  'disabled:border-border disabled:bg-hover disabled:text-disabled',
);

export const CONTROL_SIZES = {
  normal: 'h-8 px-2.5 max-md:h-10',
  large: 'h-10 px-2.5 text-base!',
};

/** Multi-line text. */
export const areaClass = classNames(controlClass, 'px-2.5 py-1.5');

/** Label above, control, then the error or the hint. */
export const FIELD = 'flex min-w-0 flex-col gap-1.5';
export const labelClass = (isHidden: boolean | undefined): string =>
  isHidden ? 'sr-only' : 'text-sm font-medium';
