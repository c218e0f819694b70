import type { FastifyInstance } from 'fastify';
import { RefusalError, refuse, sendRefusal } from './errors.ts';

/** Maximum nesting of a body; the contract needs only a few levels. */
const MAX_DEPTH = 32;

/** Other sites can send plain text and forms without permission, so both are refused. An empty body counts as none. */
export function acceptJsonOnly(app: FastifyInstance, types = ['application/json']) {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(types, { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parse(request, String(body), (error, value: unknown) => {
      if (!error && isTooDeep(value)) done(tooDeep());
      else done(error, value);
    });
  });
}

/** For a page that works without script. Its permission is in its address, which other sites do not know. */
export function acceptFormsOnly(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

/** For calls with a file as body: reads bytes, whatever the content type. */
export function acceptBytesOnly(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/**
 * Only calls with a file upload accept forms. Registered after the access check, so that unauthorised callers are
 * refused first.
 */
export function acceptFormsForFilesOnly(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    const isForm = /^\s*multipart\//i.test(request.headers['content-type'] ?? '');
    if (!isForm || request.routeOptions.config.endpoint?.upload) return undefined;
    return sendRefusal(
      reply,
      refuse(415, 'unsupported_media_type', 'This kind of body is not accepted here'),
    );
  });
}

const tooDeep = () =>
  new RefusalError(refuse(400, 'validation_failed', `The body is nested deeper than ${MAX_DEPTH} levels`));

function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    level = level.filter((item) => typeof item === 'object' && item !== null);
    if (level.length === 0) return false;
    level = level.flatMap((item) => Object.values(item as object));
  }
  return true;
}
