import { servers } from '../contract/calls/servers.ts';
import type { Client, TestApp } from './app.ts';

/** An inventory generated from a seed: the same in each run, or another one by INVENTORY_SEED. */
const seed = Number(process.env['INVENTORY_SEED'] ?? 1);
let state = seed;
/** A whole number below `limit`, from the seed alone (mulberry32). */
function below(limit: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % limit;
}
const one = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0];
/** The first servers have each value once, so that every value in a question exists. */
const oneAt = <T>(index: number, list: readonly [T, ...T[]]): T => list[index] ?? one(list);

const ENVIRONMENTS = ['production', 'staging', 'development'] as const;
const STATUSES = ['online', 'warning', 'offline', 'maintenance', 'unknown'] as const;
const SYSTEMS = [
  'Windows Server 2019',
  'Windows Server 2022',
  'Ubuntu 22.04 LTS',
  'Ubuntu 24.04 LTS',
  'Debian 12',
  'Red Hat Enterprise Linux 9',
] as const;
const LOCATIONS = ['Auburn', 'Dublin Data Centre', 'Leeds, Rack 4', 'Singapore'] as const;
const OWNERS = ['Midrange Services Team', 'IT Security', 'Server Services', 'End User Team'] as const;
const NETWORKS = ['DMZ', 'Hosting Zone', 'Secure Zone'] as const;
const FUNCTIONS = ['POS', 'Print Server', 'Mail Relay', null] as const;
const MODELS = ['Dell PowerEdge R750', 'HPE ProLiant DL380', null] as const;
const ROLES = ['web', 'db', 'app', 'fs'] as const;

/** Stores the inventory through the API and adds metrics. Some servers are in the bin, and some have no metrics. */
export async function makeUpInventory(app: TestApp, person: Client) {
  let [name, address] = ['', ''];
  const count = 25 + below(20);
  for (let index = 0; index < count; index++) {
    const made = await person.call(servers.create, {
      body: {
        name: `${one(ROLES)}-${one(['mel', 'syd', 'dub'])}-${index + 10}`,
        hostname: `host-${index + 10}.example.com`,
        ipAddress: `10.${below(200)}.${below(200)}.${index + 10}`,
        environment: oneAt(index, ENVIRONMENTS),
        status: oneAt(index, STATUSES),
        serverType: oneAt(index, ['virtual', 'physical'] as const),
        operatingSystem: oneAt(index, SYSTEMS),
        serverLocation: oneAt(index, LOCATIONS),
        teamOwner: oneAt(index, OWNERS),
        network: oneAt(index, NETWORKS),
        primaryFunction: oneAt(index, FUNCTIONS),
        hardwareModel: oneAt(index, MODELS),
      },
    });
    const figures = [below(101), below(101), below(101), below(90 * 86_400)];
    if (below(5) > 0)
      await app.database.pool.query(
        'update servers set cpu_usage = $2, memory_usage = $3, disk_usage = $4, uptime = $5, last_health_check = now() where id = $1',
        [made.id, ...figures],
      );
    if (index > 20 && below(6) === 0) await person.call(servers.remove, { params: { id: made.id } });
    else [name, address] = [made.name, made.ipAddress ?? ''];
  }
  return { name, address, limit: 20 + below(60) };
}
