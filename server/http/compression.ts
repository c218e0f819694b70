import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

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

/**
 * Compresses lists and documents to about a tenth. Streams and built files are sent as they are: packing a list of hundreds of
 * megabytes takes three times the work of reading it.
 */
export function compressResponses(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_PACKING || reply.hasHeader('content-encoding'))
      return payload;
    reply.header('vary', 'accept-encoding');
    const packing = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip']);
    if (packing === null) return payload;
    reply.header('content-encoding', packing).removeHeader('content-length');
    return PACKERS[packing](payload);
  });
}
