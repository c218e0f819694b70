import { formatCount } from '../../lib/format-count.ts';

type Props = {
  text: string;
  /** Finished steps of the total; omitted while the total is unknown. */
  done?: number | undefined;
  total?: number | undefined;
};

/** A 4 px bar and '86 of 214'; only text while the total is unknown. */
export const Progress = ({ text, done = 0, total = 0 }: Props) => (
  <div className="mt-4">
    <p className="flex items-baseline gap-3 text-sm">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{text}...</span>
      {total > 0 && (
        <span className="text-muted tabular-nums">
          {formatCount(done)} of {formatCount(total)}
        </span>
      )}
    </p>
    {total > 0 && (
      <div
        role="progressbar"
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        className="mt-2 h-1 rounded-full bg-active"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${(100 * done) / total}%` }}
        />
      </div>
    )}
  </div>
);
