import { lookup } from 'node:dns/promises';

/**
 * Resolves a name to addresses. Rejects like Node's `lookup`, and with the signal's reason: an aborted query leaves the
 * queue unless it has started.
 */
export type LookUp = (name: string, signal?: AbortSignal) => Promise<string[]>;

type Ask = (name: string) => Promise<string[]>;
/** Concurrent lookups: in all, of names in one zone, and of names that were slow the last time. */
type Slots = { all: number; ofOneZone: number; late: number };
type Question = PromiseWithResolvers<string[]> & { name: string; zone: string; askers: number };

/** Limit of a slow lookup. A name server that knows the name replies much sooner. */
const LATE_MS = 2_000;
/** Wait before a slow name is tried, so that others that waited longer can come first. */
const LATE_DELAY_MS = 50;
/** Maximum remembered names; beyond it the memory is cleared. */
const MAX_KNOWN = 10_000;

/**
 * Uses the hosts file and search domains. Occupies a thread and cannot be cancelled: unresponsive name servers take 10
 * s and more.
 */
const askSystem: Ask = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);

/** libuv uses half of its threads for lookups. A quarter of those is reserved for mail, models and the database. */
function slotsOf(threads: number): Slots {
  const all = Math.max(2, Math.floor((Math.ceil(threads / 2) * 3) / 4));
  return { all, ofOneZone: Math.floor(all / 2), late: Math.ceil(all / 4) };
}

/**
 * Resolves names without letting unresponsive ones block the others: each zone gets at most half of the slots, and
 * names that were slow the last time share a few. Concurrent lookups of one name share a result.
 */
export function lookUpInLanes(
  ask: Ask = askSystem,
  places = slotsOf(Number(process.env['UV_THREADPOOL_SIZE']) || 4),
): LookUp {
  /** By name, in order of arrival. */
  const waiting = new Map<string, Question>();
  const underWay = new Map<string, Question>();
  /** When each slow name was last found slow. */
  const late = new Map<string, number>();
  let retrying: NodeJS.Timeout | undefined;

  const isLate = ({ name }: Question) => late.has(name);
  const hasPlace = (question: Question) => {
    const others = [...underWay.values()];
    return (
      others.length < places.all &&
      others.filter(({ zone }) => zone === question.zone).length < places.ofOneZone &&
      (!isLate(question) || others.filter(isLate).length < places.late)
    );
  };

  const begin = async (question: Question) => {
    const { name, resolve, reject } = question;
    waiting.delete(name);
    underWay.set(name, question);
    let isInTime = true;
    const timer = setTimeout(() => {
      isInTime = false;
      if (late.size >= MAX_KNOWN) late.clear();
      late.set(name, performance.now());
    }, LATE_MS).unref();
    await ask(name).then(resolve, reject);
    clearTimeout(timer);
    underWay.delete(name);
    if (isInTime) late.delete(name);
    beginMore();
  };

  const beginMore = () => {
    const all = [...waiting.values()];
    for (const question of all) if (!isLate(question) && hasPlace(question)) void begin(question);
    if (all.some(isLate)) retrying ??= setTimeout(retryOne, LATE_DELAY_MS).unref();
  };

  /** Starts the slow name that has waited longest, so that each eventually recovers. */
  const retryOne = () => {
    retrying = undefined;
    const lateOnes = [...waiting.values()].filter(isLate);
    const inTurn = lateOnes.toSorted((a, b) => (late.get(a.name) ?? 0) - (late.get(b.name) ?? 0));
    const next = inTurn.find(hasPlace);
    if (!next) return;
    void begin(next);
    beginMore();
  };

  return async (name, signal) => {
    signal?.throwIfAborted();
    const question = underWay.get(name) ?? waiting.get(name) ?? questionFor(name);
    if (!underWay.has(name)) waiting.set(name, question);
    question.askers += 1;
    beginMore();
    const gaveUp = Promise.withResolvers<never>();
    const leave = () => {
      question.askers -= 1;
      if (question.askers === 0) waiting.delete(name);
      gaveUp.reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave);
    try {
      return await Promise.race([question.promise, gaveUp.promise]);
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  };
}

/** The zone is the parent domain; short names share the search domains. */
function questionFor(name: string): Question {
  const [, ...zone] = name.split('.');
  return { ...Promise.withResolvers<string[]>(), name, zone: zone.join('.'), askers: 0 };
}
