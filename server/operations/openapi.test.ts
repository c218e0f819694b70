import { describe, expect, test } from 'vitest';
import { everyEndpoint } from '../../contract/api.ts';
import { operations } from '../../contract/operations.ts';
import { withApp } from '../../test/app.ts';
import { openApiDocument } from './openapi.ts';

type Operation = {
  operationId: string;
  summary: string;
  security: object[];
  parameters: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: object }> }>;
};

const at = withApp();
const description = openApiDocument() as {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
};
const operationOf = (method: string, path: string): Operation | undefined =>
  description.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

/** Every value below, with those of its parts. */
function* everythingIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  yield value as Record<string, unknown>;
  for (const part of Object.values(value)) yield* everythingIn(part);
}

describe('API-03 the description', () => {
  test('API-03 is OpenAPI 3.1 for everybody, and calls go where the page came from', async () => {
    expect(await at.current.anonymous.call(operations.openapi, {})).toEqual(
      JSON.parse(JSON.stringify(description)),
    );
    expect(description).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/' }] });
  });

  test('API-03 names each call of the product and no other', () => {
    const described = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const calls = everyEndpoint().map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(described.toSorted()).toEqual(calls.toSorted());
  });

  test.each(everyEndpoint().map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'API-03 %s says what goes in and what comes out',
    (_name, endpoint) => {
      const operation = operationOf(endpoint.method, endpoint.path);
      if (!operation) throw new Error('not described');
      expect(operation.summary).toBe(endpoint.summary);
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name, required }) => [name, required])).toEqual(
        [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, true]),
      );
      const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
      expect(inQuery.map(({ name }) => name)).toEqual(Object.keys(endpoint.query?.shape ?? {}));
      expect(operation.security).toEqual(endpoint.scope === 'public' ? [] : [{ session: [] }]);
      const kindOfBody = endpoint.upload
        ? 'multipart/form-data'
        : endpoint.body
          ? 'application/json'
          : undefined;
      expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(kindOfBody ? [kindOfBody] : []);
      const answer = operation.responses[endpoint.status];
      const kind = endpoint.result ? 'application/json' : endpoint.produces;
      expect(Object.keys(answer?.content ?? {})).toEqual(kind ? [kind] : []);
      expect(operation.responses).toHaveProperty('4XX');
    },
  );

  test('API-03 gives each call an id of its own', () => {
    const ids = everyEndpoint().map(({ method, path }) => operationOf(method, path)?.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/);
  });

  test('API-03 refers to nothing that it does not hold', () => {
    const pointers = [...everythingIn(description)].flatMap(({ $ref }) =>
      typeof $ref === 'string' ? [$ref] : [],
    );
    expect(pointers.length).toBeGreaterThan(0);
    for (const pointer of new Set(pointers)) {
      const steps = pointer.replace(/^#\//, '').split('/');
      const target = steps.reduce<unknown>(
        (value, step) => (value as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/')],
        description,
      );
      expect([pointer, target]).toEqual([pointer, expect.any(Object)]);
    }
  });
});

describe('API-03 the page to browse it', () => {
  test('API-03 runs scripts from files alone, and all it needs is there', async () => {
    const page = await at.current.anonymous.send({ url: '/api/docs' });
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self'(;|$)/);
    expect(page.body).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|\son\w+=/i);
    const needed = [...page.body.matchAll(/(?:src|href)="(\/api\/[^"]+)"/g)].map(([, url]) => url ?? '');
    expect(needed).toHaveLength(3);
    for (const url of needed) {
      const answer = await at.current.anonymous.send({ url });
      expect([url, answer.statusCode]).toEqual([url, 200]);
      expect(answer.headers['content-type']).toMatch(url.endsWith('.css') ? /^text\/css/ : /javascript/);
    }
  });

  test.each([
    'package.json',
    'index.html',
    'swagger-ui.js',
    'swagger-ui-bundle.js.map',
    '',
    '../package.json',
    '..%2fpackage.json',
    '%2e%2e/swagger-ui-dist/package.json',
    'swagger-ui.css/../package.json',
  ])('API-03 nothing else of that folder is served: %s', async (file) => {
    const answer = await at.current.anonymous.send({ url: `/api/docs/assets/${file}` });
    expect([404, 403]).toContain(answer.statusCode);
    expect(answer.body).not.toContain('swagger');
  });
});
