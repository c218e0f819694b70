import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../contract/calls/call.ts';
import { messageOf } from '../../contract/shared/error.ts';
import { operations } from '../../contract/calls/operations.ts';

/**
 * refuses: readable, but nothing can be saved. away: the server or its database is unavailable. `text` gives the
 * reason.
 */
type Readiness = { kind: 'ready' } | { kind: 'refuses' | 'away'; text: string };

/** A short outage, such as a restart of a process, is not reported. */
const PATIENCE_MS = 500;
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

/** Polls the server with growing pauses until it is ready; `readiness` is undefined until the first response. */
export function useReadiness(onReady: () => void) {
  const [readiness, setReadiness] = useState<Readiness>();
  const [round, setRound] = useState(0);
  const [nextAt, setNextAt] = useState(0);
  const reportReady = useEffectEvent(onReady);
  useEffect(() => {
    let isOver = false;
    let pause = FIRST_MS;
    const ask = async () => {
      const now = await askReadiness();
      if (isOver) return;
      setReadiness(now);
      if (now.kind === 'ready') reportReady();
      timer = setTimeout(ask, pause);
      setNextAt(performance.now() + pause);
      pause = Math.min(pause * 2, LONGEST_MS);
    };
    let timer = setTimeout(ask, round === 0 ? PATIENCE_MS : 0);
    const askNow = () => setRound((before) => before + 1);
    // An answer that is still on its way is about the time before.
    const changes = new AbortController();
    for (const event of ['online', 'offline']) addEventListener(event, askNow, changes);
    return () => {
      isOver = true;
      clearTimeout(timer);
      changes.abort();
    };
  }, [round]);
  return { readiness, nextAt, askNow: () => setRound((before) => before + 1) };
}
