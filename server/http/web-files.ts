import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routeNotFound } from './guards.ts';
import { pagesOf } from './pages.ts';

const FOLDER = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** Addresses that belong to calls: what is unknown there is no page. */
const CALLS = /^\/(api|objects|healthz|readyz|metrics)(\/|$|\?)/;

/**
 * The frame that draws diagrams: shown by our own pages alone, without an origin however it is opened, and with nobody to
 * ask for anything but its two scripts, which such a page may load only where they say so.
 */
const DIAGRAM_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; font-src " +
    "data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts",
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-resource-policy': 'cross-origin',
  'origin-agent-cluster': '?0',
};

/** Mailed and shared links contain secrets: browsers send their addresses to nobody, not even to this server. */
const PAGE_HEADERS = { 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer' };

/** The worker that reads text in pictures: its library is WebAssembly, which no other script of ours may compile. */
const READER_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
};

/** Serves the built screens. Every address that is no file and no call is the application's own to show. */
export async function webFiles(app: FastifyInstance, folder = FOLDER) {
  if (!existsSync(join(folder, 'index.html'))) {
    // Tests of the calls and the development server do without the built screens.
    app.setNotFoundHandler(routeNotFound);
    return;
  }
  const pageFor = pagesOf(folder);
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
      if (path.startsWith(join(folder, 'diagram/'))) reply.headers(DIAGRAM_HEADERS);
      if (path.startsWith(join(folder, 'ocr/'))) reply.headers(READER_HEADERS);
    },
  });
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const isPage = reads && !CALLS.test(request.url) && !/\.\w+$/.test(request.url.split('?')[0] ?? '');
    if (!isPage) return routeNotFound(request, reply);
    const page = pageFor(request);
    reply.headers(PAGE_HEADERS);
    return 'html' in page
      ? reply.type('text/html; charset=utf-8').send(page.html)
      : reply.redirect(page.elsewhere);
  });
}
