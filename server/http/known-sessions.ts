import type { LiveEngine } from '../live/engine.ts';

/** How long what was looked up is believed where a message is lost. */
const BELIEVED_MS = 5_000;
const MOST = 10_000;

export type KnownSessions = ReturnType<typeof rememberSessions>;

/** An account with its session, and how long from now it lasts, in milliseconds. */
type Lasting = { lastsMs: number };

/**
 * What was looked up of sessions in the last seconds, so that reading does not ask the database twice. Everything is forgotten as
 * soon as one session ends or one account changes: this node forgets with each call that may have done it, before it answers; the
 * others with the message that a trigger sends when it is stored. Where messages do not arrive, nothing is remembered.
 */
export function rememberSessions(live: Pick<LiveEngine, 'subscribe' | 'onConnection' | 'isConnected'>) {
  const known = new Map<string, { session: Lasting; until: number }>();
  let times = 0;
  const forgetAll = () => {
    times += 1;
    known.clear();
  };
  const endings = [
    live.subscribe((message) => message.accounts && forgetAll()),
    live.onConnection(forgetAll),
  ];
  return {
    /** One session, whose time of use changes, or all of them. */
    forget: (sid?: string) => (sid === undefined ? forgetAll() : void known.delete(sid)),
    /** `look` asks the database. What it finds while something is forgotten may be out of date, and is not kept. */
    async find<T extends Lasting>(sid: string, look: () => Promise<T | undefined>): Promise<T | undefined> {
      const kept = known.get(sid);
      if (kept && kept.until > performance.now()) return kept.session as T;
      const before = times;
      const session = await look();
      if (session === undefined || times !== before || !live.isConnected()) return session;
      if (known.size >= MOST) known.clear();
      known.set(sid, { session, until: performance.now() + Math.min(BELIEVED_MS, session.lastsMs) });
      return session;
    },
    stop: () => endings.forEach((end) => end()),
  };
}
