import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Gauge, Registry } from 'prom-client';
import { live, type LiveEvent } from '../../contract/calls/live.ts';
import { unlessUnavailable } from '../http/errors.ts';
import { withoutOverlap } from '../work/without-overlap.ts';
import type { LiveEngine } from './engine.ts';

const HEARTBEAT_MS = 25_000;
/** Streams per account; a new stream closes the oldest. */
const STREAMS_PER_USER = 20;
/** Streams written in one turn of the event loop: each takes some 40 µs, and other requests must not wait for hundreds. */
const STREAMS_PER_TURN = 25;
/**
 * Pause after a round, for each stream that it wrote. Events that come meanwhile are sent together, so that a crowd of
 * readers takes at most a twentieth of the processor.
 */
const PAUSE_PER_STREAM_MS = 1;
const LONGEST_PAUSE_MS = 1_000;
/** How often streams whose session or token expired are ended. Everything else that ends access sends a message. */
const CHECK_ACCESS_MS = 30_000;
/** Bytes that wait for a reader. One that is slower is disconnected, and reads everything anew when it comes back. */
const MOST_UNREAD = 1_000_000;

/** Local state of this node; `onChange` returns a function that unsubscribes. */
export type OwnState = {
  now(): LiveEvent | undefined;
  onChange(listener: (event: LiveEvent) => void): () => void;
};

type Stream = {
  userId: string;
  /** Id of the session or token that the reader came with. */
  accessId: string;
  principals: string[];
  output: PassThrough;
  /** Where the output goes. */
  response: ServerResponse;
  unsent: string;
};

type Access = {
  /** Those of these sessions and tokens that still give access, with their principals. */
  listOpen: (accessIds: string[]) => Promise<Map<string, string[]>>;
  checkMs?: number;
};

/** One stream of server-sent events per browser. Returns its metric. */
export function liveRoutes(
  app: FastifyInstance,
  engine: LiveEngine,
  states: OwnState[],
  { listOpen, checkMs = CHECK_ACCESS_MS }: Access,
): Registry {
  const streams = new Set<Stream>();
  const registry = new Registry();
  new Gauge({
    name: 'ops_hub_live_streams',
    help: 'Open streams of events: one for each browser that is signed in',
    registers: [registry],
    collect() {
      this.set(streams.size);
    },
  });

  const send = sendInTurns();
  const announce = (event: LiveEvent, readers?: string[]) => {
    const frame = frameOf(event);
    for (const stream of streams)
      if (!readers || readers.some((reader) => stream.principals.includes(reader))) send(stream, frame);
  };
  const checkAccess = withoutOverlap(async () => {
    const checked = [...streams];
    if (checked.length === 0) return;
    try {
      const open = await listOpen(checked.map(({ accessId }) => accessId));
      // The browser connects again, with the principals that the account has now.
      for (const { accessId, principals, output } of checked)
        if (!isDeepStrictEqual(open.get(accessId)?.toSorted(), principals.toSorted())) output.end();
    } catch (error) {
      unlessUnavailable(error, () => app.log.error({ err: error }, 'streams'));
    }
  });
  const checks = setInterval(() => void checkAccess(), checkMs);
  const subscriptions = [
    engine.subscribe(({ event, readers, accounts }) => {
      if (event) announce(event, readers);
      if (accounts) void checkAccess();
    }),
    ...states.map(({ onChange }) => onChange((event) => announce(event))),
  ];
  app.addHook('preClose', async () => {
    clearInterval(checks);
    for (const unsubscribe of subscriptions) unsubscribe();
    for (const { output } of streams) output.end();
  });

  app.get(live.events.path, { config: { endpoint: live.events } }, (request, reply) => {
    const { userId = '', accessId = '', principals = [] } = request.actor ?? {};
    const output = new PassThrough();
    const stream: Stream = { userId, accessId, principals, output, response: reply.raw, unsent: '' };
    streams.add(stream);
    const own = [...streams].filter((one) => one.userId === userId);
    if (own.length > STREAMS_PER_USER) own[0]?.output.end();

    const heartbeat = setInterval(() => output.writable && output.write(': still here\n\n'), HEARTBEAT_MS);
    output.once('close', () => {
      clearInterval(heartbeat);
      streams.delete(stream);
    });
    reply.raw.once('close', () => output.destroy());
    output.write(': welcome\n\n');
    for (const { now } of states) {
      const known = now();
      if (known) output.write(frameOf(known));
    }
    return reply
      .header('content-type', 'text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(output);
  });
  return registry;
}

const frameOf = (event: LiveEvent) => `data: ${JSON.stringify(event)}\n\n`;

/** Returns a function that sends text to a stream soon, and in order. */
function sendInTurns() {
  const waiting = new Set<Stream>();
  let isSending = false;

  const sendAll = async () => {
    isSending = true;
    while (waiting.size > 0) {
      // Until then the event was handed to all its streams.
      await nextTurn();
      const round = [...waiting];
      waiting.clear();
      for (const [index, stream] of round.entries()) {
        write(stream);
        if (index % STREAMS_PER_TURN === STREAMS_PER_TURN - 1) await nextTurn();
      }
      await pause(Math.min(round.length * PAUSE_PER_STREAM_MS, LONGEST_PAUSE_MS), undefined, { ref: false });
    }
    isSending = false;
  };

  return (stream: Stream, text: string) => {
    stream.unsent += text;
    waiting.add(stream);
    if (!isSending) void sendAll();
  };
}

function write(stream: Stream) {
  const { output, response, unsent } = stream;
  stream.unsent = '';
  if (!output.writable) return;
  output.write(unsent);
  const unread = output.writableLength + output.readableLength + response.writableLength;
  if (unread > MOST_UNREAD) output.destroy();
}
