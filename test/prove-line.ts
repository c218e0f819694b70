import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A checker and one server with a gateway between, each in a network of its own: the line is cut in two ways, and only the
 * server's own silence may count against it. Needs Linux, `ip` and the right to make networks.
 */
const [HERE, THERE] = ['ops-hub-here', 'ops-hub-there'];
const [CHECKER, GATEWAY, SERVER] = ['192.0.2.2', '192.0.2.1', '192.0.2.10'];
const LOOKS = 4;

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
const inThere = (...args: string[]) => ip('-n', THERE, ...args);

/** What the checker made of each look, printed by prove-line-child.ts within its network. */
const CHILD = fileURLToPath(new URL('prove-line-child.ts', import.meta.url));

function makeNetworks() {
  for (const name of [HERE, THERE]) {
    ip('netns', 'add', name);
    ip('-n', name, 'link', 'set', 'lo', 'up');
  }
  ip('-n', HERE, 'link', 'add', 'line', 'type', 'veth', 'peer', 'name', 'line', 'netns', THERE);
  ip('-n', HERE, 'addr', 'add', `${CHECKER}/24`, 'dev', 'line');
  for (const address of [GATEWAY, SERVER]) inThere('addr', 'add', `${address}/24`, 'dev', 'line');
  for (const name of [HERE, THERE]) ip('-n', name, 'link', 'set', 'line', 'up');
  ip('-n', HERE, 'route', 'add', 'default', 'via', GATEWAY);
}

export async function proveLine(): Promise<void> {
  makeNetworks();
  const server = spawn('ip', ['netns', 'exec', THERE, process.execPath, CHILD, 'serve', SERVER]);
  const checker = spawn('ip', ['netns', 'exec', HERE, process.execPath, CHILD, 'check', SERVER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let seen: string[] = [];
    checker.stdout.on('data', (data: Buffer) => seen.push(...data.toString().trim().split('\n')));
    const expectLooks = async (name: string, outcome: string) => {
      // A look that was under way belongs to neither.
      await wait(6_000);
      seen = [];
      while (seen.length < LOOKS) {
        if (checker.exitCode !== null) throw new Error('the checker ended');
        await wait(200);
      }
      if (seen.some((one) => one !== outcome)) throw new Error(`${name}: ${seen.join(', ')}, not ${outcome}`);
      console.log(`line: ${name}: ${LOOKS} looks, all ${outcome}`);
    };
    await expectLooks('all is well', 'good');
    inThere('link', 'set', 'line', 'down');
    await expectLooks('the cable is out', 'unknown');
    inThere('link', 'set', 'line', 'up');
    await expectLooks('it is back', 'good');
    for (const address of [SERVER, GATEWAY]) inThere('addr', 'del', `${address}/24`, 'dev', 'line');
    await expectLooks('nobody nearby answers', 'unknown');
    inThere('addr', 'add', `${GATEWAY}/24`, 'dev', 'line');
    await expectLooks('the gateway is back, the server is not', 'bad');
    inThere('addr', 'add', `${SERVER}/24`, 'dev', 'line');
    await expectLooks('the server is back', 'good');
  } finally {
    for (const child of [checker, server])
      if (child.exitCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    for (const name of [HERE, THERE]) ip('netns', 'del', name);
  }
}
