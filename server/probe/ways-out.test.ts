import { expect, test } from 'vitest';
import { gatewaysIn, unansweredIn } from './ways-out.ts';

test('INFRA-11 the ways out of this machine are read from the kernel, of both families', () => {
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
  expect(gatewaysIn(v4, v6)).toEqual(['192.0.2.1', 'fe80::1%eth0', '2001:db8::1']);
  expect(gatewaysIn([], [])).toEqual([]);
});

test('INFRA-11 a gateway that does not say which hardware has its address is told from one that only drops connections', () => {
  const arp = [
    'IP address       HW type     Flags       HW address            Mask     Device',
    '192.0.2.1        0x1         0x0         00:00:00:00:00:00     *        eth0',
    '192.0.2.9        0x1         0x2         ca:29:fc:19:46:0c     *        eth0',
    '192.0.2.10       0x1         0x6         ca:29:fc:19:46:0d     *        eth0',
  ];
  expect(unansweredIn(arp)).toEqual(['192.0.2.1']);
  expect(unansweredIn([])).toEqual([]);
});
