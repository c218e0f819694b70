import { whenIdle } from '../../../lib/when-idle.ts';
import type { Perform } from './effects.ts';
import { step, withText } from './session.ts';
import type { Effect, Session, SessionEvent, Timer } from './state.ts';

type Listener = (session: Session, event: SessionEvent) => void;

/** Holds a session: processes events in order, runs the timers, and passes on tasks. */
export function sessionStore(session: Session) {
  const listeners = new Set<Listener>();
  const timers = new Map<Timer, () => void>();
  const queue: SessionEvent[] = [];
  let isStepping = false;
  let perform: Perform = () => undefined;

  const run = (effect: Effect) => {
    if (effect.type === 'wait') wait(effect.timer, effect.ms);
    else if (effect.type === 'stop') stop(effect.timer);
    else perform(effect, store.dispatch);
  };
  const wait = (timer: Timer, ms: number) => {
    stop(timer);
    const due = () => {
      timers.delete(timer);
      store.dispatch({ type: 'due', timer });
    };
    // Assembling a long text must not delay a key press.
    timers.set(timer, timer === 'keep' || timer === 'push' ? whenIdle(due, ms) : after(due, ms));
  };
  const stop = (timer: Timer) => {
    timers.get(timer)?.();
    timers.delete(timer);
  };

  const store = {
    /** Passes tasks to the component of the editor. */
    performWith(this: void, next: Perform): void {
      perform = next;
    },
    /** The session with the current text. */
    now: (): Session => (session = withText(session)),
    /** The session without reading the text. */
    glance: (): Session => session,
    dispatch(this: void, event: SessionEvent): void {
      queue.push(event);
      // A task may dispatch an event synchronously.
      if (isStepping) return;
      isStepping = true;
      try {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const [stepped, effects] = step(session, next);
          session = stepped;
          for (const effect of effects) run(effect);
          for (const listener of listeners) listener(session, next);
        }
      } finally {
        isStepping = false;
      }
    },
    /** Calls the listener after each event until the returned function is called. */
    listen(this: void, listener: Listener): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return store;
}

export type SessionStore = ReturnType<typeof sessionStore>;

function after(task: () => void, ms: number): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}
