import { useEffect, useEffectEvent } from 'react';
import { type Channel, channels } from '../../../contract/calls/channels.ts';
import { messageOf } from '../../../contract/shared/error.ts';
import { useSave } from '../../api/save.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

/** Sends a test message, and shows what the receiver replied. */
export function TestDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const test = useSave(channels.test, {
    invalidates: [channels.list],
    // The dialog shows the error.
    failed: () => undefined,
  });
  const send = useEffectEvent(() => test.mutate({ params: { id: channel.id } }));
  useEffect(() => send(), []);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Test of ${channel.name}`}
      footer={
        <>
          <Button busy={test.isPending} onClick={() => test.mutate({ params: { id: channel.id } })}>
            Send Again
          </Button>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div role="status" className="min-h-16 text-sm">
        {test.isPending && 'Sending a test message...'}
        {test.error && (
          <p className="text-red">{messageOf(test.error, 'The server did not answer. Please try again.')}</p>
        )}
        {test.data && !test.isPending && <Reply {...test.data} />}
      </div>
    </Dialog>
  );
}

function Reply({ status, body }: { status: number | null; body: string }) {
  const isGood = status !== null && status >= 200 && status < 300;
  return (
    <>
      {status !== null && (
        <p className={isGood ? 'font-medium text-green' : 'font-medium text-red'}>
          The receiver replied with status {status}
        </p>
      )}
      {body && (
        <pre className="mt-2 rounded-md bg-sunken p-2 text-xs [overflow-wrap:anywhere] whitespace-pre-wrap">
          {body}
        </pre>
      )}
    </>
  );
}
