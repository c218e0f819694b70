import { Copy } from 'lucide-react';
import { copyText } from '../../lib/copy-text.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { toast } from '../../ui/overlays/toasts.ts';

/** A secret that is on screen for the only time. */
export function TokenSecret({ name, secret }: { name: string; secret: string }) {
  const copy = () =>
    copyText(secret).then(
      () => toast({ kind: 'success', title: 'Token copied to clipboard' }),
      () =>
        toast({
          kind: 'error',
          title: 'Not copied',
          text: 'The browser does not allow it. Select the token and copy it.',
        }),
    );
  return (
    <div className="flex items-end gap-2 pt-4">
      <TextField
        className="flex-1 font-mono"
        label={name}
        readOnly
        value={secret}
        onFocus={(event) => event.target.select()}
      />
      <Button icon={<Copy size={16} aria-hidden />} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  );
}
