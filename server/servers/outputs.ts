import { readTarget } from '../../contract/check-target.ts';
import type { ServerRow } from './fields.ts';
import { createHash } from 'node:crypto';

const EXPORTER = new Set(['node_exporter', 'windows_exporter']);
const DEFAULT_PORT = 9100;

/** Prometheus targets: the exporter's address, or where a server would have one. */
export function httpSdOf(rows: ServerRow[]) {
  return rows.flatMap((row) => {
    const target = exporterOf(row);
    if (!target) return [];
    const labels = {
      ...target.labels,
      __meta_ops_hub_id: row.id,
      __meta_ops_hub_name: row.name,
      __meta_ops_hub_environment: row.environment,
      __meta_ops_hub_status: row.status,
      __meta_ops_hub_type: row.serverType ?? '',
      __meta_ops_hub_location: row.serverLocation ?? '',
      __meta_ops_hub_team: row.teamOwner ?? '',
    };
    return [{ targets: [target.address], labels }];
  });
}

type Exporter = { address: string; labels: Record<string, string> };

function exporterOf(row: ServerRow): Exporter | undefined {
  if (row.check && EXPORTER.has(row.check.kind)) {
    const target = readTarget(row.check.kind, row.check.target);
    if (!('problem' in target)) {
      const url = new URL(target.url);
      return { address: url.host.replace(/^([^:]+|\[.*\])$/, `$1:${target.port}`), labels: wayTo(url) };
    }
  }
  const host = row.ipAddress ?? row.hostname;
  if (!host) return undefined;
  return { address: `${host.includes(':') ? `[${host}]` : host}:${DEFAULT_PORT}`, labels: {} };
}

/** Prometheus escapes a path itself. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Escapes that are not UTF-8 throw.
    return path;
  }
}

/** Labels for parts that a Prometheus target cannot contain, only where they differ from the defaults. */
const wayTo = ({ protocol, pathname, searchParams }: URL): Record<string, string> => ({
  ...(protocol === 'https:' ? { __scheme__: 'https' } : {}),
  ...(pathname === '/metrics' ? {} : { __metrics_path__: unescaped(pathname) }),
  // A label accepts the first value of a parameter and a restricted name.
  ...Object.fromEntries(
    [...searchParams]
      .filter(([name]) => /^\w+$/.test(name))
      .toReversed()
      .map(([name, value]) => [`__param_${name}`, value]),
  ),
});

/** All locations and teams of the inventory, so that a group has the same name in every response. */
type Places = { locations: string[]; teams: string[] };

/** Ignores case and repeated whitespace. */
const wordOf = (value: string): string => value.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');

/** Ansible accepts letters, digits and underscores. Blanks and hyphens become underscores; other characters are removed. */
const isPlain = (word: string): boolean => !/[^a-z0-9 _.,:/-]/.test(word);

/** The group name of each value. Values with the same name get a digest appended: C++ and C#, dc-1 and dc 1, 東京 and 大阪. */
function groupNames(prefix: string, values: string[]): (value: string) => string {
  const nameOf = (word: string) => `${prefix}_${word.replace(/[^a-z0-9]+/g, '_')}`;
  const wordsByName = Map.groupBy([...new Set(values.map(wordOf))].filter(isPlain), nameOf);
  return (value) => {
    const word = wordOf(value);
    const name = nameOf(word);
    if (isPlain(word) && (wordsByName.get(name)?.length ?? 0) < 2) return name;
    return `${name.replace(/_+$/, '')}_${createHash('sha256').update(word).digest('hex').slice(0, 8)}`;
  };
}

/** Ansible inventory: all servers with variables, grouped by environment, status, type, location and team. */
export function ansibleOf(rows: ServerRow[], places: Places): Record<string, unknown> {
  const location = groupNames('location', places.locations);
  const team = groupNames('team', places.teams);
  const hostvars: Record<string, Record<string, string>> = {};
  const groups = new Map<string, string[]>();
  for (const row of rows) {
    const host = hostvars[row.name] ? `${row.name}-${row.id.slice(0, 8)}` : row.name;
    hostvars[host] = variablesOf(row);
    const names = [
      `env_${row.environment}`,
      `status_${row.status}`,
      ...(row.serverType ? [`type_${row.serverType}`] : []),
      ...(row.serverLocation ? [location(row.serverLocation)] : []),
      ...(row.teamOwner ? [team(row.teamOwner)] : []),
    ];
    for (const name of names) groups.set(name, [...(groups.get(name) ?? []), host]);
  }
  return {
    _meta: { hostvars },
    all: { children: ['ungrouped', ...groups.keys()] },
    ...Object.fromEntries([...groups].map(([name, hosts]) => [name, { hosts }])),
  };
}

function variablesOf(row: ServerRow): Record<string, string> {
  const variables = {
    ansible_host: row.ipAddress ?? row.hostname,
    ops_hub_id: row.id,
    ops_hub_hostname: row.hostname,
    ops_hub_environment: row.environment,
    ops_hub_status: row.status,
    ops_hub_operating_system: row.operatingSystem,
    ops_hub_location: row.serverLocation,
    ops_hub_function: row.primaryFunction,
    ops_hub_team: row.teamOwner,
  };
  return Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => !!entry[1]),
  );
}
