import { BellOff, Check, Hand } from 'lucide-react';
import { useState } from 'react';
import type { Alert } from '../../contract/calls/alerts.ts';
import { ForEditors } from '../api/for-editors.tsx';
import { Button, type ButtonProps } from '../ui/controls/button.tsx';
import { openedLater } from '../ui/feedback/part.tsx';
import { tooltip } from '../ui/overlays/tooltip.tsx';

const AcknowledgeDialog = openedLater(() => import('./alert-dialogs.tsx'), 'AcknowledgeDialog');
const CloseDialog = openedLater(() => import('./alert-dialogs.tsx'), 'CloseDialog');
const SilenceDialog = openedLater(() => import('./alert-dialogs.tsx'), 'SilenceDialog');

type Props = { alert: Alert; size?: ButtonProps['size'] };

/** Take an alert, or silence it. Nothing can be done about one that is over. */
export function AlertActions({ alert, size = 'normal' }: Props) {
  const [open, setOpen] = useState<'acknowledge' | 'silence' | 'close'>();
  const close = () => setOpen(undefined);
  if (alert.resolvedAt !== null) return null;
  return (
    <ForEditors>
      <span className="flex flex-wrap gap-2">
        <Button
          size={size}
          data-action="a"
          {...tooltip('Acknowledge', { shortcut: 'a' })}
          aria-label={`Acknowledge ${alert.subject}`}
          icon={<Hand size={14} aria-hidden />}
          onClick={() => setOpen('acknowledge')}
        >
          Acknowledge
        </Button>
        <Button
          size={size}
          data-action="s"
          {...tooltip('Silence', { shortcut: 's' })}
          aria-label={`Silence ${alert.subject}`}
          icon={<BellOff size={14} aria-hidden />}
          onClick={() => setOpen('silence')}
        >
          Silence
        </Button>
        {alert.kind === 'external' && (
          <Button
            size={size}
            data-action=""
            aria-label={`Close ${alert.subject}`}
            icon={<Check size={14} aria-hidden />}
            onClick={() => setOpen('close')}
          >
            Close
          </Button>
        )}
      </span>
      {open === 'close' && <CloseDialog alert={alert} onClose={close} />}
      {open === 'acknowledge' && <AcknowledgeDialog alert={alert} onClose={close} />}
      {open === 'silence' && <SilenceDialog alert={alert} onClose={close} />}
    </ForEditors>
  );
}
