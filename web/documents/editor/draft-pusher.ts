import { whenIdle } from '../../lib/when-idle.ts';
import type { Typed } from './server-drafts.ts';

/** How often typing goes to the server while it goes on, and how soon after it failed to. */
const PUSH_MS = 2_500;

export type DraftPusher = {
  /** Something was typed; `read` says what by the time it is sent, nothing when it is as it is saved. */
  note(read: () => Typed | undefined): void;
  /** Calls it from now on when the server kept a copy. */
  listen(listener: (() => void) | undefined): void;
  /** When the server kept a copy last, by its clock. */
  pushedAt(): string | undefined;
  /** The copy is no longer wanted. */
  drop(): void;
  /** Nothing more is sent. */
  stop(): void;
};

type Server = {
  push(typed: Typed): Promise<string>;
  /** The copy that was kept then. */
  remove(savedAt: string): Promise<unknown>;
};

/** Keeps typing on the server as well, for another browser and for a machine that does not come back. */
export function draftPusher(server: Server, lastPushedAt: string | undefined): DraftPusher {
  let onPushed: (() => void) | undefined;
  let latest: (() => Typed | undefined) | undefined;
  let sent: Typed | undefined;
  let pushedAt = lastPushedAt;
  /** Takes the next sending back. */
  let waiting: (() => void) | undefined;
  /** One after the other: a copy that is on its way must not arrive behind its own removal. */
  let queue: Promise<unknown> = Promise.resolve();

  const push = async () => {
    const typed = latest?.();
    if (!typed || (typed.fields === sent?.fields && typed.changeLog === sent.changeLog)) return;
    try {
      pushedAt = await server.push(typed);
      sent = typed;
      // Not for a copy that was given up while it was on its way.
      if (latest) onPushed?.();
    } catch {
      // The server is away or the session over; this browser has the draft, and the next try may do.
      schedule();
    }
  };
  const stop = () => {
    waiting?.();
    waiting = undefined;
  };
  const schedule = () => {
    waiting ??= whenIdle(() => {
      waiting = undefined;
      queue = queue.then(push);
    }, PUSH_MS);
  };

  return {
    note(read) {
      latest = read;
      schedule();
    },
    listen: (listener) => void (onPushed = listener),
    pushedAt: () => pushedAt,
    stop,
    drop() {
      stop();
      latest = undefined;
      queue = queue.then(async () => {
        if (!pushedAt) return;
        const given = pushedAt;
        pushedAt = undefined;
        // Where this fails it is offered once more, and only while it differs from what is saved.
        await server.remove(given).catch(() => undefined);
      });
    },
  };
}
