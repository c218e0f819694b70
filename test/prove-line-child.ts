import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Check } from '../contract/checks.ts';
import { watchOwnNetwork } from '../server/checks/own-network.ts';
import { listenNearby } from '../server/probe/nearby.ts';
import { networkProbe } from '../server/probe/network-probe.ts';
import { reachWithin } from '../server/probe/reach.ts';

/** The two ends of prove-line.ts: `serve ADDRESS`, or `check ADDRESS`, which prints the outcome of one look after the other. */
const [does, address = ''] = process.argv.slice(2);
const PORT = 8080;

if (does === 'serve') createServer((socket) => socket.end()).listen(PORT, address);
else {
  const probe = networkProbe(reachWithin([`${address}/32`], []));
  const network = watchOwnNetwork(listenNearby);
  const check = Check.parse({ kind: 'tcp', target: `${address}:${PORT}`, timeoutMs: 2_000 });
  for (;;) {
    const { outcome } = await network.judge('server', probe(check, null));
    console.log(outcome);
    await wait(500);
  }
}
