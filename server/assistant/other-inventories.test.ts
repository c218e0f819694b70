// An inventory as others name theirs: regions of a cloud, capitals and underscores, a team whose name is part of another's.
import { beforeAll, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, idsWhere, linked } from '../../test/assistant-answers.ts';
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
  ['dns1', 'Berlin', 'Corp IT', 'Resolver'],
  ['dns2', 'Berlin', 'Corp IT', 'Resolver'],
  ['sv0312', 'Bergen', 'Integration', 'Interface Engine', 'Sends messages to the pharmacy.'],
  ['sv0320', 'Bergen', 'Integration', 'Pharmacy Application'],
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
  ['pharmacy servers', "name = 'sv0320'"],
  ['servers for messages', "name = 'sv0312'"],
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
