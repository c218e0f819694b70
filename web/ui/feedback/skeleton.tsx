import { classNames } from '../../lib/class-names.ts';

/** A grey block of the size of what will stand there. */
export const Skeleton = ({ className }: { className: string }) => (
  <span aria-hidden className={classNames('block rounded-sm bg-active', className)} />
);
