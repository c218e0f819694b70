import { expect, test } from 'vitest';
import { servers } from '../../../contract/calls/servers.ts';
import { withApp, type Client } from '../../../test/app.ts';
import { readAddress, withoutPlaceholder } from './read-cell.ts';

const at = withApp();
const upload = (client: Client, text: string) =>
  client.call(servers.import, { file: new File([text], 'servers.csv'), query: {} });

test.each([
  ['10.20.0.5', '10.20.0.5'],
  ['\u00a010.20.0.5 ', '10.20.0.5'],
  ['10.20.0.5/24', '10.20.0.5'],
  ['2001:DB8::6', '2001:DB8::6'],
  ['2001:db8::6/64', '2001:db8::6'],
  ['::ffff:10.0.0.1', '::ffff:10.0.0.1'],
  ['', ''],
])('N11 the address %j is common, so that no notice tells of it', (cell, value) => {
  expect(readAddress(cell)).toEqual({ value });
});

test.each([
  ['10.20.0.5-9', '10.20.0.5'],
  ['10.20.0.5/255.255.255.0', '10.20.0.5'],
  ['10.20.0.5 255.255.255.0', '10.20.0.5'],
  ['10.20.0.5 (mgmt)', '10.20.0.5'],
  ['mgmt: 10.20.0.5', '10.20.0.5'],
  ['eth0:10.20.0.5', '10.20.0.5'],
  ['DHCP (10.20.0.5)', '10.20.0.5'],
  ['10.20.0.5 (DHCP)', '10.20.0.5'],
  ['N/A, 10.20.0.5', '10.20.0.5'],
  ['10.20.0.11:8443', '10.20.0.11'],
  ['https://10.20.0.11:8443/login', '10.20.0.11'],
  ['010.020.000.008', '10.20.0.8'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[2001:db8::5]', '2001:db8::5'],
  ['[2001:db8::5]:443', '2001:db8::5'],
  ['00:1a:2b:3c:4d:5e 10.20.0.5', '10.20.0.5'],
])('N11 the first address of the cell %j counts, and a notice tells of it', (cell, value) => {
  const notice = `“${cell.replaceAll(/\s+/g, ' ')}” was read as ${value}`;
  expect(readAddress(cell)).toEqual({ value, notice });
});

test.each([
  ['10.20.0.5, fe80::1ff:fe23:4567:890a', '10.20.0.5', 'fe80::1ff:fe23:4567:890a'],
  ['10.20.0.5;10.20.0.6', '10.20.0.5', '10.20.0.6'],
  ['10.20.0.5 | 10.20.0.6', '10.20.0.5', '10.20.0.6'],
  ['10.20.0.5/10.20.0.6', '10.20.0.5', '10.20.0.6'],
  ['10.20.0.5 / 10.20.0.6', '10.20.0.5', '10.20.0.6'],
  ['10.20.0.6\r\n10.20.0.7', '10.20.0.6', '10.20.0.7'],
  ['10.20.0.5 and 10.20.0.6', '10.20.0.5', '10.20.0.6'],
  ['10.20.0.5-10.20.0.9', '10.20.0.5', '10.20.0.9'],
  ['{10.20.0.5,10.20.0.6}', '10.20.0.5', '10.20.0.6'],
  ['["10.20.0.5", "10.20.0.6"]', '10.20.0.5', '10.20.0.6'],
  ['fe80::1%eth0.100, 10.20.0.5', 'fe80::1', '10.20.0.5'],
  ['10.20.0.5, 10.20.0.5', '10.20.0.5', undefined],
  ['10.0.0.1,10.0.0.2,10.0.0.3', '10.0.0.1', '10.0.0.2, 10.0.0.3'],
])(
  'N11 of several addresses in the cell %j the first counts, and the others go to the notes',
  (cell, value, others) => {
    const read = `“${cell.replaceAll(/\s+/g, ' ')}” was read as ${value}`;
    const go = others?.includes(',') ? 'go' : 'goes';
    expect(readAddress(cell)).toEqual(
      others
        ? { value, notice: `${read}; ${others} ${go} to the notes`, others: others.split(', ') }
        : { value, notice: read },
    );
  },
);

test.each([
  'N/A',
  'n/a',
  '-',
  '–',
  '—',
  '--',
  '?',
  'DHCP',
  'none',
  'NULL',
  'tbd',
  'Unknown',
  'dynamic',
  ' not  set ',
])('N11 the placeholder %j is an empty cell', (cell) => {
  const empty = { value: '', notice: expect.stringMatching(/^“.+” counts as empty$/) };
  expect(readAddress(cell)).toEqual(empty);
  expect(withoutPlaceholder(cell)).toEqual(empty);
});

test.each([
  '10.0.0.999',
  '10.0.0.999, 10.0.0.1',
  'web-01',
  '1.2.3',
  '00:1a:2b:3c:4d:5e',
  'ip-10-0-0-1',
  `${'x'.repeat(999)}`,
])('N11 the cell %j has no address, and stays as it is', (value) => {
  expect(readAddress(value)).toEqual({ value });
});

test('N11 a file with several addresses and placeholders is imported, and each row tells what was read', async () => {
  const ann = await at.current.signedIn();
  const text = [
    'name,ipAddress,hostname,environment,status,serverType,checkKind,checkTarget,notes',
    'cell-1,"10.20.0.5, fe80::1",n/a,N/A,unknown,-,none,n/a,N/A',
    'cell-2,"10.20.0.6\n10.20.0.7",dhcp,Prod,,virtual,,,',
    'cell-3,DHCP,-,,,,,,',
    'cell-4,10.20.0.8/24,web.example.com,,,,,,',
  ].join('\n');
  const report = await upload(ann, text);
  expect(report).toMatchObject({ created: 4, failed: 0 });
  expect(report.rows.map(({ notices }) => notices.map(({ field }) => field))).toEqual([
    ['ipAddress', 'hostname', 'environment', 'serverType', 'checkKind', 'checkTarget'],
    ['ipAddress'],
    ['ipAddress', 'hostname'],
    [],
  ]);
  expect(report.rows[1]?.notices[0]?.message).toBe(
    '“10.20.0.6 10.20.0.7” was read as 10.20.0.6; 10.20.0.7 goes to the notes',
  );
  const made = await ann.call(servers.list, { query: { q: 'cell-' } });
  expect(made).toMatchObject([
    {
      ipAddress: '10.20.0.5',
      hostname: null,
      status: 'unknown',
      serverType: null,
      check: null,
      notes: 'N/A\nOther IP addresses: fe80::1',
    },
    { ipAddress: '10.20.0.6', hostname: 'dhcp', environment: 'production', serverType: 'virtual' },
    { ipAddress: null, hostname: null },
    { ipAddress: '10.20.0.8', hostname: 'web.example.com' },
  ]);
  // Blank in the file, so it keeps the default.
  expect(made[0]?.environment).toBe(made[2]?.environment);
  expect(made[1]?.notes).toBe('Other IP addresses: 10.20.0.7');
  // The file can be imported again.
  expect(await upload(ann, text)).toMatchObject({ unchanged: 4, failed: 0 });
});

test('N11 a cell without an address is refused with what to write', async () => {
  const ann = await at.current.signedIn();
  const { rows } = await upload(ann, 'name,ipAddress\nno-address,"web-01\nweb-02"\n');
  expect(rows).toMatchObject([{ errors: [{ field: 'ipAddress', message: 'Use an IPv4 or IPv6 address' }] }]);
});

test('N11 further addresses keep the stored notes of a file without notes, and come once', async () => {
  const ann = await at.current.signedIn();
  await ann.call(servers.create, { body: { name: 'kept-notes', notes: 'Rack 4' } });
  const text = 'name,ipAddress\nkept-notes,"10.30.0.1, 10.30.0.2"\n';
  expect(await upload(ann, text)).toMatchObject({ updated: 1 });
  expect(await upload(ann, text)).toMatchObject({ unchanged: 1 });
  expect(await ann.call(servers.list, { query: { q: 'kept-notes' } })).toMatchObject([
    { ipAddress: '10.30.0.1', notes: 'Rack 4\nOther IP addresses: 10.30.0.2' },
  ]);
});
