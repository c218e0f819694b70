import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nothingHere } from './guards.ts';

const FOLDER = fileURLToPath(new URL('../dist/web', import.meta.url));

/** Addresses that belong to calls: what is unknown there is no page. */
const CALLS = /^\/(api|objects|healthz|readyz|metrics)(\/|$|\?)/;

/** Serves the built screens. Every address that is no file and no call is the application's own to show. */
export async function webFiles(app: FastifyInstance, folder = FOLDER) {
  if (!existsSync(join(folder, 'index.html'))) {
    // Tests of the calls and the development server do without the built screens.
    app.setNotFoundHandler(nothingHere);
    return;
  }
  const page = readFileSync(join(folder, 'index.html'));
  await app.register(fastifyStatic, {
    root: folder,
    // A route for each file that is there, so that everything else, `/` too, falls through to the page.
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names of built files change with their content; the others keep theirs.
      const built = path.startsWith(join(folder, 'assets/'));
      reply.header('cache-control', built ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const isPage = reads && !CALLS.test(request.url) && !/\.\w+$/.test(request.url.split('?')[0] ?? '');
    return isPage
      ? reply.type('text/html').header('cache-control', 'no-cache').send(page)
      : nothingHere(request, reply);
  });
}
