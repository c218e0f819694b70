import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib';

/** Smaller responses fit one network packet anyway, in characters. */
const WORTH_PACKING = 1_400;
/** A tenth larger than brotli's best, in a tenth of the time; each response is compressed anew. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Up to this many characters compression takes less time than waking another thread. */
const SHORT = 16_000;

const PACKERS = {
  br: (text: string) =>
    text.length > SHORT ? promisify(brotliCompress)(text, QUICKLY) : brotliCompressSync(text, QUICKLY),
  gzip: (text: string) =>
    text.length > SHORT ? promisify(gzip)(text, { level: 1 }) : gzipSync(text, { level: 1 }),
};

/** Content types of lists that are sent while they are read. */
const LISTS = /^(application\/json|text\/csv)/;

const STREAM_PACKERS = { br: () => createBrotliCompress(QUICKLY), gzip: () => createGzip({ level: 1 }) };

/** Compresses lists and documents to about a tenth. Events, zips and built files are sent as they are. */
export function compressResponses(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const isLongList = payload instanceof Readable && LISTS.test(String(reply.getHeader('content-type')));
    const isLongText = typeof payload === 'string' && payload.length >= WORTH_PACKING;
    if (reply.hasHeader('content-encoding') || !(isLongList || isLongText)) return payload;
    reply.header('vary', 'accept-encoding');
    const packing = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip']);
    if (packing === null) return payload;
    reply.header('content-encoding', packing).removeHeader('content-length');
    if (typeof payload === 'string') return PACKERS[packing](payload);
    // Each end of the pipeline tears down the other, and Fastify handles the failure of the last.
    return pipeline(payload, STREAM_PACKERS[packing](), () => undefined);
  });
}
