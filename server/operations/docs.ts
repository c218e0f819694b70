import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { operations } from '../../contract/operations.ts';
import type { Mount } from '../http/endpoint.ts';
import { policyWithoutTrustedTypes } from '../http/security-headers.ts';
import { openApiDocument } from './openapi.ts';

const FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Ops Hub API</title>
    <link rel="icon" href="/mark.svg" />
    <link rel="stylesheet" href="/api/docs/assets/swagger-ui.css" />
  </head>
  <body>
    <main id="page"></main>
    <script src="/api/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START = `window.ui = SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#page', deepLinking: true });\n`;

/** The description of the API and a page to browse and try it; scripts are files, as the content policy asks. */
export async function docsRoutes(app: FastifyInstance, mount: Mount) {
  const description = openApiDocument();
  mount(operations.openapi, async () => description);
  app.get(operations.docs.path, { config: { endpoint: operations.docs } }, (_request, reply) =>
    reply.type('text/html').header('content-security-policy', policyWithoutTrustedTypes).send(PAGE),
  );
  app.get('/api/docs/start.js', (_request, reply) => reply.type('text/javascript').send(START));
  await app.register(fastifyStatic, {
    root: FOLDER,
    prefix: '/api/docs/assets/',
    decorateReply: false,
    allowedPath: (path) => /^\/swagger-ui(-bundle\.js|\.css)$/.test(path),
  });
}
