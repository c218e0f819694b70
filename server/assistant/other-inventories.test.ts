// An inventory as others name theirs: regions of a cloud, capitals and underscores, a team whose name is part of another's.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, figure, idsWhere, linked } from '../../test/assistant-answers.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

type Made = [name: string, location: string, owner: string, job: string, notes?: string];
const MADE: Made[] = [
  ['k8s-node-a1', 'us-east-1a', 'Platform', 'Kubernetes Node'],
  ['k8s-node-a2', 'us-east-1b', 'Platform', 'Kubernetes Node'],
  ['k8s-node-a3', 'us-east-10a', 'Data Platform', 'Kubernetes Node'],
  ['DB_PROD_1', 'Frankfurt DC1', 'Data Platform', 'Database'],
  ['dc01', 'Berlin', 'Corp IT', 'Domain Controller'],
  ['cache-redis-01', 'eu-west-1', 'SRE', 'Cache'],
  ['cache-redis-02', 'Frankfurt DC1', 'SRE', 'Cache'],
  ['dns1', 'Berlin', 'Network', 'Resolver'],
  ['dns2', 'Berlin', 'Corp IT', 'Resolver'],
  ['sv0312', 'Bergen', 'Integration', 'Interface Engine', 'Sends messages to the pharmacy.'],
  ['sv0320', 'Bergen', 'Integration', 'Pharmacy Application'],
  ['sv0201', 'Oslo, South Building, Floor 1', 'Data Platform', 'Reporting'],
  ['sv0202', 'Oslo, South Building, Floor 1', 'Priya Raman', 'Reporting'],
  ['sv0203', 'Oslo, North Building, Floor 2', 'Priya Raman', 'Reporting'],
  ['sv0204', 'Oslo, North Building, Floor 5', 'Priya Raman', 'Reporting'],
  ['sv0205', 'Bergen / Harbour Clinic (Basement)', 'Marit Lunde', 'Image Archive'],
  ['sv0206', 'Bergen / Harbour Clinic (Basement)', 'Marit Lunde', 'Pharmacy Application'],
  ['sv0207', 'Bergen / Harbour Clinic (Floor 5)', 'Imaging Team', 'Image Archive'],
  ['sv0208', 'Stavanger Annex', 'Imaging Team', 'Pharmacy Application'],
];

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  for (const [index, [name, serverLocation, teamOwner, primaryFunction, notes]] of MADE.entries()) {
    const status = index % 2 === 0 ? 'offline' : 'online';
    const body = { name, serverLocation, teamOwner, primaryFunction, notes, status, environment: 'production' } as const;
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as they are listed.
    await ann.call(servers.create, { body });
  }
  await aDocument(at.current.database.db, signedIn.user, {
    title: 'Rotate TLS certificates',
    content: '## Steps\n\n1. certbot renew\n2. Reload the proxy.\n\n## Schedule\n\nEvery 60 days.',
  });
  await aDocument(at.current.database.db, signedIn.user, {
    title: 'How to restart the image archive',
    content: 'Restart the machine once PacsReceiver is stopped.',
  });
}, 60_000); // prettier-ignore

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';

test.each([
  ['which k8s nodes are offline?', "name like 'k8s-%' and status = 'offline'"],
  ['k8s offline', "name like 'k8s-%' and status = 'offline'"],
  ['redis prod', "name like '%redis%'"],
  ['list the servers in us-east-1', "server_location in ('us-east-1a', 'us-east-1b')"],
  ['which servers are in Frankfurt DC1?', "server_location = 'Frankfurt DC1'"],
  ['servers owned by Platform', "team_owner = 'Platform'"],
  ['production servers not owned by platform', "team_owner <> 'Platform'"],
  ['dns servers', "name like 'dns%'"],
  ['list all sv03 hosts', "name like 'sv03%'"],
  ['pharmacy servers', "primary_function = 'Pharmacy Application'"],
  ['servers for messages', "name = 'sv0312'"],
  ['which servers are owned by Network?', "team_owner = 'Network'"],
  ['servers of the network team', "team_owner = 'Network'"],
  ['which servers does Corp IT look after?', "team_owner = 'Corp IT'"],
  ['show the ones of Data Platform', "team_owner = 'Data Platform'"],
])('AI-10 %s', async (query, where) => {
  expect(linked(await ask(query))).toEqual(await idsWhere(at.current.database.pool, where));
});

test('AI-10 texts that servers were searched for are told as they were asked', async () => {
  expect(await ask('list redis servers')).toContain('the text “redis”');
});

test('AI-09 how often something is done is quoted from its schedule', async () => {
  expect(await ask('how often are TLS certificates rotated?')).toContain('Every 60 days.');
});

test('AI-10 two servers that are compared are both told about', async () => {
  const answer = await ask('compare cache-redis-01 and cache-redis-02');
  expect(answer).not.toContain('compare');
  for (const place of ['eu-west-1', 'Frankfurt DC1']) expect(answer).toContain(`Location: ${place}`);
});

