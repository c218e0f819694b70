import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../contract/call.ts';
import { messageOf } from '../../contract/error.ts';
import { operations } from '../../contract/operations.ts';

/** refuses: it can be read, and nothing can be saved. away: the server, or its database. `text` says why. */
type Readiness = { kind: 'ready' } | { kind: 'refuses' | 'away'; text: string };

/** A short break, as when the server restarts a process, is not worth a word. */
const PATIENCE_MS = 1_000;
const FIRST_MS = 2_000;
const LONGEST_MS = 30_000;
const TIMEOUT_MS = 10_000;

async function askReadiness(): Promise<Readiness> {
  try {
    const { problem } = await call(operations.readyz, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return problem ? { kind: 'refuses', text: problem } : { kind: 'ready' };
  } catch (error) {
    return { kind: 'away', text: `${messageOf(error, 'Ops Hub is not reachable')}.` };
  }
}

/** Asks the server with growing pauses whether it is ready; `readiness` is unknown until the first answer. */
export function useReadiness(onReady: () => void) {
  const [readiness, setReadiness] = useState<Readiness>();
  const [round, setRound] = useState(0);
  const tellReady = useEffectEvent(onReady);
  useEffect(() => {
    let isOver = false;
    let pause = FIRST_MS;
    const ask = async () => {
      const now = await askReadiness();
      if (isOver) return;
      setReadiness(now);
      if (now.kind === 'ready') tellReady();
      timer = setTimeout(ask, pause);
      pause = Math.min(pause * 2, LONGEST_MS);
    };
    let timer = setTimeout(ask, round === 0 ? PATIENCE_MS : 0);
    const askNow = () => setRound((before) => before + 1);
    addEventListener('online', askNow);
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener('online', askNow);
    };
  }, [round]);
  return { readiness, askNow: () => setRound((before) => before + 1) };
}
