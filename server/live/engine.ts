import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/open.ts';
import type { Reads } from '../db/reads.ts';
import { CHANNEL, type Message } from './publish.ts';

export type LiveEngine = {
  /** Calls back for every message until the returned function is called. */
  subscribe(listener: (message: Message) => void): () => void;
  /** Whether messages arrive at present, which is to say whether the database is there. */
  isConnected(): boolean;
  /** Calls back when that changes, until the returned function is called. */
  onConnection(hear: () => void): () => void;
  stop(): Promise<void>;
};

/** Once more, it changes nothing. */
const LISTEN = `listen ${CHANNEL}`;
const RECONNECT_MS = 1_000;
/** Keeps no process alive. */
const UNREF = { ref: false };
const PING_MS = 2_000;
/** A server that works answers an empty query within a second, however busy it is. */
const SILENT_MS = 10_000;

/**
 * Listens on one connection of its own and hands messages on; a lost connection is opened again. Where the server falls silent without
 * closing connections (its machine died, or its address moved to a standby), nobody else would notice for 15 minutes: this connection
 * asks it again and again, and if there is no answer, drops all connections.
 */
export async function startLive(
  database: Database,
  { pingMs = PING_MS, silentMs = SILENT_MS } = {},
): Promise<LiveEngine> {
  const listeners = new Set<(message: Message) => void>();
  let client = database.newClient();
  const hearing = new Set<() => void>();
  let connected = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const setConnected = (is: boolean) => {
    if (connected === is) return;
    connected = is;
    for (const hear of hearing) hear();
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
      const message = messageIn(payload);
      if (message) for (const listener of listeners) listener(message);
    });
    await client.connect();
    await client.query(LISTEN);
    setConnected(true);
  };

  const ping = async () => {
    let isAnswered = false;
    // A lost connection is an answer, too: it is opened again.
    const note = () => (isAnswered = true);
    client.query(LISTEN).then(note, note);
    for (let waited = 0; waited < silentMs && !isAnswered; waited += 100) await sleep(100, undefined, UNREF);
    if (!isAnswered && !stopped) database.dropConnections();
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
    onConnection(hear) {
      hearing.add(hear);
      return () => hearing.delete(hear);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client.end();
    },
  };
}

/** Anybody who may use the database may notify on our channel; what is not ours is passed over. */
function messageIn(payload: string | undefined): Message | undefined {
  try {
    return JSON.parse(payload ?? '') as Message;
  } catch {
    return undefined;
  }
}

/** Holds events back until reads show what they tell of. A screen that reads too early would show the old state until the next event. */
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
