import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { checkUdp, checkTcp } from './neighbour-checks.ts';
import { listGateways, listNameServers, listUnresolvedNeighbours } from './network-routes.ts';

/**
 * `silent`: no neighbour answers, which may be normal for them. `gone`: there is no gateway, not even an answer to ARP.
 * `none`: no neighbour is known. `apart`: this machine has no network now.
 */
export type NeighbourState = 'heard' | 'silent' | 'gone' | 'none' | 'apart';

/**
 * Whether any neighbour answers: gateways and name servers, which are near and usually not in the inventory. Never
 * throws; takes at most four seconds.
 */
export async function probeNeighbours(): Promise<NeighbourState> {
  const interfaces = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  // Lists only interfaces that are up and connected.
  if (interfaces.every(({ internal }) => internal)) return 'apart';
  const gateways = await listGateways();
  const hosts = [...new Set([...gateways, ...(await listNameServers())])];
  if (hosts.length === 0) return 'none';
  const unreached = new Set<string>();
  const replies = hosts.flatMap((host) => [
    checkTcp(host).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EHOSTUNREACH') unreached.add(host);
      throw error;
    }),
    checkUdp(host),
  ]);
  return Promise.any(replies).then(
    () => 'heard',
    async () => {
      const unanswered = await listUnresolvedNeighbours();
      // A firewall may also send "unreachable". For IPv6 the kernel's neighbour table is not a readable file.
      const isGone = (host: string) => (isIPv6(host) ? unreached : new Set(unanswered)).has(host);
      return gateways.length > 0 && gateways.every(isGone) ? 'gone' : 'silent';
    },
  );
}
