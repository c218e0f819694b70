import { expect, test } from 'vitest';
import { servers } from '../../../contract/calls/servers.ts';
import { withApp, type Client } from '../../../test/app.ts';
import { readCsv } from './read.ts';

const at = withApp();
const upload = (client: Client, text: string, columns?: string) =>
  client.call(servers.import, { file: new File([text], 'servers.csv'), query: { columns } });
const find = (client: Client, q: string) => client.call(servers.list, { query: { q } });
const fieldsIn = (text: string) => {
  const file = readCsv(text);
  return 'columns' in file ? file.columns.map(({ field }) => field) : file.problem;
};

const ALL = ['hostname', 'environment', 'ipAddress', 'operatingSystem', 'teamOwner'];
test.each([
  ['English', 'Host,Env,IP,OS,Owner'],
  ['German', 'Host;Umgebung;IP-Adresse;Betriebssystem;Eigentümer'],
  ['French', 'Hôte;Environnement;Adresse IP;Système d’exploitation;Propriétaire'],
  ['French without accents', 'HOTE;ENVIRONNEMENT;ADRESSE_IP;SYSTEME D EXPLOITATION;PROPRIETAIRE'],
  ['Spanish', 'Host;Entorno;Dirección IP;Sistema operativo;Responsable'],
  ['Italian', 'Nome host;Ambiente;Indirizzo IP;Sistema operativo;Proprietario'],
  ['Portuguese', 'Host;Ambiente;Endereço IP;Sistema operacional;Proprietário'],
  ['Dutch', 'Hostnaam;Omgeving;IP-adres;Besturingssysteem;Eigenaar'],
  ['English with remarks', 'FQDN,Stage,IP (management),OS (version),Team'],
])('INFRA-13 finds host, environment, address, system and owner by the headers in %s', (_, header) => {
  const separator = header.includes(';') ? ';' : ',';
  const row = ['web-01.example.com', 'PRD', '10.0.0.1', 'Debian 12', 'Linux'].join(separator);
  expect(fieldsIn(`${header}\n${row}\n`)).toEqual(ALL);
});

test('INFRA-13 a synonym counts only while its cells are values of the field, and no other column has it', () => {
  const file = readCsv(
    'name,Type,Host,Address,Site,Location\na,PowerEdge,esx-1,Main Street 1,X,Y\nb,R640,esx-1,,X,Y\n',
  );
  expect(file).toMatchObject({ ignoredColumns: ['Type', 'Host', 'Address', 'Site'] });
});

test('INFRA-13 one wrong cell does not hide its column: the row says what is wrong', () => {
  const file = readCsv('name,IP,Env\na,10.0.0.1,prod\nb,10.0.0.2,Produktion\nc,somewhere,moon\n');
  expect(file).toMatchObject({
    columns: [
      { field: 'name' },
      { column: 'IP', field: 'ipAddress', example: '10.0.0.1' },
      { field: 'environment' },
    ],
    rows: [
      { change: { environment: 'production' } },
      {
        change: { environment: 'production' },
        notices: [{ message: '“Produktion” was read as production' }],
      },
      {
        line: 4,
        errors: [{ field: 'ipAddress', message: 'Use an IPv4 or IPv6 address' }, { field: 'environment' }],
      },
    ],
  });
});

test('INFRA-13 people choose the field of each column, also for one that the product read in another way', async () => {
  const ann = await at.current.signedIn();
  const text = 'Name,Status,IP,Rack\nchosen-1,Active,10.0.0.1,R07\n';
  expect(await upload(ann, text)).toMatchObject({ failed: 1, created: 0 });
  const report = await upload(ann, text, 'name,,ipAddress,serverLocation');
  expect(report).toMatchObject({ created: 1, ignoredColumns: ['Status'] });
  expect(report.columns).toEqual([
    { column: 'Name', field: 'name', example: 'chosen-1' },
    { column: 'Status', field: null, example: 'Active' },
    { column: 'IP', field: 'ipAddress', example: '10.0.0.1' },
    { column: 'Rack', field: 'serverLocation', example: 'R07' },
  ]);
  expect(await find(ann, 'chosen-1')).toMatchObject([{ ipAddress: '10.0.0.1', serverLocation: 'R07' }]);
  await expect(upload(ann, text, 'name,colour')).rejects.toThrow(
    'columns: “colour” is no field of a server. Use name,',
  );
  await expect(upload(ann, text, ',,ipAddress')).rejects.toThrow(
    'Choose the column that holds the server names',
  );
  await expect(upload(ann, text, 'name,name')).rejects.toThrow('both mean “name”');
});

test.each([
  [
    'a quotation mark amid a value',
    'name,notes\na,x\nb,19" rack\n',
    'on line 3, column 2, a quotation mark stands amid a value',
  ],
  ['one that is not closed', 'name,notes\na,"x\n', 'a quotation mark is not closed. Put one behind'],
  [
    'text behind a value in quotes',
    'name,notes\na,"x"y\n',
    'on line 2, column 2, a quotation mark is followed by more',
  ],
])('INFRA-13 a file that cannot be read says on which line, and what to do: %s', (_, text, problem) => {
  expect(readCsv(text)).toEqual({ problem: expect.stringContaining(problem) });
});
