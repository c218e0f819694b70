import { classNames } from '../../lib/class-names.ts';

/** Classes that the readable page and the editor share, so that nothing shifts when the editor replaces the page. */

export const PAGE = 'min-w-0 px-4 pt-6 pb-12 md:px-6';
/** On wide screens the settings are next to the text. */
export const COLUMNS = 'xl:grid xl:grid-cols-[minmax(0,1fr)_19rem]';
/** Height of one row; on phones of two. */
export const BAR = 'min-h-[3.3125rem] max-md:min-h-[3.8125rem] max-sm:min-h-[6.6875rem]';
export const TITLE_LINE = 'flex items-start gap-2';
export const TITLE = classNames(
  'field-sizing-content w-full resize-none rounded-sm border-0 bg-transparent p-0 text-2xl font-semibold',
  'tracking-[-0.02em] aria-invalid:outline-2 aria-invalid:outline-red-fill max-md:text-xl',
);
export const VERSION = 'mt-1.5 text-xs text-muted';
export const CONTENT = 'mt-4 border-t border-border pt-4';
/** Its buttons need two rows on a narrow phone. */
export const TOOLBAR = 'mb-2 min-h-[2.3125rem] max-[26.5rem]:min-h-[4.1875rem]';

export const FORM = 'flex max-w-170 flex-col gap-4';
export const FORM_ROW = 'grid gap-4 md:grid-cols-2';
export const STEPS_HEAD = 'mt-4 mb-3 flex min-h-7 items-center gap-2';
export const STEP = classNames(
  'relative flex gap-3 rounded-md pb-6 before:absolute before:top-8 before:bottom-0 before:left-3 before:w-px',
  'before:bg-border last:before:hidden',
);
export const STEP_NUMBER =
  'mt-1 flex size-6 flex-none items-center justify-center rounded-full border border-border-strong bg-surface text-xs font-semibold';
export const STEP_FIELDS = 'flex min-w-0 flex-1 flex-col gap-3';
export const ENTRIES_HEAD = 'mb-2 flex min-h-7 items-center';
export const ENTRIES = 'flex flex-col gap-2';
export const ENTRY = 'flex items-center gap-2';
