import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/open.ts';
import type { Reads } from '../db/reads.ts';
import { CHANNEL, type Message } from './publish.ts';

export type LiveEngine = {
  /** Calls back for every message until the returned function is called. */
  subscribe(listener: (message: Message) => void): () => void;
  /** Whether messages currently arrive, and so whether the database is available. */
  isConnected(): boolean;
  /** Calls back when that changes, until the returned function is called. */
  onConnection(notifyConnection: () => void): () => void;
  stop(): Promise<void>;
};

/** Repeating it has no effect. */
const LISTEN = `listen ${CHANNEL}`;
const RECONNECT_MS = 1_000;
/** Does not keep the process alive. */
const UNREF = { ref: false };
const PING_MS = 500;
/** A working server answers an empty query within a second under any load. Screens show it after this time. */
const LATE_MS = 1_500;
const SILENT_MS = 10_000;

/**
 * Listens on a dedicated connection and distributes messages; reconnects after a loss. When a server falls silent
 * without closing connections (its machine died, or its address moved to a standby), the operating system would notice
 * after 15 minutes. So this connection sends a query regularly, and without an answer all connections are dropped.
 */
export async function startLive(
  database: Database,
  { pingMs = PING_MS, lateMs = LATE_MS, silentMs = SILENT_MS } = {},
): Promise<LiveEngine> {
  const listeners = new Set<(message: Message) => void>();
  let client = database.newClient();
  const connectionListeners = new Set<() => void>();
  let connected = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const setConnected = (is: boolean) => {
    if (connected === is) return;
    connected = is;
    for (const notifyConnection of connectionListeners) notifyConnection();
  };

  const retry = () => {
    if (stopped || timer) return;
    setConnected(false);
    timer = setTimeout(() => {
      timer = undefined;
      client = database.newClient();
      connect().catch(retry);
    }, RECONNECT_MS);
  };

  const connect = async () => {
    client.on('end', retry);
    client.on('notification', ({ payload }) => {
      for (const message of messagesIn(payload)) for (const listener of listeners) listener(message);
    });
    await client.connect();
    await client.query(LISTEN);
    setConnected(true);
  };

  const ping = async () => {
    const asked = client;
    const isOver = await settles(asked.query(LISTEN), silentMs, {
      afterMs: lateMs,
      late: () => stopped || setConnected(false),
      // It was only late.
      answered: () => asked === client && !timer && setConnected(true),
    });
    if (!isOver && !stopped) database.dropConnections();
  };
  const watch = async () => {
    while (!stopped) {
      await sleep(pingMs, undefined, UNREF);
      if (connected && !stopped) await ping();
    }
  };

  await connect();
  void watch();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isConnected: () => connected,
    onConnection(notifyConnection) {
      connectionListeners.add(notifyConnection);
      return () => connectionListeners.delete(notifyConnection);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client.end();
    },
  };
}

/** Whether a query is answered in time. A lost connection counts as an answer: it is reopened anyway. */
async function settles(
  query: Promise<unknown>,
  limitMs: number,
  { afterMs, late, answered }: { afterMs: number; late: () => void; answered: () => void },
): Promise<boolean> {
  let isOver = false;
  const end = () => (isOver = true);
  query.then(answered).then(end, end);
  for (let waited = 0; waited < limitMs && !isOver; waited += 100) {
    if (waited >= afterMs) late();
    await sleep(100, undefined, UNREF);
  }
  return isOver;
}

/** Any user of the database may notify on our channel; invalid messages are ignored. Those of a burst come together. */
function messagesIn(payload: string | undefined): Message[] {
  try {
    return [JSON.parse(payload ?? '') as Message | Message[] | null]
      .flat()
      .filter((message) => message !== null);
  } catch {
    return [];
  }
}

/**
 * Holds events back until reads show their changes. Otherwise a screen would read the old state and keep it until the
 * next event.
 */
export const whenReadable = (engine: LiveEngine, reads: Pick<Reads, 'whenReadable'>): LiveEngine => ({
  ...engine,
  subscribe(listener) {
    let isListening = true;
    const unsubscribe = engine.subscribe((message) => {
      if (!message.event) return listener(message);
      return reads.whenReadable(() => isListening && listener(message));
    });
    return () => {
      isListening = false;
      unsubscribe();
    };
  },
});
