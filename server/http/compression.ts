import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

/** Letters below which a packet on the network is not saved. */
const WORTH_PACKING = 1_400;
/** Next to the best of brotli this is a tenth larger, for a tenth of the time: an answer is packed each time it is given. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Letters up to which a text is packed sooner than another thread is woken for it. */
const SHORT = 16_000;

const PACKERS = {
  br: (text: string) =>
    text.length > SHORT ? promisify(brotliCompress)(text, QUICKLY) : brotliCompressSync(text, QUICKLY),
  gzip: (text: string) =>
    text.length > SHORT ? promisify(gzip)(text, { level: 1 }) : gzipSync(text, { level: 1 }),
};

/** Lists and documents travel to people on slow lines in a tenth of their size. Streams and built files go out as they are. */
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
