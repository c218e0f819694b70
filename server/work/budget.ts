import { busy, RefusalError } from '../http/errors.ts';

/** Units in use, such as bytes or calls. */
export type Held = {
  /** Changes the units once the real need is known. More than before is granted without waiting. */
  resize(units: number): void;
  /** Safe to call twice. */
  release(): void;
};

type Limits = {
  /** Units of one person, and of everybody together. */
  person: number;
  all: number;
  /** Units that one person may wait for. */
  waiting: number;
  waitMs: number;
};

type Waiter = { who: string; units: number; begin: () => void };

export type Budget = ReturnType<typeof budgetOf>;

/**
 * Limits what people use at the same time. Who needs more than is left waits in order of arrival, and nobody waits for
 * a person who has used up their own share. `take` throws 503 when the queue is long or does not move.
 */
export function budgetOf({ person, all, waiting: mostWaiting, waitMs }: Limits) {
  const used = new Map<string, number>();
  let usedByAll = 0;
  const waiters = new Set<Waiter>();

  const change = (who: string, units: number) => {
    const left = (used.get(who) ?? 0) + units;
    usedByAll += units;
    if (left > 0) used.set(who, left);
    else used.delete(who);
  };
  // One call may always run, even if it needs more than a share.
  const fits = ({ who, units }: Pick<Waiter, 'who' | 'units'>) => {
    const own = used.get(who) ?? 0;
    return (own === 0 || own + units <= person) && (usedByAll === 0 || usedByAll + units <= all);
  };
  const admit = () => {
    for (const waiter of waiters) if (fits(waiter)) waiter.begin();
  };

  function hold(who: string, units: number): Held {
    let held = units;
    const resize = (to: number) => {
      change(who, to - held);
      const isLess = to < held;
      held = to;
      if (isLess) admit();
    };
    change(who, units);
    return { resize: (to) => (held > 0 ? resize(to) : undefined), release: () => resize(0) };
  }

  const waitedFor = (who: string) => {
    let sum = 0;
    for (const waiter of waiters) if (waiter.who === who) sum += waiter.units;
    return sum;
  };

  return {
    /** `signal` ends the wait when the caller has gone. */
    async take(who: string, units: number, signal?: AbortSignal): Promise<Held> {
      if (fits({ who, units })) return hold(who, units);
      if (waitedFor(who) + units > mostWaiting) throw new RefusalError(busy());
      return new Promise<Held>((resolve, reject) => {
        const leave = () => {
          waiters.delete(waiter);
          clearTimeout(timer);
          signal?.removeEventListener('abort', giveUp);
        };
        const giveUp = () => {
          leave();
          reject(new RefusalError(busy()));
        };
        const begin = () => {
          leave();
          resolve(hold(who, units));
        };
        const waiter = { who, units, begin };
        const timer = setTimeout(giveUp, waitMs);
        signal?.addEventListener('abort', giveUp);
        waiters.add(waiter);
      });
    },
    /** Units in use now. */
    used: (who?: string): number => (who === undefined ? usedByAll : (used.get(who) ?? 0)),
  };
}

/**
 * Limits what a person uses in a period. Returns the seconds until the period ends when the units do not fit. Negative
 * units are given back. Counted in this process only, because it protects a resource from floods and does not guard a secret.
 */
export function allowanceOf({ units: most, seconds }: { units: number; seconds: number }) {
  const periods = new Map<string, { units: number; endsAt: number }>();
  return (who: string, units: number): number | undefined => {
    const now = performance.now();
    for (const [other, { endsAt }] of periods) {
      if (endsAt > now) break;
      periods.delete(other);
    }
    const period = periods.get(who) ?? { units: 0, endsAt: now + seconds * 1_000 };
    if (period.units + units > most) return Math.ceil((period.endsAt - now) / 1_000);
    period.units = Math.max(0, period.units + units);
    periods.set(who, period);
    return undefined;
  };
}
