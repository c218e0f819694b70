import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { expect, test } from 'vitest';
import { servers } from '../../../contract/calls/servers.ts';
import { withApp, type Client } from '../../../test/app.ts';
import { readCsv } from './read.ts';

/** Files of spreadsheets and other inventories. */
const at = withApp();
const upload = (client: Client, content: string | Uint8Array<ArrayBuffer>) =>
  client.call(servers.import, { file: new File([content], 'servers.csv'), query: {} });
const find = (client: Client, q: string) => client.call(servers.list, { query: { q } });

test.each([
  ['inside a value', 'more-1,needs disk, fan,Linux team,Rack 4'],
  ['at the end', 'more-1,needs disk, fan,Linux team,'],
  ['after a correct row', 'more-0,fan,Linux team,Rack 4\nmore-1,a,b,c,d,e,f'],
])(
  'INFRA-13 a row with more cells than the header is an error, and nothing is imported: %s',
  async (_, rows) => {
    const ann = await at.current.signedIn();
    const report = await upload(
      ann,
      `name,notes,teamOwner,serverLocation\n${rows}\nmore-2,fan,Linux team,Rack 4\n`,
    );
    expect(report).toMatchObject({ created: 0, failed: 1 });
    expect(report.rows.find(({ name }) => name === 'more-1')).toMatchObject({
      action: 'error',
      errors: [
        {
          field: 'row',
          message: expect.stringMatching(/^This row has [57] cells, the first line names 4 columns\./),
        },
      ],
    });
    expect(await find(ann, 'more-')).toEqual([]);
  },
);

test('INFRA-13 a row with fewer cells leaves the missing fields unchanged', async () => {
  const ann = await at.current.signedIn();
  await upload(ann, 'name,notes,teamOwner\nfew-1,old,Linux\n');
  expect(await upload(ann, 'name,notes,teamOwner\nfew-1,new\n')).toMatchObject({ updated: 1, failed: 0 });
  expect(await find(ann, 'few-1')).toMatchObject([{ notes: 'new', teamOwner: 'Linux' }]);
});

test('INFRA-13 reports cells below a column without a name', async () => {
  const ann = await at.current.signedIn();
  const report = await upload(ann, 'name,,notes,\nblank-1,lost,kept,\n');
  expect(report.ignoredColumns).toEqual(['column 2, which has no name']);
  expect(await find(ann, 'blank-1')).toMatchObject([{ notes: 'kept' }]);
});

