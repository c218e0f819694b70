import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { checkUdp, checkTcp } from './neighbour-checks.ts';
import { listGateways, listNameServers, listUnresolvedNeighbours } from './network-routes.ts';

/**
 * `silent`: nobody says anything, which may be their way. `gone`: no way out is there at all, not even for the question that
 * each machine answers, which hardware has its address. `none`: nobody nearby is known. `apart`: this machine has no network
 * at the moment.
 */
export type NeighbourState = 'heard' | 'silent' | 'gone' | 'none' | 'apart';

/**
 * Whether anybody makes a sound who is near this machine and no server of the inventory: its ways out and its name
 * servers. Never throws; over within four seconds.
 */
export async function probeNeighbours(): Promise<NeighbourState> {
  const interfaces = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  // Only those that are up and have a line are listed.
  if (interfaces.every(({ internal }) => internal)) return 'apart';
  const gateways = await listGateways();
  const hosts = [...new Set([...gateways, ...(await listNameServers())])];
  if (hosts.length === 0) return 'none';
  const unreached = new Set<string>();
  const sounds = hosts.flatMap((host) => [
    checkTcp(host).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EHOSTUNREACH') unreached.add(host);
      throw error;
    }),
    checkUdp(host),
  ]);
  return Promise.any(sounds).then(
    () => 'heard',
    async () => {
      const unanswered = await listUnresolvedNeighbours();
      // "Unreachable" may also be the word of a firewall; for IPv6 the kernel's table cannot be read as a file.
      const isGone = (host: string) => (isIPv6(host) ? unreached : new Set(unanswered)).has(host);
      return gateways.length > 0 && gateways.every(isGone) ? 'gone' : 'silent';
    },
  );
}
