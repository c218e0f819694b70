import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Check } from '../contract/shared/check.ts';
import { watchOwnNetwork } from '../server/checks/own-network.ts';
import { probeNeighbours } from '../server/probe/neighbours.ts';
import { networkProbe } from '../server/probe/network-probe.ts';
import { reachWithin } from '../server/probe/reach.ts';

/** The result of one check. `cutSince`: results since then are discarded. Times are in milliseconds. */
export type Look = { address: string; outcome: string; at: number; cutSince?: number | undefined };

/** The two ends of prove-line.ts: `serve`, or `check ADDRESS …`, which prints one Look for each line. */
const [does, ...addresses] = process.argv.slice(2);
const PORT = 8080;

if (does === 'serve') createServer((socket) => socket.end()).listen(PORT);
if (does === 'check') {
  const probe = networkProbe(
    reachWithin(
      addresses.map((address) => `${address}/32`),
      [],
    ),
  );
  const network = watchOwnNetwork(probeNeighbours);
  await Promise.all(
    addresses.map(async (address) => {
      const check = Check.parse({ kind: 'tcp', target: `${address}:${PORT}`, timeoutMs: 2_000 });
      for (;;) {
        const { outcome } = await network.judge(address, probe(check, null));
        const look: Look = { address, outcome, at: Date.now(), cutSince: network.cutOff()?.since };
        console.log(JSON.stringify(look));
        await wait(500);
      }
    }),
  );
}
