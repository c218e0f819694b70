import type * as z from 'zod';
import { ServerInput } from '../../contract/shared/server-fields.ts';
import {
  HARDWARE_MODELS,
  NETWORKS,
  OPERATING_SYSTEMS,
  type ServerStatus,
} from '../../contract/shared/server-words.ts';
import { DEPARTMENT_PRESETS } from '../../contract/calls/team.ts';

/** Services of a company: the middle of the server name, the purpose, and the number of servers per location. */
export const SERVICES = [
  { word: 'pay-db', name: 'payroll database', uses: 'PostgreSQL', count: 3 },
  { word: 'pos', name: 'point-of-sale back end', uses: 'the till software', count: 6 },
  { word: 'web', name: 'web front end', uses: 'nginx', count: 6 },
  { word: 'mail', name: 'mail relay', uses: 'Postfix', count: 2 },
  { word: 'dns', name: 'name server', uses: 'BIND', count: 2 },
  { word: 'dc', name: 'domain controller', uses: 'Active Directory', count: 2 },
  { word: 'fs', name: 'file server', uses: 'SMB shares', count: 4 },
  { word: 'print', name: 'print server', uses: 'the print spooler', count: 2 },
  { word: 'bak', name: 'backup server', uses: 'the backup software', count: 2 },
  { word: 'vpn', name: 'VPN gateway', uses: 'WireGuard', count: 2 },
  { word: 'mon', name: 'monitoring server', uses: 'Prometheus', count: 1 },
  { word: 'app', name: 'application server', uses: 'the order system', count: 8 },
] as const;
export type Service = (typeof SERVICES)[number];

const PLACES = [
  { code: 'syd', city: 'Sydney' },
  { code: 'mel', city: 'Melbourne' },
  { code: 'akl', city: 'Auckland' },
  { code: 'dub', city: 'Dublin' },
  { code: 'lds', city: 'Leeds' },
] as const;
const ENVIRONMENTS = ['production', 'production', 'production', 'staging', 'development'] as const;

export type DemoServer = {
  input: z.output<typeof ServerInput>;
  status: ServerStatus;
  /** Percent of CPU, memory and disk around which its figures vary. */
  level: [cpu: number, memory: number, disk: number];
  uptimeSeconds: number;
};

/**
 * The same 200 servers each time: five locations with 40 servers each. None has a check, so that nothing is sent to a
 * real network.
 */
export function demoServers(orgDomain: string): DemoServer[] {
  let n = 0;
  return PLACES.flatMap((place, at) =>
    SERVICES.flatMap((service) =>
      Array.from({ length: service.count }, (_, index) => {
        n += 1;
        return demoServer(n, `${place.code}-${service.word}-${String(index + 1).padStart(2, '0')}`, {
          place,
          at,
          service,
          orgDomain,
        });
      }),
    ),
  );
}

type Where = { place: (typeof PLACES)[number]; at: number; service: Service; orgDomain: string };

function demoServer(n: number, name: string, { place, at, service, orgDomain }: Where): DemoServer {
  const pick = <T>(list: readonly T[], step: number): T => list[(n * step) % list.length] as T;
  const isPhysical = n % 7 === 0;
  const input = ServerInput.parse({
    name,
    hostname: `${name}.corp.${orgDomain}`,
    ipAddress: `10.${60 + at}.${Math.floor(n / 200)}.${(n % 40) + 10}`,
    domain: `corp.${orgDomain}`,
    network: pick(NETWORKS, 2),
    environment: pick(ENVIRONMENTS, 1),
    operatingSystem: pick(OPERATING_SYSTEMS, 5),
    serverType: isPhysical ? 'physical' : 'virtual',
    hardwareModel: isPhysical ? pick(HARDWARE_MODELS, 3) : null,
    serverLocation: `${place.city} Data Centre, Rack ${(n % 12) + 1}`,
    primaryFunction: service.name,
    teamOwner: pick(DEPARTMENT_PRESETS, 2),
    keyContacts: `${service.name} on call, extension ${4_000 + n}`,
    description: `Runs ${service.uses} for ${place.city}.`,
  });
  const status = STATUS_OF[n % 40] ?? 'online';
  return {
    input,
    status,
    level: [(n * 37) % 70, 25 + ((n * 29) % 55), status === 'warning' ? 96 : 20 + ((n * 17) % 60)],
    uptimeSeconds: 86_400 * ((n * 13) % 180) + 3_600 * (n % 24),
  };
}

/** Most are healthy; a few of each forty need attention. */
const STATUS_OF: Record<number, ServerStatus> = {
  4: 'offline',
  11: 'warning',
  18: 'warning',
  25: 'maintenance',
  32: 'unknown',
};
