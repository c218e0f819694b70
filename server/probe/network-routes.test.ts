import type dns from 'node:dns';
import type fs from 'node:fs/promises';
import type os from 'node:os';
import { expect, test, vi } from 'vitest';
import { hasRouteTo, listGateways, listNameServers, listUnresolvedNeighbours } from './network-routes.ts';

const OWN = { eth0: ['198.51.100.7', '2001:db8:7::7', 'fe80::7'], 'br-lan': ['fe80::1'] };
const NAME_SERVERS = ['127.0.0.53', '198.51.100.7', '2001:db8:7::7', '[2001:db8:7::7]:5353', '198.51.100.53'];
vi.mock('node:dns', async (original) => ({
  ...(await original<typeof dns>()),
  getServers: () => NAME_SERVERS,
}));
/** Kernel tables by file. A missing file does not exist on this system. */
const tables: Record<string, string[]> = {};
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof fs>()),
  readFile: async (file: string) => {
    const table = tables[file];
    if (!table) throw new Error('ENOENT');
    return `${table.join('\n')}\n`;
  },
}));
const gatewaysIn = (v4: string[], v6: string[]) => {
  Object.assign(tables, { '/proc/net/route': v4, '/proc/net/ipv6_route': v6 });
  return listGateways();
};
const unansweredIn = (arp: string[]) => {
  tables['/proc/net/arp'] = arp;
  return listUnresolvedNeighbours();
};
vi.mock('node:os', async (original) => ({
  ...(await original<typeof os>()),
  networkInterfaces: () =>
    Object.fromEntries(
      Object.entries(OWN).map(([name, list]) => [name, list.map((address) => ({ address }))]),
    ),
}));

test('INFRA-11 reads the routes of this machine from the kernel, for both families', async () => {
  const v4 = [
    'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT',
    'eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0',
    'eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0',
    'ppp0\t00000000\t00000000\t0001\t0\t0\t0\t00000000\t0\t0\t0',
  ];
  const none = '0'.repeat(32);
  const rest = '00000400 00000001 00000000 00000003';
  const v6 = [
    `${none} 00 ${none} 00 fe800000000000000000000000000001 ${rest}     eth0`,
    `${none} 00 ${none} 00 20010db8000000000000000000000001 ${rest}     eth1`,
    `20010db8000000000000000000000000 40 ${none} 00 ${none} ${rest}     eth1`,
    `${none} 00 ${none} 00 ${none} ffffffff 00000001 00000000 00200200       lo`,
  ];
  expect(await gatewaysIn(v4, v6)).toEqual(['192.0.2.1', 'fe80::1%eth0', '2001:db8::1']);
  expect(await gatewaysIn([], [])).toEqual([]);
});

test('INFRA-11 a gateway that does not answer for its hardware address is distinguished from one that only drops connections', async () => {
  const arp = [
    'IP address       HW type     Flags       HW address            Mask     Device',
    '192.0.2.1        0x1         0x0         00:00:00:00:00:00     *        eth0',
    '192.0.2.9        0x1         0x2         ca:29:fc:19:46:0c     *        eth0',
    '192.0.2.10       0x1         0x6         ca:29:fc:19:46:0d     *        eth0',
  ];
  expect(await unansweredIn(arp)).toEqual(['192.0.2.1']);
  expect(await unansweredIn([])).toEqual([]);
});

test('INFRA-11 addresses of this machine do not count as neighbours, as name server or as gateway', async () => {
  const names = await listNameServers();
  expect(names).toContain('198.51.100.53');
  expect(names.filter((name) => OWN.eth0.includes(name) || name.startsWith('127.'))).toEqual([]);
  const v4 = ['eth0\t00000000\t076433C6\t0003', 'eth0\t00000000\t016433C6\t0003'];
  const none = '0'.repeat(32);
  const v6 = [
    ['fe800000000000000000000000000007', 'eth0'],
    // This address is on another link.
    ['fe800000000000000000000000000001', 'eth0'],
    ['fe800000000000000000000000000001', 'br-lan'],
    ['fe800000000000000000000000000009', 'br-lan'],
  ].map(
    ([gateway, device]) => `${none} 00 ${none} 00 ${gateway} 00000400 00000001 00000000 00000003 ${device}`,
  );
  expect(await gatewaysIn(v4, v6)).toEqual(['198.51.100.1', 'fe80::1%eth0', 'fe80::9%br-lan']);
});

test('INFRA-11 the kernel reports whether it has a route to an address', async () => {
  expect(await hasRouteTo('127.0.0.1')).toBe(true);
  // The kernel refuses to send to this address.
  expect(await hasRouteTo('255.255.255.255')).toBe(false);
});
