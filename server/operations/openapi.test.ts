import { describe, expect, test } from 'vitest';
import { everyEndpoint } from '../../contract/calls/api.ts';
import type { Endpoint } from '../../contract/calls/endpoint.ts';
import { withApp } from '../../test/app.ts';

const at = withApp();

type Parameter = { name: string; in: string; required?: boolean; schema: object };
type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: object[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema?: object }>; headers?: object }
  >;
};
type Description = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
};

const described = async () =>
  (await at.current.anonymous.send({ url: '/api/openapi.json' })).json<Description>();
const operationsOf = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** All `$ref` values below a part of the document. */
function referencesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === '$ref' && typeof value === 'string' ? [value] : referencesIn(value),
  );
}

function bodyKindsOf({ upload, bytes, body }: Endpoint): string[] {
  if (upload) return ['multipart/form-data'];
  if (bytes) return ['image/*'];
  return body ? ['application/json'] : [];
}

describe('API-03 the OpenAPI document', () => {
  test('is 3.1 and names every call of the contract, and no other', async () => {
    const description = await described();
    expect(description.openapi).toMatch(/^3\.1\./);
    expect(description.info).toMatchObject({ title: 'Ops Hub', version: expect.any(String) });
    const named = operationsOf(description).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const promised = everyEndpoint().map(
      ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(named.toSorted()).toEqual(promised.toSorted());
  });

  test('gives each operation a unique id, a summary, a tag and its responses', async () => {
    const operations = operationsOf(await described());
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operation } of operations) {
      expect(operation.operationId).toMatch(/^[a-z][A-Za-z0-9]+$/);
      expect(operation.summary.length).toBeGreaterThan(0);
      expect(operation.tags).toHaveLength(1);
      expect(Object.keys(operation.responses)).toEqual([expect.stringMatching(/^[23]\d\d$/), '4XX', '5XX']);
    }
  });

  test('every parameter of a path is described, and required', async () => {
    for (const { path, operation } of operationsOf(await described())) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const parameters = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(parameters.map(({ name }) => name)).toEqual(inPath);
      expect(parameters.every(({ required, schema }) => required && 'type' in schema)).toBe(true);
    }
  });

  test('every body and every JSON response has its schema, and every reference has a target', async () => {
    const description = await described();
    for (const endpoint of everyEndpoint()) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      const operation = description.paths[path]?.[endpoint.method.toLowerCase()];
      const kinds = Object.keys(operation?.requestBody?.content ?? {});
      expect(kinds).toEqual(bodyKindsOf(endpoint));
      const answer = operation?.responses[endpoint.status];
      expect(Boolean(answer?.content?.['application/json']?.schema)).toBe(Boolean(endpoint.result));
      expect(Object.keys(answer?.headers ?? {})).toEqual(Object.keys(endpoint.headers ?? {}));
    }
    for (const reference of referencesIn(description)) {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1] ?? reference;
      expect(Object.keys(description.components.schemas)).toContain(name);
    }
  });

  test('names the permissions of each call, and which calls accept an Idempotency-Key', async () => {
    const { paths } = await described();
    expect(paths['/api/auth/login']?.['post']?.security).toEqual([]);
    expect(paths['/api/documents']?.['post']?.security).toEqual([{ session: [] }]);
    expect(paths['/api/documents/bin/{id}']?.['delete']).toMatchObject({
      description: 'Administrators only.',
    });
    const takesKey = (operation: Operation | undefined) =>
      operation?.parameters.some(({ name }) => name === 'Idempotency-Key');
    expect(takesKey(paths['/api/documents']?.['post'])).toBe(true);
    expect(takesKey(paths['/api/documents/{id}']?.['put'])).toBe(true);
    expect(takesKey(paths['/api/documents']?.['get'])).toBe(false);
    expect(takesKey(paths['/api/auth/login']?.['post'])).toBe(false);
  });

  test('describes fields with their limits and closed lists', async () => {
    const { paths } = await described();
    const body = paths['/api/documents']?.['post']?.requestBody?.content['application/json']?.schema;
    expect(body).toMatchObject({
      type: 'object',
      required: ['title', 'content'],
      properties: { title: { type: 'string', maxLength: 255 } },
    });
    const types = paths['/api/documents']?.['get']?.parameters.find(({ name }) => name === 'type');
    expect(JSON.stringify(types)).toContain('work-instructions');
  });
});

describe('API-03 the page that shows it', () => {
  test('runs scripts from files only, and every file that it names exists', async () => {
    const { body, headers } = await at.current.anonymous.send({ url: '/api/docs' });
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|javascript:/i);
    const files = [...body.matchAll(/(?:src|href)="(\/api\/[^"]+)"/g)].map((match) => match[1] ?? '');
    expect(files).toHaveLength(3);
    for (const url of files) {
      const file = await at.current.anonymous.send({ url });
      expect([url, file.statusCode]).toEqual([url, 200]);
      expect(file.headers['content-type']).toMatch(url.endsWith('.css') ? /^text\/css/ : /javascript/);
    }
  });
});
