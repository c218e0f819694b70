import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import type { Look } from './prove-line-child.ts';

/**
 * Runs a checker and its servers with a gateway between them, each side in a network namespace. The connection is cut in
 * several ways. Only a server's own silence may count against it. Needs Linux, `ip` and the right to create network
 * namespaces.
 */
const [HERE, THERE] = ['ops-hub-here', 'ops-hub-there'];
const [CHECKER, GATEWAY, SERVER] = ['192.0.2.2', '192.0.2.1', '192.0.2.10'];
/** Servers behind the gateway. */
const [FIRST, SECOND] = ['198.51.100.10', '198.51.100.11'];
const LOOKS = 4;
/** The kernel keeps the address of a missing gateway for a while. */
const SETTLED_MS = 120_000;

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
const inThere = (...args: string[]) => ip('-n', THERE, ...args);

/** Runs inside the checker's namespace and prints the result of each check. */
const CHILD = fileURLToPath(new URL('prove-line-child.ts', import.meta.url));

function makeNetworks() {
  for (const name of [HERE, THERE]) {
    ip('netns', 'add', name);
    ip('-n', name, 'link', 'set', 'lo', 'up');
  }
  ip('-n', HERE, 'link', 'add', 'line', 'type', 'veth', 'peer', 'name', 'line', 'netns', THERE);
  ip('-n', HERE, 'addr', 'add', `${CHECKER}/24`, 'dev', 'line');
  for (const name of [HERE, THERE]) ip('-n', name, 'link', 'set', 'line', 'up');
  ip('-n', HERE, 'route', 'add', 'default', 'via', GATEWAY);
}

/** A gateway that responds, or one that answers ARP and drops all packets to itself. */
const speaks = (does: 'add' | 'del') => inThere('addr', does, `${GATEWAY}/24`, 'dev', 'line');
const answersLink = (does: 'add' | 'del') => inThere('neigh', does, 'proxy', GATEWAY, 'dev', 'line');
const serves = (does: 'add' | 'del', ...addresses: string[]) => {
  for (const address of addresses)
    if (address === SERVER) inThere('addr', does, `${address}/24`, 'dev', 'line');
    else {
      inThere('addr', does, `${address}/32`, 'dev', 'lo');
      // Stops the gateway from answering ARP for it.
      inThere('route', does === 'add' ? 'del' : 'add', 'blackhole', `${address}/32`);
    }
};

function makeMute() {
  inThere('link', 'add', 'sink', 'type', 'veth', 'peer', 'name', 'void');
  for (const end of ['sink', 'void']) inThere('link', 'set', end, 'up');
  inThere('route', 'add', `${GATEWAY}/32`, 'dev', 'sink');
  inThere('neigh', 'add', GATEWAY, 'lladdr', '02:00:00:00:00:01', 'dev', 'sink');
  execFileSync('ip', ['netns', 'exec', THERE, 'sysctl', '-qw', 'net.ipv4.ip_forward=1']);
  answersLink('add');
  for (const address of [FIRST, SECOND]) inThere('route', 'add', 'blackhole', `${address}/32`);
}

/** Runs a checker for `addresses`. `expectLooks` waits until the last results of each address agree, and compares them. */
async function withChecker(
  addresses: string[],
  run: (expectLooks: (name: string, outcome: string, settle?: 'settle') => Promise<Look[]>) => Promise<void>,
) {
  const checker = spawn('ip', ['netns', 'exec', HERE, process.execPath, CHILD, 'check', ...addresses], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let seen: Look[] = [];
  createInterface({ input: checker.stdout }).on('line', (line) => seen.push(JSON.parse(line) as Look));
  const isAsExpected = (outcome: string) =>
    addresses.every((address) => {
      const looks = seen.filter((look) => look.address === address).slice(-LOOKS);
      return looks.length === LOOKS && looks.every((look) => look.outcome === outcome);
    });
  try {
    await run(async (name, outcome, settle) => {
      seen = [];
      // Skips a check that began before the change.
      if (!settle) await wait(6_000).then(() => (seen = []));
      const until = performance.now() + SETTLED_MS;
      while (!isAsExpected(outcome)) {
        if (checker.exitCode !== null) throw new Error('the checker ended');
        const isLate = performance.now() > until;
        if (isLate || (!settle && seen.some((look) => look.outcome !== outcome)))
          throw new Error(`${name}: ${seen.map((look) => look.outcome).join(', ')}, not ${outcome}`);
        await wait(200);
      }
      console.log(`line: ${name}: ${LOOKS} checks in a row, all ${outcome}`);
      return seen;
    });
  } finally {
    checker.kill('SIGKILL');
    if (checker.exitCode === null && checker.signalCode === null) await once(checker, 'exit');
  }
}

/** Expects that all failures since the cut are discarded. */
function expectRevoked(looks: Look[]) {
  const since = looks.at(-1)?.cutSince;
  const bad = looks.filter(({ outcome }) => outcome === 'bad');
  if (since === undefined || bad.some(({ at }) => at < since))
    throw new Error(`counted before ${since}: ${JSON.stringify(bad)}`);
  console.log(`line: ${bad.length} counted at first, all discarded`);
}

export async function proveLine(): Promise<void> {
  makeNetworks();
  const server = spawn('ip', ['netns', 'exec', THERE, process.execPath, CHILD, 'serve']);
  try {
    speaks('add');
    serves('add', SERVER);
    await withChecker([SERVER], async (expectLooks) => {
      await expectLooks('everything works', 'good');
      inThere('link', 'set', 'line', 'down');
      await expectLooks('the cable is out', 'unknown');
      inThere('link', 'set', 'line', 'up');
      await expectLooks('it is back', 'good');
      serves('del', SERVER);
      speaks('del');
      await expectLooks('no neighbour responds', 'unknown');
      speaks('add');
      await expectLooks('the gateway is back, the server is not', 'bad');
      serves('add', SERVER);
      await expectLooks('the server is back', 'good');
    });
    serves('del', SERVER);
    speaks('del');
    // Replies from there need an address on the link.
    serves('add', SERVER);
    makeMute();
    serves('add', FIRST, SECOND);
    await withChecker([FIRST], async (expectLooks) => {
      await expectLooks('a gateway that never responds', 'good');
      serves('del', FIRST);
      await expectLooks('the server behind it is dead', 'bad');
      inThere('route', 'del', 'blackhole', `${FIRST}/32`);
      await expectLooks('a router reports no route to it', 'bad');
      inThere('route', 'add', 'blackhole', `${FIRST}/32`);
      serves('add', FIRST);
      await expectLooks('the server is back', 'good');
      ip('-n', HERE, 'route', 'del', 'default');
      await expectLooks('the checker itself has no route to it', 'unknown');
      ip('-n', HERE, 'route', 'add', 'default', 'via', GATEWAY);
      await expectLooks('the route is back', 'good', 'settle');
      serves('del', FIRST);
      answersLink('del');
      expectRevoked(await expectLooks('the gateway is gone from the link', 'unknown', 'settle'));
      answersLink('add');
      serves('add', FIRST);
      await expectLooks('the gateway is back', 'good', 'settle');
    });
    await withChecker([FIRST, SECOND], async (expectLooks) => {
      await expectLooks('two servers behind it', 'good');
      serves('del', FIRST, SECOND);
      expectRevoked(await expectLooks('the connection after the gateway is down', 'unknown', 'settle'));
      serves('add', FIRST, SECOND);
      await expectLooks('it is back', 'good', 'settle');
    });
  } finally {
    server.kill('SIGKILL');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    for (const name of [HERE, THERE]) ip('netns', 'del', name);
  }
}
