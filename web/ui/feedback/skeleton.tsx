import { classNames } from '../../lib/class-names.ts';

/** A grey block of the size of the final content. */
export const Skeleton = ({ className }: { className: string }) => (
  <span aria-hidden className={classNames('block rounded-sm bg-active', className)} />
);
