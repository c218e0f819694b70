import { CircleAlert } from 'lucide-react';
import { messageOf } from '../../contract/shared/error.ts';
import { Button } from '../ui/controls/button.tsx';
import { useReadiness } from './readiness.ts';

type Props = { error: unknown; onReady: () => void };

/**
 * Replaces the application while the server does not report who is signed in. Continues by itself at the same address.
 */
export function WaitingPage({ error, onReady }: Props) {
  const { readiness, askNow } = useReadiness(onReady);
  const why =
    readiness && readiness.kind !== 'ready' ? readiness.text : messageOf(error, 'The server did not answer.');
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-1 p-6 text-center">
      <CircleAlert size={24} strokeWidth={1.5} className="mb-2 text-red" aria-hidden />
      <h1 className="text-md">Ops Hub could not be loaded</h1>
      <output className="max-w-[44ch] text-sm text-muted">
        {why} Trying again… This page opens by itself when it works.
      </output>
      <Button className="mt-3" onClick={askNow}>
        Try again
      </Button>
    </main>
  );
}
