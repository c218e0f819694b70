/** Each message wakes every node, which takes a tenth of the time of a save. So a node sends events ten times a second at most. */
const PAUSE_MS = 100;
/** PostgreSQL carries 8,000 bytes. */
const MOST_BYTES = 7_500;
/** Events that wait for a database that is away. Screens read everything anew when it is back. */
const MOST_WAITING = 1_000;

export type Burst<Message> = {
  /** Whether a message may be sent at once. */
  begins(): boolean;
  add(message: Message): void;
  /** Sends what waits. */
  send(): Promise<void>;
};

type Channel = { send: (payload: string) => Promise<unknown>; isOver: () => boolean };

/** Collects messages that follow each other closely. */
export function createBurst<Message>(channel: Channel): Burst<Message> {
  let waiting: Message[] = [];
  let lastSent = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();

  const later = () => {
    timer ??= setTimeout(() => void send(), PAUSE_MS);
  };
  const send = () => (sending = sending.then(sendAll));
  async function sendAll(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    lastSent = performance.now();
    const messages = waiting;
    waiting = [];
    try {
      for (const portion of portionsOf(messages))
        // oxlint-disable-next-line no-await-in-loop -- In their order.
        await channel.send(portion);
    } catch {
      // The database is away. An event that is sent twice has no effect.
      waiting = [...messages, ...waiting].slice(-MOST_WAITING);
      if (!channel.isOver()) later();
    }
  }
  return {
    begins() {
      if (waiting.length > 0 || performance.now() - lastSent < PAUSE_MS) return false;
      lastSent = performance.now();
      return true;
    },
    add(message) {
      waiting.push(message);
      later();
    },
    send,
  };
}

/** The messages as JSON arrays of a size that PostgreSQL carries. */
function portionsOf(messages: unknown[]): string[] {
  const portions: string[][] = [];
  let bytes = Infinity;
  for (const message of messages.map((each) => JSON.stringify(each))) {
    bytes += Buffer.byteLength(message) + 1;
    if (bytes > MOST_BYTES) {
      portions.push([]);
      bytes = Buffer.byteLength(message);
    }
    portions.at(-1)?.push(message);
  }
  return portions.map((portion) => `[${portion.join(',')}]`);
}
