import { readTarget } from '../../contract/shared/check-target.ts';
import type { ShortServerRow } from './queries.ts';
import { createHash } from 'node:crypto';

const EXPORTER = new Set(['node_exporter', 'windows_exporter']);
const DEFAULT_PORT = 9100;

/** By id, the servers that a server needs, as text. */
type DependsOn = ReadonlyMap<string, string>;

/** Prometheus targets: the exporter's address, or where a server would have one. */
export function httpSdOf(rows: ShortServerRow[], dependsOn: DependsOn) {
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
      __meta_ops_hub_depends_on: dependsOn.get(row.id) ?? '',
    };
    return [{ targets: [target.address], labels }];
  });
}

type Exporter = { address: string; labels: Record<string, string> };

function exporterOf(row: ShortServerRow): Exporter | undefined {
  if (row.check && EXPORTER.has(row.check.kind)) {
    const target = readTarget(row.check.kind, row.check.target);
    if (!('problem' in target)) {
      const url = new URL(target.url);
      return { address: url.host.replace(/^([^:]+|\[.*\])$/, `$1:${target.port}`), labels: wayTo(url) };
    }
  }
  const host = addressOf(row);
  if (!host) return undefined;
  return { address: `${host.includes(':') ? `[${host}]` : host}:${DEFAULT_PORT}`, labels: {} };
}

/** Host names are free text here. One such as `-oProxyCommand=…` would be an option of ssh, and `a/b` no target. */
const HOST_NAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*$/u;

const addressOf = ({ ipAddress, hostname }: ShortServerRow): string | undefined =>
  ipAddress ?? (hostname && HOST_NAME.test(hostname) ? hostname : undefined);

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

/**
 * Names that mean something else to Ansible: the controller itself, and groups. Otherwise a server called `localhost` gets
 * the tasks that are delegated to the controller, and one called `env_production` those for production.
 */
const RESERVED = /^(localhost|127\.0\.0\.1|all|ungrouped|(env|status|type|location|team)_.*)$/;

/**
 * The key of each server. Keys cannot be marked as unsafe, become file names of fact caches, and are read as patterns and
 * templates. So they begin with a letter or digit and contain only these, dots, underscores and hyphens.
 */
function hostKeys(rows: ShortServerRow[]): Map<string, ShortServerRow> {
  const keys = new Map<string, ShortServerRow>();
  for (const row of rows) {
    const suffix = `-${row.id.slice(0, 8)}`;
    const plain = row.name.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '_').replace(/^[^\p{L}\p{N}]+/u, '');
    let key = plain === row.name && !RESERVED.test(plain) ? plain : `${plain || 'server'}${suffix}`;
    while (keys.has(key)) key += suffix;
    keys.set(key, row);
  }
  return keys;
}

/** Ansible inventory: all servers with variables, grouped by environment, status, type, location and team. */
export function ansibleOf(
  rows: ShortServerRow[],
  places: Places,
  dependsOn: DependsOn,
): Record<string, unknown> {
  const location = groupNames('location', places.locations);
  const team = groupNames('team', places.teams);
  const keys = hostKeys(rows);
  const groups = new Map<string, string[]>();
  for (const [host, row] of keys) {
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
    _meta: {
      hostvars: Object.fromEntries([...keys].map(([host, row]) => [host, variablesOf(row, dependsOn)])),
    },
    all: { children: ['ungrouped', ...groups.keys()] },
    ...Object.fromEntries([...groups].map(([name, hosts]) => [name, { hosts }])),
  };
}

/** Ansible evaluates texts as templates, which run commands on the controller, unless they are marked like this. */
const unsafe = (text: string) => ({ __ansible_unsafe: text });

function variablesOf(row: ShortServerRow, dependsOn: DependsOn): Record<string, ReturnType<typeof unsafe>> {
  const variables = {
    ansible_host: addressOf(row),
    ops_hub_id: row.id,
    ops_hub_name: row.name,
    ops_hub_hostname: row.hostname,
    ops_hub_environment: row.environment,
    ops_hub_status: row.status,
    ops_hub_operating_system: row.operatingSystem,
    ops_hub_location: row.serverLocation,
    ops_hub_function: row.primaryFunction,
    ops_hub_team: row.teamOwner,
    ops_hub_depends_on: dependsOn.get(row.id),
  };
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, text]) => (text ? [[name, unsafe(text)]] : [])),
  );
}
