import { lookup } from 'node:dns/promises';

/**
 * The addresses of a name. Rejects as `lookup` of Node does; and once the signal says so, with its reason: a question that
 * nobody waits for any more leaves the queue, unless it was asked already.
 */
export type LookUp = (name: string, signal?: AbortSignal) => Promise<string[]>;

type Ask = (name: string) => Promise<string[]>;
/** Look-ups under way at one time: in all, of names in one zone, and of names that were late the last time. */
type Slots = { all: number; ofOneZone: number; late: number };
type Question = PromiseWithResolvers<string[]> & { name: string; zone: string; askers: number };

/** A name server that knows the name replies much sooner. */
const LATE_MS = 2_000;
/** Before one of the late ones begins: others may come meanwhile who had their turn longer ago. */
const LATE_DELAY_MS = 50;
/** Names to remember; beyond that all of them are learned anew. */
const MAX_KNOWN = 10_000;

/** With hosts file and search domains. It holds a thread and cannot be called off: silent name servers take 10 s and more. */
const askSystem: Ask = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);

/** libuv lets half of its threads look names up; a quarter of those is left to mail, models and the database. */
function slotsOf(threads: number): Slots {
  const all = Math.max(2, Math.floor((Math.ceil(threads / 2) * 3) / 4));
  return { all, ofOneZone: Math.floor(all / 2), late: Math.ceil(all / 4) };
}

/**
 * Looks names up so that none waits for those that nobody answers: no zone takes more than half of the places, and names
 * that were late the last time share a few. Concurrent lookups of one name share a result.
 */
export function lookUpInLanes(
  ask: Ask = askSystem,
  places = slotsOf(Number(process.env['UV_THREADPOOL_SIZE']) || 4),
): LookUp {
  /** By name, in the order they were put. */
  const waiting = new Map<string, Question>();
  const underWay = new Map<string, Question>();
  /** When each name that was late the last time was found so. */
  const late = new Map<string, number>();
  let drawing: NodeJS.Timeout | undefined;

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
    if (all.some(isLate)) drawing ??= setTimeout(draw, LATE_DELAY_MS).unref();
  };

  /** Begins the late one that had its turn longest ago, so that each finds out some time that it is answered again. */
  const draw = () => {
    drawing = undefined;
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

/** The zone is where the name lies; short names share the search domains. */
function questionFor(name: string): Question {
  const [, ...zone] = name.split('.');
  return { ...Promise.withResolvers<string[]>(), name, zone: zone.join('.'), askers: 0 };
}
