// A real resolver queries a real name server that never responds. A process cannot make the system's resolver do so.
import { createSocket } from 'node:dgram';
import { lookup, Resolver } from 'node:dns/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Check } from '../../contract/shared/check.ts';
import { withWebTarget } from '../../test/web-target.ts';
import { lookUpInLanes } from './names.ts';
import { networkProbe } from './network-probe.ts';
import { reachWithin } from './reach.ts';

const web = withWebTarget((_, response) => response.end('All is well'));
const server = createSocket('udp4');
let queries = 0;
beforeAll(async () => {
  server.on('message', () => (queries += 1));
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

/** Checks with a resolver that gives up after this time. Only `localhost` needs no resolver. */
function looking(giveUpMs: number) {
  const resolver = new Resolver({ timeout: giveUpMs, tries: 1 });
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  const ask = async (name: string) =>
    name === 'localhost' ? [(await lookup(name, 4)).address] : resolver.resolve4(name);
  const places = { all: 4, ofOneZone: 2, late: 1 };
  const probe = networkProbe(reachWithin(['127.0.0.0/8'], [], lookUpInLanes(ask, places)));
  const look = (kind: 'tcp' | 'http', target: string, timeoutMs: number) =>
    probe(Check.parse({ kind, target, timeoutMs }), null);
  return { look, cancel: () => resolver.cancel() };
}

test('INFRA-11 a hanging name server delays no server that does not need it, and takes none offline', async () => {
  const { look, cancel } = looking(600_000);
  const hanging = Array.from({ length: 20 }, (_, n) => look('tcp', `srv-${n}.dead.example:22`, 500));
  const { port } = web.current;
  expect(await look('http', `http://localhost:${port}/`, 60_000)).toMatchObject({ outcome: 'good' });
  // A slow machine reports its own delay instead.
  const late = {
    outcome: 'unknown',
    message: expect.stringMatching(/^The name could not be looked up within 500 ms$|too busy/),
  };
  expect(await Promise.all(hanging)).toEqual(hanging.map(() => expect.objectContaining(late)));
  expect(queries).toBeGreaterThan(0);
  cancel();
});

test('INFRA-11 a look-up that times out says nothing about the server', async () => {
  const { look } = looking(100);
  expect(await look('tcp', 'srv-0.dead.example:22', 60_000)).toMatchObject({
    outcome: 'unknown',
    message: 'The name server does not answer',
    line: 'silent',
  });
});
