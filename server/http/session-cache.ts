import type { LiveEngine } from '../live/engine.ts';

/** Upper bound on how long a cached session is used if an invalidation message is lost. */
const MAX_AGE_MS = 5_000;
const MAX_SESSIONS = 10_000;

export type SessionCache = ReturnType<typeof createSessionCache>;

/** `lastsMs`: milliseconds until the session expires. */
type Expiring = { lastsMs: number };

/**
 * Caches session lookups for a few seconds, so that a read does not cost two queries. The whole cache is cleared when
 * any session ends or any account changes: on this node before the response to that call (guards.ts), on other nodes by
 * a message that a database trigger sends on commit. Without a connection for messages nothing is cached.
 */
export function createSessionCache(live: Pick<LiveEngine, 'subscribe' | 'onConnection' | 'isConnected'>) {
  const cached = new Map<string, { session: Expiring; until: number }>();
  let generation = 0;
  const clear = () => {
    generation += 1;
    cached.clear();
  };
  const subscriptions = [live.subscribe((message) => message.accounts && clear()), live.onConnection(clear)];
  return {
    /** Removes one session, or all of them. */
    invalidate: (sid?: string) => (sid === undefined ? clear() : void cached.delete(sid)),
    /** `load` queries the database. Its result is not cached if the cache was cleared meanwhile: it may be out of date. */
    async get<T extends Expiring>(sid: string, load: () => Promise<T | undefined>): Promise<T | undefined> {
      const hit = cached.get(sid);
      if (hit && hit.until > performance.now()) return hit.session as T;
      const generationBefore = generation;
      const session = await load();
      if (session === undefined || generation !== generationBefore || !live.isConnected()) return session;
      if (cached.size >= MAX_SESSIONS) cached.clear();
      cached.set(sid, { session, until: performance.now() + Math.min(MAX_AGE_MS, session.lastsMs) });
      return session;
    },
    stop: () => subscriptions.forEach((unsubscribe) => unsubscribe()),
  };
}
