import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Gauge, Registry } from 'prom-client';
import { live, type LiveEvent } from '../../contract/live.ts';
import type { LiveEngine } from './engine.ts';

const HEARTBEAT_MS = 25_000;
/** Streams per account; a new stream closes the oldest. */
const STREAMS_PER_USER = 20;

/** Local state of this node; `onChange` returns a function that unsubscribes. */
export type OwnState = {
  now(): LiveEvent | undefined;
  onChange(hear: (event: LiveEvent) => void): () => void;
};

const frames = new WeakMap<LiveEvent, string>();

/** Caches the text of an event, which is the same in hundreds of streams. */
function frameOf(event: LiveEvent): string {
  const known = frames.get(event) ?? `data: ${JSON.stringify(event)}\n\n`;
  frames.set(event, known);
  return known;
}

/** One stream of server-sent events per browser, or per tab when tabs cannot share one. Returns its metric. */
export function liveRoutes(app: FastifyInstance, engine: LiveEngine, states: OwnState[]): Registry {
  const streams = new Map<string, Set<PassThrough>>();
  const registry = new Registry();
  new Gauge({
    name: 'ops_hub_live_streams',
    help: 'Open streams of events: one for each browser that is signed in',
    registers: [registry],
    collect() {
      this.set([...streams.values()].reduce((sum, own) => sum + own.size, 0));
    },
  });
  app.addHook('preClose', async () => {
    for (const stream of [...streams.values()].flatMap((own) => [...own])) stream.end();
  });

  app.get(live.events.path, { config: { endpoint: live.events } }, (request, reply) => {
    const userId = request.actor?.userId ?? '';
    const sessionId = request.actor?.sessionId;
    const stream = new PassThrough();
    const own = streams.get(userId) ?? new Set();
    streams.set(userId, own.add(stream));
    if (own.size > STREAMS_PER_USER) [...own][0]?.end();

    const write = (event: LiveEvent) => stream.write(frameOf(event));
    const unsubscribe = engine.subscribe((message) => {
      const { event, ended } = message;
      if (ended?.userId === userId && (!ended.sessionId || ended.sessionId === sessionId)) stream.end();
      if (event && (!message.userId || message.userId === userId)) write(event);
    });
    const forget = states.map(({ onChange }) => onChange(write));
    const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS);
    stream.once('close', () => {
      unsubscribe();
      for (const each of forget) each();
      clearInterval(heartbeat);
      own.delete(stream);
      if (own.size === 0) streams.delete(userId);
    });
    reply.raw.once('close', () => stream.destroy());
    stream.write(': welcome\n\n');
    for (const { now } of states) {
      const known = now();
      if (known) write(known);
    }
    return reply
      .header('content-type', 'text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(stream);
  });
  return registry;
}
