import * as z from 'zod';
import { everyEndpoint } from '../../contract/calls/api.ts';
import type { Endpoint } from '../../contract/calls/endpoint.ts';
import { ErrorBody } from '../../contract/shared/error.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
};

/** OpenAPI 3.1 of every call, generated from the endpoints that the server mounts. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of everyEndpoint()) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Ops Hub', version: '1', description: 'Every error body is {error, message, code}.' },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
    },
  };
}

function operationOf(endpoint: Endpoint): Json {
  const failure = {
    description: 'Refused',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
  return {
    summary: endpoint.summary,
    tags: [tagOf(endpoint.path)],
    operationId: endpoint.method.toLowerCase() + inCamelCase(endpoint.path),
    ...(endpoint.scope === 'public' ? { security: [] } : { security: [{ session: [] }] }),
    ...(WHO[endpoint.scope] && { description: WHO[endpoint.scope] }),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...idempotencyOf(endpoint),
    ],
    ...requestBodyOf(endpoint),
    responses: { [endpoint.status]: answerOf(endpoint), '4XX': failure, '5XX': failure },
  };
}

const WHO: Partial<Record<Endpoint['scope'], string>> = {
  user: 'Not for viewers.',
  admin: 'Administrators only.',
};

const inCamelCase = (path: string): string =>
  path.replace(/[^a-z0-9]+(\w)?/gi, (_, letter: string) => (letter ?? '').toUpperCase());

const tagOf = (path: string): string => path.split('/').find((part) => part !== '' && part !== 'api') ?? '/';

function parametersOf(schema: z.core.$ZodObject | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

function idempotencyOf(endpoint: Endpoint): Json[] {
  if (endpoint.scope === 'public' || (endpoint.method !== 'POST' && endpoint.method !== 'PUT')) return [];
  const description = 'The same key within 24 hours gives the first answer and does nothing twice';
  return [{ name: 'Idempotency-Key', in: 'header', description, schema: { type: 'string', maxLength: 200 } }];
}

function requestBodyOf(endpoint: Endpoint): Json {
  if (endpoint.upload) {
    const schema = {
      type: 'object',
      properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      required: ['file'],
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (endpoint.bytes) return { requestBody: { required: true, content: { 'image/*': {} } } };
  if (!endpoint.body) return {};
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
    },
  };
}

function answerOf(endpoint: Endpoint): Json {
  const headers = Object.entries(endpoint.headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  const content = endpoint.result
    ? { content: { 'application/json': { schema: schemaOf(endpoint.result, 'output') } } }
    : endpoint.produces
      ? { content: { [endpoint.produces]: {} } }
      : {};
  return {
    description: 'Done',
    ...content,
    ...(headers.length ? { headers: Object.fromEntries(headers) } : {}),
  };
}
