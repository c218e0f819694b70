import { Copy, Download } from 'lucide-react';
import { copyText } from '../../../lib/copy-text.ts';
import { Button, buttonClass } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toasts.ts';

type Props = { title: string; codes: string[]; onClose: () => void };

/** Recovery codes on the only screen that ever shows them. */
export function RecoveryCodes({ title, codes, onClose }: Props) {
  const text = codes.join('\n');
  const copy = () =>
    copyText(text).then(
      () => toast({ kind: 'success', title: 'Recovery codes copied to clipboard' }),
      () =>
        toast({
          kind: 'error',
          title: 'Not copied',
          text: 'The browser does not allow it. Select the codes and copy them.',
        }),
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      text="Keep these recovery codes. Each lets you in once without your phone; they are shown only now."
      footer={
        <>
          <Button icon={<Copy size={16} aria-hidden />} onClick={() => void copy()}>
            Copy
          </Button>
          <a
            className={buttonClass()}
            download="ops-hub-recovery-codes.txt"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          >
            <Download size={16} aria-hidden />
            Download
          </a>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <ul
        aria-label="Recovery codes"
        className="mt-4 grid grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-sunken p-4 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
