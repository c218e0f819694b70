import { lookup } from 'node:dns/promises';

/**
 * The addresses of a name. Rejects as `lookup` of Node does; and once the signal says so, with its reason: a question that
 * nobody waits for any more leaves the queue, unless it was asked already.
 */
export type LookUp = (name: string, signal?: AbortSignal) => Promise<string[]>;

type Ask = (name: string) => Promise<string[]>;
/** Look-ups under way at one time: in all, and of names that are known to be late. */
type Places = { all: number; late: number };
type Question = PromiseWithResolvers<string[]> & { name: string; askers: number; isBegun: boolean };

/** Who knows a name says so much sooner. */
const LATE_MS = 2_000;
/** Names of one zone that are newly late, with none in time between them, until all of the zone is taken for late. */
const ZONE_IS_LATE = 3;
/** Before one of those that are late begins. */
const DRAW_MS = 50;
/** Names to remember; beyond that all of them are learned anew. */
const MAX_KNOWN = 10_000;

/** With hosts file and search domains. It holds a thread and cannot be called off: silent name servers take 10 s and more. */
const askSystem: Ask = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);

/** libuv lets half of its threads look names up; a quarter of those is left to mail, models and the database. */
function placesOf(threads: number): Places {
  const all = Math.max(2, Math.floor((Math.ceil(threads / 2) * 3) / 4));
  return { all, late: Math.max(1, Math.floor(all / 3)) };
}

/**
 * Looks names up so that none waits for those that nobody answers: a name that was late the last time, or lies in a zone
 * that is, waits for one of a few places that only such names take. Who asks for a name that is being looked up shares the
 * answer.
 */
export function lookUpInLanes(
  ask: Ask = askSystem,
  { all, late: lateOnes } = placesOf(Number(process.env['UV_THREADPOOL_SIZE']) || 4),
): LookUp {
  /** In the order they were put, until they are answered. */
  const open = new Map<string, Question>();
  /** When each name that was late the last time was found so. */
  const late = new Map<string, number>();
  const newlyLateIn = new Map<string, number>();
  let drawing: NodeJS.Timeout | undefined;

  const isLate = ({ name }: Question) =>
    late.has(name) || (newlyLateIn.get(zoneOf(name)) ?? 0) >= ZONE_IS_LATE;

  const wasLate = (name: string) => {
    for (const known of [late, newlyLateIn]) if (known.size >= MAX_KNOWN) known.clear();
    const zone = zoneOf(name);
    if (!late.has(name)) newlyLateIn.set(zone, (newlyLateIn.get(zone) ?? 0) + 1);
    late.set(name, Date.now());
  };

  const waiting = () => [...open.values()].filter(({ isBegun }) => !isBegun);
  const underWay = () => [...open.values()].filter(({ isBegun }) => isBegun);
  const isRoom = () => underWay().length < all;
  const isRoomForLate = () => isRoom() && underWay().filter(isLate).length < lateOnes;

  const begin = async (question: Question) => {
    const { name, resolve, reject } = question;
    question.isBegun = true;
    let isInTime = true;
    const timer = setTimeout(() => {
      isInTime = false;
      wasLate(name);
    }, LATE_MS).unref();
    await ask(name).then(resolve, reject);
    clearTimeout(timer);
    open.delete(name);
    if (isInTime) {
      newlyLateIn.delete(zoneOf(name));
      late.delete(name);
    }
    beginMore();
  };

  /** Begins the late one that had its turn longest ago, so that each finds out some time that it is answered again. */
  const draw = () => {
    const [first] = waiting().toSorted((a, b) => (late.get(a.name) ?? 0) - (late.get(b.name) ?? 0));
    if (first && isRoomForLate()) void begin(first);
  };

  const beginMore = () => {
    for (const question of waiting().filter((one) => !isLate(one))) {
      if (!isRoom()) break;
      void begin(question);
    }
    // After a moment in which others may come who had their turn longer ago.
    if (waiting().length > 0)
      drawing ??= setTimeout(() => {
        drawing = undefined;
        draw();
        if (isRoomForLate()) beginMore();
      }, DRAW_MS).unref();
  };

  return async (name, signal) => {
    signal?.throwIfAborted();
    const question = open.get(name) ?? {
      name,
      ...Promise.withResolvers<string[]>(),
      askers: 0,
      isBegun: false,
    };
    open.set(name, question);
    question.askers += 1;
    beginMore();
    const gaveUp = Promise.withResolvers<never>();
    const leave = () => {
      question.askers -= 1;
      if (question.askers === 0 && !question.isBegun) open.delete(name);
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

/** Where a name lies; short names share the search domains. */
const zoneOf = (name: string): string => name.split('.').slice(1).join('.');
