import { beforeAll, test } from 'vitest';
import { everyEndpoint } from '../../contract/calls/api.ts';
import { demo } from '../../contract/calls/demo.ts';
import type { Endpoint } from '../../contract/calls/endpoint.ts';
import { ErrorBody } from '../../contract/shared/error.ts';
import { live } from '../../contract/calls/live.ts';
import { type Client, withApp } from '../../test/app.ts';
import { fc } from '../../test/properties.ts';
import { valuesFor } from '../../test/schema-values.ts';

/** `npm run prove -- hostile-calls` sends 200. */
const RUNS = Number(process.env['HOSTILE_CALLS'] ?? 4);

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000000' } });
let ids: string[] = [];

beforeAll(async () => {
  const { pool } = at.current.database;
  const admin = await at.current.signedIn({ role: 'admin' });
  await admin.call(demo.add, {});
  const { rows } = await pool.query<{ id: string }>(
    `(select id from documents limit 3) union all (select id from servers limit 3) union all (select id from users)
     union all (select id from team_members limit 2) union all (select id from document_versions limit 2)`,
  );
  ids = rows.map(({ id }) => id);
  if (ids.length < 8) throw new Error('There is no demo data');
});

type Request = { params: unknown; query: unknown; body: unknown };

/** Event streams have no end, and uploads have tests of their own. */
const calls = everyEndpoint()
  .filter(({ path, upload, bytes }) => path !== live.events.path && !upload && !bytes)
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

test.each(calls)(
  'API-01 threat 71 no value makes %s fail',
  async (_, endpoint) => {
    let client = await at.current.signedIn({ role: 'admin' });
    const part = (schema: Endpoint['body']) => (schema ? valuesFor(schema, ids) : fc.constant(undefined));
    const requests = fc.record<Request>({
      params: part(endpoint.params),
      query: part(endpoint.query),
      body: part(endpoint.body),
    });
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const { statusCode, payload, headers } = await send(client, endpoint, request);
        // The call may end the session or the account.
        if (statusCode === 401) client = await at.current.signedIn({ role: 'admin' });
        if (statusCode >= 500) throw new Error(`${statusCode}: ${payload.slice(0, 500)}`);
        const isJson = String(headers['content-type']).includes('json');
        if (statusCode >= 400 && isJson) ErrorBody.parse(JSON.parse(payload));
      }),
      { numRuns: RUNS },
    );
  },
  600_000,
);

function send(client: Client, { method, path }: Endpoint, { params, query, body }: Request) {
  const inPath = (params ?? {}) as Record<string, unknown>;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encoded(inPath[name] ?? 'none'));
  const parameters = Object.entries((query ?? {}) as Record<string, unknown>)
    .flatMap(([name, value]) => [value].flat().map((one) => `${encoded(name)}=${encoded(one)}`))
    .join('&');
  return client.send({
    method,
    url: parameters ? `${filled}?${parameters}` : filled,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    }),
  });
}

/** A URL cannot contain a lone surrogate. */
const encoded = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value ?? null)).toWellFormed());
