import type { OwnSilence } from './queries.ts';
import type { StoredResult } from './record.ts';

/** Results that are older are hours by now. */
const KEPT_MS = 25 * 3_600_000;

/** Which results of a server this very node stored: they alone are its own to take back. */
export type OwnResults = { serverId: string; ids: number[] };

/**
 * Remembers what this node held against servers since it heard one last: no verdict on its own line reaches further back.
 * What another node saw meanwhile stays as that one saw it.
 */
export function rememberOwnResults() {
  const held = new Map<string, { id: number; at: number }[]>();
  const hold = (serverId: string, id: number, at: number) => {
    const recent = (held.get(serverId) ?? []).filter((one) => one.at > Date.now() - KEPT_MS);
    held.set(serverId, [...recent, { id, at }]);
  };
  return {
    heard: () => held.clear(),
    /** From before this process began. */
    remember(silence: OwnSilence[]) {
      for (const { serverId, resultId, at } of silence) hold(serverId, resultId, at.getTime());
    },
    stored(serverId: string, { resultId, outcome, checkedAt }: StoredResult) {
      if (outcome === 'bad') hold(serverId, resultId, Date.parse(checkedAt));
    },
    /** `since` in milliseconds. */
    of: (serverIds: string[], since: number): OwnResults[] =>
      serverIds.map((serverId) => {
        const own = (held.get(serverId) ?? []).filter(({ at }) => at >= since);
        return { serverId, ids: own.map(({ id }) => id) };
      }),
  };
}
