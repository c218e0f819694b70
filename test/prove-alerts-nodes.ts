import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { waitUntil } from '../server/db/wait-until.ts';
import { openTemporaryFolder } from './embedded-fixture.ts';
import { freePort } from './free-port.ts';
import { productWith } from './proof-product.ts';
import { startServers } from './standby-servers.ts';

const SERVERS = 10_000;
/** Share of the servers that fall with the first one. */
const FALLING = 3_000;
const NEEDS = 5;
const LIMIT_MS = 60_000;

/**
 * Two nodes on one database. A switch falls with 3,000 of 10,000 servers behind it, one node is killed meanwhile, and everything
 * comes back. There must be one message about it and one about its end, within a minute, in each round.
 */
export async function proveAlertsNodes(rounds: number, programs: string): Promise<void> {
  const { folder, remove } = await openTemporaryFolder();
  const database = await startServers(programs, [], { isSafe: true });
  const settings = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.primary.url,
    SESSION_SECRET: randomBytes(32).toString('hex'),
  };
  const nodes = [productWith(await freePort(), settings), productWith(await freePort(), settings)];
  const endings = [remove, database.stop, ...nodes.map(({ end }) => end)];
  try {
    const running: ChildProcess[] = [];
    for (const node of nodes) running.push(await node.start());
    const client = new pg.Client(database.primary.url);
    await client.connect();
    endings.push(() => client.end());
    await fill(client);
    for (let round = 0; round < rounds; round += 1) {
      const victim = round % 2;
      const [node, child] = [nodes[victim], running[victim]];
      if (!node || !child) throw new Error('alerts-nodes: there is no node');
      await see(client, true);
      await pause(Math.random() * 3_000);
      await node.kill(child);
      const fallen = await settled(client, 2 * round + 1);
      running[victim] = await node.start();
      await see(client, false);
      const risen = await settled(client, 2 * round + 2);
      console.log(
        `alerts-nodes: one message after ${fallen} ms with a node killed, its end after ${risen} ms`,
      );
    }
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}

/** Server 1 is the switch. Each of those behind it needs it, and has four other groups that stay up. */
async function fill(client: pg.Client) {
  await client.query(
    `insert into servers (name, environment, status, folded)
     select 'server-' || n, 'production', 'online', 'server-' || n from generate_series(1, $1::int) n`,
    [SERVERS],
  );
  await client.query(
    `insert into server_needs (server_id, group_number, needs_id)
     select s.id, k, needed.id
     from (select id, row_number() over (order by length(name), name) as n from servers) s
       cross join generate_series(0, $1::int - 1) k
       join (select id, row_number() over (order by length(name), name) as n from servers) needed
         on needed.n = case when k = 0 and s.n <= $2::int + 1 then 1 else $3::int - k end
     where s.n between 2 and $3::int - 100`,
    [NEEDS, FALLING, SERVERS],
  );
  await client.query(
    `insert into channels (id, name, kind, settings) values ('0a1e7000-0000-4000-8000-00000000000a', 'Proof', 'webhook', '{}')`,
  );
  await client.query(
    `insert into alert_rules (position, name, filter, events, least_severity, delay_seconds, channels, escalate, stop)
     values (1, 'Proof', '', '{down}', 'info', 0, '{0a1e7000-0000-4000-8000-00000000000a}', '[]', false)`,
  );
}

/** As if checks had found all of them at once, the switch last. */
async function see(client: pg.Client, isBad: boolean) {
  await client.query(
    `insert into alert_observations (observation)
     select jsonb_build_object('id', gen_random_uuid(), 'subject', jsonb_build_object('kind', 'server', 'id', id),
       'kind', 'down', 'isBad', $2::boolean, 'severity', 'critical', 'at', extract(epoch from now()) * 1000, 'name', name,
       'serverId', id, 'text', 'No answer', 'labels', '{}'::jsonb, 'checkSeconds', 0, 'confirmations', 0, 'isRevoked', false)
     from (select id, name, row_number() over (order by length(name), name) as n from servers) s
     where n <= $1::int + 1 order by n desc`,
    [FALLING, isBad],
  );
}

/** Waits until everything that was seen is decided. Returns how long that took. */
async function settled(client: pg.Client, messages: number): Promise<number> {
  const started = performance.now();
  const isDone = async () => {
    const { rows } = await client.query<{ left: string }>('select count(*) as left from alert_observations');
    return rows[0]?.left === '0';
  };
  if (!(await waitUntil(isDone, { limitMs: LIMIT_MS, everyMs: 100 })))
    throw new Error('alerts-nodes: too slow');
  const took = Math.round(performance.now() - started);
  const { rows } = await client.query<{ event: string; subject: string; behind: number }>(
    `select event, message->>'subject' as subject, (message->'behind'->>'count')::int as behind from deliveries
     where channel_id = '0a1e7000-0000-4000-8000-00000000000a' order by created_at, event`,
  );
  const isRight = rows.every(({ subject, behind }) => subject === 'server-1' && behind === FALLING);
  if (rows.length !== messages || !isRight)
    throw new Error(
      `alerts-nodes: ${rows.length} messages instead of ${messages}: ${JSON.stringify(rows.slice(0, 5))}`,
    );
  return took;
}
