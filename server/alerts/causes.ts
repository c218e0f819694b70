import type { Alert, Alerts, Facts } from './state.ts';

/** Whether two alerts are about an outage: only that takes others with it. */
const isOutage = (alert: Alert): boolean =>
  alert.kind === 'down' && alert.isBad && alert.resolvedAt === null && alert.serverId !== null;

export type Causes = {
  isDown(serverId: string): boolean;
  /** The server whose outage explains the alert; null if it stands for itself. */
  causeOf(alert: Alert): string | null;
};

/**
 * Finds what an alert follows from: the outage of its own server, or that of what the server needs, and so on to the
 * first outage that has no cause itself. So each outage is counted once, however many ways lead to it.
 */
export function findCauses(alerts: Alerts, facts: Facts): Causes {
  const down = new Map<string, Alert>();
  for (const alert of alerts.values())
    if (alert.serverId !== null && isOutage(alert)) down.set(alert.serverId, alert);
  const roots = new Map<string, string | null>();

  /** The outage that explains why this server is down or would be. */
  function rootOf(serverId: string): string | null {
    const known = roots.get(serverId);
    if (known !== undefined) return known;
    // A cycle cannot be saved. If there is one all the same, it ends here.
    roots.set(serverId, null);
    const failing = facts.server(serverId)?.needs.find((group) => group.every((id) => down.has(id)));
    const first = failing?.toSorted((a, b) => sinceOf(a) - sinceOf(b) || (a < b ? -1 : 1))[0];
    const root = first === undefined ? null : (rootOf(first) ?? first);
    roots.set(serverId, root);
    return root;
  }
  const sinceOf = (serverId: string) => down.get(serverId)?.startedAt ?? 0;

  return {
    isDown: (serverId) => down.has(serverId),
    causeOf({ serverId, kind }) {
      if (serverId === null) return null;
      const root = rootOf(serverId);
      if (root !== null) return root;
      return kind !== 'down' && down.has(serverId) ? serverId : null;
    },
  };
}
