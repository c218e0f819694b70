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
    // Escapes that are no UTF-8 cannot be told otherwise.
    return path;
  }
}

/** What a target of Prometheus cannot say, as the labels that it takes instead: only where it is not what every job has. */
const wayTo = ({ protocol, pathname, searchParams }: URL): Record<string, string> => ({
  ...(protocol === 'https:' ? { __scheme__: 'https' } : {}),
  ...(pathname === '/metrics' ? {} : { __metrics_path__: unescaped(pathname) }),
  // Of parameters, a label takes the first value, and a name of these letters.
  ...Object.fromEntries(
    [...searchParams]
      .filter(([name]) => /^\w+$/.test(name))
      .toReversed()
      .map(([name, value]) => [`__param_${name}`, value]),
  ),
});
