import { copyAndReport } from '../../ui/feedback/copy-text.ts';
import { tooltip } from '../../ui/overlays/tooltip.tsx';
import { classNames } from '../../lib/class-names.ts';

/** A name or address that a click copies. */
export const CopiedText = ({ text, className }: { text: string; className?: string }) => (
  <button
    type="button"
    aria-label={`Copy ${text}`}
    {...tooltip('Copy')}
    onClick={() => void copyAndReport(text, `Copied ${text}`, 'Select the text and copy it.')}
    className={classNames(
      'tech -mx-1 min-h-6 rounded-sm px-1 text-left [overflow-wrap:anywhere] select-text hover:bg-hover',
      className,
    )}
  >
    {text}
  </button>
);
