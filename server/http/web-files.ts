import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takePageTurn } from './budgets.ts';
import { routeNotFound } from './guards.ts';
import { offlineShell } from './offline-shell.ts';
import { type PageFacts, pagesOf } from './pages.ts';

/** The built screens. */
export const SCREENS = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** Addresses of calls: an unknown one is not a page. */
const CALLS = /^\/(api|objects|healthz|readyz|metrics)(\/|$|\?)/;

/**
 * The sandboxed frame that renders diagrams. Only our own pages may embed it; it has no origin and may load nothing but
 * its two scripts.
 */
const DIAGRAM_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; font-src " +
    "data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts",
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-resource-policy': 'cross-origin',
  'origin-agent-cluster': '?0',
};

/** Addresses from mails and shared links contain secrets: browsers must not send them as referrer, not even to this server. */
const PAGE_HEADERS = { 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer' };

/** The worker for text recognition in images: only this script may compile WebAssembly. */
const READER_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
};

/**
 * Serves the built screens. Any address that is neither a file nor a call gets the application; that of a document also
 * gets its text.
 */
export async function webFiles(app: FastifyInstance, folder = SCREENS, facts?: PageFacts) {
  if (!existsSync(join(folder, 'index.html'))) {
    // API tests and the development server run without built screens.
    app.setNotFoundHandler(routeNotFound);
    return;
  }
  const { page: shell, worker } = offlineShell(folder, facts?.offlineDays);
  const pageFor = await pagesOf(folder, shell, facts);
  app.get('/index.html', (_request, reply) =>
    reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(shell),
  );
  if (worker)
    app.get('/sw.js', (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(worker),
    );
  await app.register(fastifyStatic, {
    root: folder,
    // A route per existing file, so that everything else, including `/`, gets the page.
    wildcard: false,
    globIgnore: ['{index.html,sw.js,sw-off.js}*'],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names of built files contain a hash of their content; other files keep their names.
      const built = path.startsWith(join(folder, 'assets/'));
      reply.header('cache-control', built ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (path.startsWith(join(folder, 'diagram/'))) reply.headers(DIAGRAM_HEADERS);
      if (path.startsWith(join(folder, 'ocr/'))) reply.headers(READER_HEADERS);
    },
  });
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const isPage = reads && !CALLS.test(request.url) && !/\.\w+$/.test(request.url.split('?')[0] ?? '');
    if (!isPage) return routeNotFound(request, reply);
    const page = await pageFor(request, (bytes) => takePageTurn(bytes, request, reply));
    reply.headers(PAGE_HEADERS);
    // After sign-out, Back must not show it from the browser's store.
    if ('isPrivate' in page) reply.header('cache-control', 'no-store');
    if ('isMissing' in page) reply.code(404);
    return 'html' in page
      ? reply.type('text/html; charset=utf-8').send(page.html)
      : reply.redirect(page.elsewhere);
  });
}
