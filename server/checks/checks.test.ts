import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { checks } from '../../contract/calls/checks.ts';
import { type Check } from '../../contract/shared/check.ts';
import { servers } from '../../contract/calls/servers.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { withWebTarget } from '../../test/web-target.ts';

const at = withApp({ settings: { CHECK_ALLOW: '127.0.0.0/8', RATE_LIMIT_SCALE: '100' } });
const web = withWebTarget((_, response) => response.end('All is well'));

type CheckInput = Partial<Check> & Pick<Check, 'kind' | 'target'>;
const aServer = (client: Client, check: CheckInput | null, name = 'web-01') =>
  client.call(servers.create, { body: { name, check } });
const run = (client: Client, id: string) => client.call(checks.run, { params: { id } });

describe('checks on demand', () => {
  test('INFRA-11 http: status, expected status and expected text', async () => {
    const ann = await at.current.signedIn();
    const good = await aServer(ann, { kind: 'http', target: web.current.url, expectText: 'well' });
    expect(await run(ann, good.id)).toMatchObject({
      outcome: 'good',
      status: 'online',
      message: 'It answered 200',
    });
    const found = await ann.call(servers.find, { params: { id: good.id } });
    expect(found).toMatchObject({ status: 'online', simulated: false, measured: [] });
    const missing = await aServer(ann, {
      kind: 'http',
      target: web.current.url,
      expectText: 'broken',
      retries: 1,
    });
    expect(await run(ann, missing.id)).toMatchObject({ outcome: 'bad', status: 'offline' });
    const other = await aServer(ann, {
      kind: 'http',
      target: web.current.url,
      expectStatus: 204,
      retries: 1,
    });
    expect(await run(ann, other.id)).toMatchObject({ outcome: 'bad', message: 'It answered 200, not 204' });
  });

  test('INFRA-11 tcp: a port that accepts connections, and one that refuses', async () => {
    const ann = await at.current.signedIn();
    const listener = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as AddressInfo;
    const server = await aServer(ann, { kind: 'tcp', target: `127.0.0.1:${port}`, retries: 1 });
    expect(await run(ann, server.id)).toMatchObject({ outcome: 'good' });
    await new Promise((resolve) => listener.close(resolve));
    expect(await run(ann, server.id)).toMatchObject({
      outcome: 'bad',
      message: 'The connection was refused',
    });
  });

  test('INFRA-11 gives up a target that never responds after the timeout', async () => {
    const ann = await at.current.signedIn();
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const server = await aServer(ann, { kind: 'http', target: `http://127.0.0.1:${port}`, timeoutMs: 200 });
    expect(await run(ann, server.id)).toMatchObject({ outcome: 'bad', message: 'No answer within 200 ms' });
    silent.close();
  });

  test('INFRA-11 an exporter: CPU from two scrapes; unknown figures are not reported as measured', async () => {
    let idle = 100;
    web.current.answer = (_, response) =>
      response.end(
        `node_cpu_seconds_total{cpu="0",mode="idle"} ${(idle += 60)}\nnode_cpu_seconds_total{cpu="0",mode="user"} ${idle / 2}\n` +
          'node_memory_MemTotal_bytes 100\nnode_memory_MemAvailable_bytes 60\nnode_time_seconds 500\nnode_boot_time_seconds 100\n',
      );
    const ann = await at.current.signedIn();
    const { id } = await aServer(ann, { kind: 'node_exporter', target: `127.0.0.1:${web.current.port}` });
    expect(await run(ann, id)).not.toHaveProperty('cpuUsage');
    expect(await ann.call(servers.find, { params: { id } })).toMatchObject({
      cpuUsage: 0,
      memoryUsage: 40,
      uptime: 400,
      measured: ['memoryUsage', 'uptime'],
    });
    expect((await run(ann, id)).cpuUsage).toBeCloseTo(33.333, 2);
    web.current.answer = (_, response) => response.end('All is well');
  });

  test('threat 79 does not follow a redirect to an address that checks must not reach', async () => {
    const ann = await at.current.signedIn();
    web.current.answer = (_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    const { id } = await aServer(ann, { kind: 'http', target: web.current.url, retries: 1 });
    expect((await run(ann, id)).message).toContain('CHECK_ALLOW');
    web.current.answer = (request, response) =>
      request.url === '/'
        ? response.writeHead(302, { location: '/home' }).end()
        : response.end('All is well');
    expect(await run(ann, id)).toMatchObject({ outcome: 'good' });
    web.current.answer = (_, response) => response.writeHead(302, { location: '/' }).end();
    const before = web.current.hits.length;
    expect((await run(ann, id)).message).toContain('redirects more than 10 times');
    expect(web.current.hits.length - before).toBe(11);
    web.current.answer = (_, response) => response.end('All is well');
  });

  test('threat 81 returns nothing of the response, and refuses an invalid target', async () => {
    const ann = await at.current.signedIn();
    web.current.answer = (_, response) => response.writeHead(500).end('secret-of-the-server');
    const { id } = await aServer(ann, { kind: 'http', target: web.current.url, retries: 1 });
    expect(JSON.stringify(await run(ann, id))).not.toContain('secret-of-the-server');
    web.current.answer = (_, response) => response.end('All is well');
    const body = { name: 'x', check: { kind: 'tcp', target: '8.8.8.8;id' } };
    const answer = await ann.send({ method: 'POST', url: '/api/servers', payload: body });
    expect(expectRefusal(answer, 400, 'validation_failed').fields).toHaveProperty('check.target');
  });

  test('INFRA-09 a server without a check has nothing to run', async () => {
    const ann = await at.current.signedIn();
    const { id } = await aServer(ann, null);
    expectRefusal(await ann.send({ method: 'POST', url: `/api/servers/${id}/check` }), 409, 'no_check');
  });
});

describe('threat 57 figures from clients', () => {
  test('INFRA-09 are stored, marked as simulated and not counted', async () => {
    const ann = await at.current.signedIn();
    const { id } = await aServer(ann, null, 'db-01');
    const body = { cpuUsage: 12, memoryUsage: 34, diskUsage: 56, uptime: 90_061, status: 'warning' as const };
    const changed = await ann.call(servers.metrics, { params: { id }, body });
    expect(changed).toMatchObject({ ...body, simulated: true, status: 'warning' });
    expect(await ann.call(checks.availability, { params: { id } })).toEqual({
      h24: null,
      d7: null,
      d30: null,
    });
    const [result] = await ann.call(checks.list, { params: { id } });
    expect(result).toMatchObject({ simulated: true, good: 0, bad: 0, cpuUsage: 12, outcome: 'warning' });
    const down = { ...body, cpuUsage: 3, status: 'offline' as const };
    expect(await ann.call(servers.metrics, { params: { id }, body: down })).toMatchObject(down);
    const [, second] = await ann.call(checks.list, { params: { id } });
    expect(second).toMatchObject({ outcome: 'bad', good: 0, bad: 0 });
    await ann.call(servers.update, { params: { id }, body: { status: 'maintenance' } });
    expect(await ann.call(servers.metrics, { params: { id }, body })).toMatchObject(body);
  });

  test.each([
    { cpuUsage: 1e9 },
    { cpuUsage: -1 },
    { cpuUsage: '5' },
    { cpuUsage: null },
    { uptime: -1 },
    { status: 'fine' },
  ])('threat 57 %j is refused', async (body) => {
    const ann = await at.current.signedIn();
    const { id } = await aServer(ann, null);
    const answer = await ann.send({ method: 'PUT', url: `/api/servers/${id}/metrics`, payload: body });
    expectRefusal(answer, 400, 'validation_failed');
  });

  test('INFRA-09 rounds a tiny figure to zero; a lone surrogate in a check becomes the replacement character', async () => {
    const ann = await at.current.signedIn();
    const { id } = await aServer(ann, null);
    const body = { cpuUsage: 1e-46, memoryUsage: 99.99999, diskUsage: 5e-324 };
    const stored = await ann.call(servers.metrics, { params: { id }, body });
    expect(stored).toMatchObject({ cpuUsage: 0, memoryUsage: 100, diskUsage: 0 });
    const payload = { check: { kind: 'http', target: web.current.url, expectText: '\ud800' } };
    const answer = await ann.send({ method: 'PUT', url: `/api/servers/${id}`, payload });
    expect(answer.json()).toMatchObject({ check: { expectText: '\ufffd' } });
    const notes = await ann.send({ method: 'PUT', url: `/api/servers/${id}`, payload: { notes: 'a\ud800' } });
    expect(notes.json()).toMatchObject({ notes: 'a\ufffd' });
  });

  test('threat 57 are refused if a check measures them', async () => {
    const ann = await at.current.signedIn();
    const { id } = await aServer(ann, { kind: 'http', target: web.current.url });
    const answer = await ann.send({
      method: 'PUT',
      url: `/api/servers/${id}/metrics`,
      payload: { cpuUsage: 5 },
    });
    expectRefusal(answer, 409, 'checked_by_probe');
  });
});