test('AI-10 which one is best is not told by a list of all', async () => {
  expect(await ask('which server is best?')).toContain('did not understand “best”');
});

const places = (held: string) => `server_location like '%${held}%'`;

describe('AI-10 a part of a place is that part of it, and of no other place', () => {
  test.each([
    ['Fire in the South Building! Which of our servers are there?', places('South Building')],
    ['Floor 5 must be evacuated. List the servers there please.', places('Floor 5')],
    ['Floor 5 in Oslo has no power. Which servers are affected?', places('Oslo, North Building, Floor 5')],
    ['There is water in the basement in Bergen. Which servers are there?', places('Basement')],
    ['The basement is flooded. Which servers are affected?', places('Basement')],
    ['The annex is without power. Which servers are affected?', places('Annex')],
    ['servers in Oslo except the South Building', `${places('Oslo')} and not ${places('South Building')}`],
    ['offline servers not in the Harbour Clinic', `status = 'offline' and not ${places('Harbour Clinic')}`],
    ['servers in the North Building but not on floor 2', places('North Building, Floor 5')],
    [
      'servers in Bergen or Stavanger but not in the basement',
      `(${places('Bergen')} or ${places('Stavanger')}) and not ${places('Basement')}`,
    ],
    ['everything on floor 1 or floor 5', `(${places('Floor 1')} or ${places('Floor 5')})`],
  ])('AI-10 %s', async (query, where) => {
    expect(linked(await ask(query))).toEqual(await idsWhere(at.current.database.pool, where));
  });

  test('AI-10 a floor behind a town is one of that town, and the town behind it all of the town', async () => {
    const { pool } = at.current.database;
    expect(linked(await ask('list the servers in Bergen', 'which of them are on floor 5?'))).toEqual(
      await idsWhere(pool, places('Clinic (Floor 5)')),
    );
    expect(linked(await ask('list the servers on floor 5', 'and in Bergen?'))).toEqual(
      await idsWhere(pool, places('Clinic (Floor 5)')),
    );
    expect(linked(await ask('list the servers in the basement', 'and in Bergen?'))).toEqual(
      await idsWhere(pool, places('Bergen')),
    );
  });

  test('AI-10 what is left out of a town stays left out in the next turn', async () => {
    const offline = await ask('servers in Oslo except the South Building', 'which are offline?');
    expect(linked(offline)).toEqual(
      await idsWhere(at.current.database.pool, `${places('Oslo, North')} and status = 'offline'`),
    );
  });

  test.each([
    'Fire in the East Building! Which of our servers are there?',
    'Floor 9 in Oslo has no power. Which servers are there?',
    'We have visitors in Springfield. List the servers there please.',
    'list the offline servers there',
  ])('AI-10 a place that no server is in is told to be unknown: %s', async (query) => {
    const answer = await ask(query);
    expect(answer).toContain('I do not know which place is meant');
    expect(linked(answer)).toEqual([]);
  });

  test.each(['how many servers are there?', 'I started in March. How many servers are there?'])(
    'AI-10 %s is about all',
    async (query) => {
      expect(figure(await ask(query))).toBe(MADE.length);
    },
  );
});

describe('AI-09 a procedure for what a server does not do is not quoted for it', () => {
  test.each(['restart sv0206', 'how do I restart sv0206?', 'how to restart cache-redis-01'])(
    'AI-09 %s',
    async (query) => {
      const [quoted = ''] = (await ask(query)).split('Nearest to it:');
      expect(quoted).not.toContain('PacsReceiver');
    },
  );

  test.each(['how do I restart sv0205?', 'how do I restart the image archive on sv0206?'])(
    'AI-09 it is for the server that does it, or where it is asked for: %s',
    async (query) => {
      expect(await ask(query)).toContain('PacsReceiver');
    },
  );
});

test('AI-10 whether all is well somewhere is told of that place', async () => {
  const { pool } = at.current.database;
  for (const query of ['is everything ok in Berlin?', 'are all servers up in Berlin?']) {
    const answer = await ask(query);
    expect(answer).not.toContain('location not');
    expect(linked(answer)).toEqual(await idsWhere(pool, "server_location = 'Berlin' and status = 'offline'"));
  }
});

test('AI-10 what is offline is asked beside another question', async () => {
  const answer = await ask('What is offline? Who owns sv0205?');
  const offline = await idsWhere(at.current.database.pool, "status = 'offline'");
  expect(linked(answer)).toEqual(expect.arrayContaining(offline));
  expect(answer).toContain('**Marit Lunde**');
});

test('AI-10 who owns a server is told beside how long it is down', async () => {
  const answer = await ask('who owns sv0205 and how long has it been down?');
  expect(answer).toContain('team owner is **Marit Lunde**');
  expect(answer).toContain('outage');
});
