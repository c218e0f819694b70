import { readTarget } from '../../contract/check-target.ts';
import type { ServerRow } from './fields.ts';

const EXPORTER = new Set(['node_exporter', 'windows_exporter']);
const DEFAULT_PORT = 9100;

/** Targets for Prometheus: where a server's exporter is, else where its address would have one. */
export function httpSdOf(rows: ServerRow[]) {
  return rows.flatMap((row) => {
    const target = exporterOf(row);
    if (!target) return [];
    const labels = {
      __meta_ops_hub_id: row.id,
      __meta_ops_hub_name: row.name,
      __meta_ops_hub_environment: row.environment,
      __meta_ops_hub_status: row.status,
      __meta_ops_hub_type: row.serverType ?? '',
      __meta_ops_hub_location: row.serverLocation ?? '',
      __meta_ops_hub_team: row.teamOwner ?? '',
    };
    return [{ targets: [target], labels }];
  });
}

function exporterOf(row: ServerRow): string | undefined {
  if (row.check && EXPORTER.has(row.check.kind)) {
    const target = readTarget(row.check.kind, row.check.target);
    if (!('problem' in target))
      return new URL(target.url).host.replace(/^([^:]+|\[.*\])$/, `$1:${target.port}`);
  }
  const host = row.ipAddress ?? row.hostname;
  if (!host) return undefined;
  return `${host.includes(':') ? `[${host}]` : host}:${DEFAULT_PORT}`;
}

/** Letters that a group of Ansible may have. */
const groupName = (prefix: string, value: string) =>
  `${prefix}_${value.toLowerCase().replace(/[^a-z0-9]+/g, '_')}`;

/** All servers with their facts as variables, and groups by environment, status, type, location and team. */
export function ansibleOf(rows: ServerRow[]): Record<string, unknown> {
  const hostvars: Record<string, Record<string, string>> = {};
  const groups = new Map<string, string[]>();
  for (const row of rows) {
    const host = hostvars[row.name] ? `${row.name}-${row.id.slice(0, 8)}` : row.name;
    hostvars[host] = variablesOf(row);
    const names = [
      groupName('env', row.environment),
      groupName('status', row.status),
      ...(row.serverType ? [groupName('type', row.serverType)] : []),
      ...(row.serverLocation ? [groupName('location', row.serverLocation)] : []),
      ...(row.teamOwner ? [groupName('team', row.teamOwner)] : []),
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
