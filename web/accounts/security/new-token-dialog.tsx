import { useId } from 'react';
import { messageOf } from '../../../contract/error.ts';
import { tokens } from '../../../contract/tokens.ts';
import { useSave } from '../../api/save.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { NewTokenForm } from './new-token-form.tsx';
import { Copy } from 'lucide-react';
import { copyText } from '../../lib/copy-text.ts';
import { TextField } from '../../ui/controls/text-field.tsx';
import { toast } from '../../ui/overlays/toasts.ts';

/** A secret that is on screen for the only time. */
function TokenSecret({ name, secret }: { name: string; secret: string }) {
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

/** Asks what the token is for, then shows it for the only time. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const create = useSave(tokens.create, {
    invalidates: [tokens.list],
    failed: (error) => ({
      title: 'Error',
      text: messageOf(error, 'Failed to make the token. Please try again.'),
    }),
  });
  // Closed while the answer is on its way, the only chance to see the secret would be gone.
  const closeUnlessBusy = () => create.isPending || onClose();

  const made = create.data;
  return (
    <Dialog
      open
      onClose={closeUnlessBusy}
      title={made ? 'Token Created' : 'New Token'}
      text={
        made
          ? 'Copy it now: it is shown only this once and cannot be read again later.'
          : 'It calls the API in your name.'
      }
      footer={
        made ? (
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={closeUnlessBusy}>Cancel</Button>
            <Button type="submit" form={formId} look="primary" busy={create.isPending}>
              Create Token
            </Button>
          </>
        )
      }
    >
      {made ? (
        <TokenSecret name={made.name} secret={made.token} />
      ) : (
        <NewTokenForm id={formId} onSubmit={(body, onError) => create.mutate({ body }, { onError })} />
      )}
    </Dialog>
  );
}