test('INFRA-13 an export begins with a byte-order mark, and survives each format of Excel', async () => {
  const ann = await at.current.signedIn();
  const fields = { notes: 'Lüfter; "neu", 5 €\nKühlung', description: '\tEingerückt', keyContacts: '007' };
  await ann.call(servers.create, { body: { name: 'excel-Zürich', ...fields } });
  const { rawPayload } = await ann.send({ url: '/api/servers/export?q=excel-' });
  expect([...rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = rawPayload.toString();
  const records = parse(text, { bom: true }) as string[][];
  const semicolons = stringify(records, { delimiter: ';', record_delimiter: '\r\n' });
  const tabs = stringify(records, { delimiter: '\t', record_delimiter: '\r\n' });
  const windows = Buffer.from(semicolons.replaceAll('€', '\x80'), 'latin1');
  for (const file of [
    new Uint8Array(rawPayload),
    `\ufeff${semicolons}`,
    new Uint8Array(Buffer.from(`\ufeff${tabs}`, 'utf16le')),
    new Uint8Array(windows),
    `sep=;\r\n${semicolons}`,
  ])
    expect(await upload(ann, file)).toMatchObject({ unchanged: 1, failed: 0, ignoredColumns: [] });
  expect(await find(ann, 'excel-')).toMatchObject([fields]);
});

test('INFRA-13 reads the letters of an old Excel for Mac', async () => {
  const ann = await at.current.signedIn();
  // Zürich: ü is 0x9f in Mac Roman.
  await upload(ann, new Uint8Array(Buffer.from('name;notes\rmac-1;Z\x9frich \xd0 5 \xdb\r', 'latin1')));
  expect(await find(ann, 'mac-1')).toMatchObject([{ notes: 'Zürich – 5 €' }]);
});

test('INFRA-13 recognises columns by the names of the form, in any notation', async () => {
  const ann = await at.current.signedIn();
  const header = 'Server Name,IP_ADDRESS,operating system,Hardware-Model,Location,Key Contacts';
  const report = await upload(ann, `${header}\nlabel-1,10.0.0.1,Debian 12,R640,Rack 4,Ann\n`);
  expect(report).toMatchObject({ created: 1, ignoredColumns: [] });
  expect(await find(ann, 'label-1')).toMatchObject([
    {
      ipAddress: '10.0.0.1',
      operatingSystem: 'Debian 12',
      hardwareModel: 'R640',
      serverLocation: 'Rack 4',
      keyContacts: 'Ann',
    },
  ]);
});

const NETBOX = `Name,Status,Tenant,Site,Location,Rack,Role,Manufacturer,Type,IP Address,ID
nb-1,Active,Ops,Vienna,Room 2,R07,Server,Dell,PowerEdge R640,10.20.0.5/24,14
nb-2,Planned,Ops,Vienna,Room 2,R07,Server,Dell,PowerEdge R640,2001:db8::5/64,15
`;
test('INFRA-13 the export of NetBox: each row says which column to leave out, and then it is imported', async () => {
  const ann = await at.current.signedIn();
  const refused = await upload(ann, NETBOX);
  expect(refused).toMatchObject({ created: 0, failed: 2 });
  const message = expect.stringContaining('Change the value, or leave the column “Status” out');
  expect(refused.rows.map(({ errors }) => errors)).toEqual([
    [{ field: 'status', message }],
    [{ field: 'status', message }],
  ]);
  const report = await upload(ann, NETBOX.replace('Status', 'State in NetBox'));
  expect(report).toMatchObject({
    created: 2,
    // The file has a “Location” column already, so “Site” is ignored.
    ignoredColumns: ['State in NetBox', 'Tenant', 'Site', 'Rack', 'Manufacturer', 'Type', 'ID'],
  });
  expect(
    (await find(ann, 'nb-')).map(({ ipAddress, serverLocation }) => [ipAddress, serverLocation]),
  ).toEqual([
    ['10.20.0.5', 'Room 2'],
    ['2001:db8::5', 'Room 2'],
  ]);
});

test('INFRA-13 the export of Snipe-IT: says which column holds the names, and reads the model', async () => {
  const ann = await at.current.signedIn();
  const snipe = `"ID","Company","Asset Name","Asset Tag","Model","Location","Notes"
"1","Ops","snipe-1","A-17","R640","Vienna","old"
`;
  expect(await upload(ann, snipe)).toMatchObject({
    created: 1,
    nameColumn: 'Asset Name',
    ignoredColumns: ['ID', 'Company', 'Asset Tag'],
  });
  expect(await find(ann, 'snipe-1')).toMatchObject([{ serverLocation: 'Vienna', notes: 'old' }]);
});

const RVTOOLS = `"VM","Powerstate","CPUs","Host","OS according to the configuration file"
"web 01","poweredOn","4","esx01.corp.local","Ubuntu Linux (64-bit)"
"db-01","poweredOff","8","esx01.corp.local","Microsoft Windows Server 2019 (64-bit)"
"db-02","poweredOff","8","esx02.corp.local","Microsoft Windows Server 2019 (64-bit)"
`;
test.each([
  ['RVTools', RVTOOLS, 'VM', ['web 01', 'db-01', 'db-02']],
  [
    'Lansweeper',
    'Type,AssetName,OSname\nWindows,SRV1,2019\nWindows,SRV2,2019\n',
    'AssetName',
    ['SRV1', 'SRV2'],
  ],
  ['GLPI', '"Nom";"Statut";"Lieu";\n"srv-1";"En service";"Lyon";\n', 'Nom', ['srv-1']],
  ['a sheet in German', 'Nr;Rechnername;Standort\r\n1;srv-1;Wien\r\n', 'Rechnername', ['srv-1']],
  ['Ansible', 'ansible_host,inventory_hostname\n10.0.0.1,a\n10.0.0.2,b\n', 'inventory_hostname', ['a', 'b']],
])('INFRA-13 the names of servers in a file of %s', (_, text, column, names) => {
  const file = readCsv(text);
  expect(file).toMatchObject({ nameColumn: column });
  expect('rows' in file && file.rows.map(({ name }) => name)).toEqual(names);
});

test.each([
  ['a title', 'Servers 2026\n\nHostname;IP Address\nsrv-1;10.0.0.1\n'],
  ['a title in cells, and a column without a name', 'Servers,,\nHostname,,IP Address\nsrv-1,x,10.0.0.1\n'],
  ['line ends within the names of columns', '"Host\nname","IP\nAddress"\nsrv-1,10.0.0.1\n'],
])('INFRA-13 host names name the servers below %s', (_, text) => {
  expect(readCsv(text)).toMatchObject({
    nameColumn: expect.stringMatching(/^Host ?name$/i),
    rows: [{ change: { name: 'srv-1', ipAddress: '10.0.0.1' } }],
  });
});

test('INFRA-13 a workbook is refused with what to do', async () => {
  const ann = await at.current.signedIn();
  for (const start of ['PK\x03\x04', '\xd0\xcf\x11\xe0'])
    await expect(upload(ann, new Uint8Array(Buffer.from(`${start}\0\x14`, 'latin1')))).rejects.toThrow(
      'This is a workbook, not a CSV file: save it as CSV first',
    );
});

test('INFRA-13 a file with host names alone names the servers by them, and none that has a name', () => {
  const text = 'Hostname,Environment\nweb-01.example.com,Prod\n';
  expect(readCsv(text)).toMatchObject({
    nameColumn: 'Hostname',
    rows: [
      { change: { name: 'web-01.example.com', hostname: 'web-01.example.com', environment: 'production' } },
    ],
  });
  expect(readCsv(`Name,${text.replace('web', ',web')}`)).toMatchObject({
    nameColumn: null,
    rows: [{ errors: [{ field: 'name' }] }],
  });
});

test.each([
  ['none can hold names', '“ID”, “Notes”', 'ID,Notes\na-1,x\n'],
  ['most rows have none', '“Host”, “ID”', 'Host,ID\nesx-1,1\nesx-1,2\n,3\n'],
  ['they are addresses', '“Node”', 'Node,IP\n10.0.0.1,10.0.0.1\n'],
  ['more than 100 others may hold them', '“VM”, “VM”', `${'VM,'.repeat(100)}VM\n${','.repeat(100)}a-1\n`],
  ['the column means another field', '“Server Type”', 'Server Type,ID\nvirtual,1\n'],
])(
  'INFRA-13 a file without a column of names is refused with the columns that it has: %s',
  (_, found, text) => {
    expect(readCsv(text)).toEqual({
      problem: expect.stringContaining(
        `Rename the column that holds the server names to “name”. Found: ${found}`,
      ),
    });
  },
);

test('INFRA-13 reports two columns that mean the same field', async () => {
  const ann = await at.current.signedIn();
  await expect(upload(ann, 'Name,Server Name\na,b\n')).rejects.toThrow(
    'The columns “Name” and “Server Name” both mean “name”. Rename the one that is to be left out',
  );
});
