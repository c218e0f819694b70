import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lookUpInLanes } from './names.ts';

const PLACES = { all: 24, ofOneZone: 12, late: 6 };
const MINUTE_MS = 60_000;
/** The timeout of a check. */
const WAIT_MS = 10_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Simulates a system with libuv's threads for look-ups. Names in `silent` block a thread until getaddrinfo gives up. */
function aSystem(threads = 32) {
  const nobody: (name: string) => boolean = () => false;
  const system = { silent: nobody, asked: [] as string[], underWay: 0, most: 0 };
  const queue: (() => void)[] = [];
  const ask = async (name: string): Promise<string[]> => {
    system.asked.push(name);
    system.underWay += 1;
    system.most = Math.max(system.most, system.underWay);
    if (system.underWay > threads) await new Promise<void>((begin) => queue.push(begin));
    const isSilent = system.silent(name);
    if (isSilent) await new Promise((resolve) => setTimeout(resolve, 10_100));
    system.underWay -= 1;
    queue.shift()?.();
    if (isSilent) throw Object.assign(new Error('no answer'), { code: 'EAI_AGAIN' });
    return ['192.0.2.1'];
  };
  const lookUp = lookUpInLanes(ask, PLACES);
  /** The time of each look-up in milliseconds. Undefined if it timed out. */
  const timed = (names: string[]) =>
    Promise.all(
      names.map(async (name) => {
        const wait = new AbortController();
        const timer = setTimeout(() => wait.abort(), WAIT_MS);
        const begun = performance.now();
        const answered = await lookUp(name, wait.signal).catch(() => undefined);
        clearTimeout(timer);
        return answered && performance.now() - begun;
      }),
    );
  return { system, lookUp, timed };
}

const names = (count: number, ending: string) =>
  Array.from({ length: count }, (_, at) => `srv-${at}${ending}`);

test.each([
  ['a zone that never responds', '.dead.example', '.example.com', 0],
  ['the zone of the others', '-dead.example.com', '.example.com', 5],
])('INFRA-11 fifty names without a response in %s delay no other name', async (_, dead, alive, learned) => {
  const { system, timed } = aSystem();
  system.silent = (name) => name.endsWith(dead);
  const took: (number | undefined)[][] = [];
  const aRound = async () => {
    const silent = timed(names(50, dead));
    await vi.advanceTimersByTimeAsync(5_000);
    const healthy = timed(names(10, alive));
    await vi.advanceTimersByTimeAsync(55_000);
    return { silent: await silent, healthy: await healthy };
  };
  for (let round = 0; round < 12; round += 1) took.push((await aRound()).healthy);
  expect(took.slice(learned)).toEqual(took.slice(learned).map(() => Array(10).fill(0)));
  expect(system.most).toBeLessThanOrEqual(PLACES.all);
  // The silent names take turns, so a name that resolves again is found at any position.
  system.silent = (name) => name.endsWith(dead) && name !== `srv-49${dead}`;
  for (let round = 0; round < 9; round += 1) await aRound();
  expect((await aRound()).silent.at(-1)).toBe(0);
});

test('INFRA-11 a zone that stops responding delays no other name, however many of its names resolved before', async () => {
  const { system, timed } = aSystem();
  const fallen = names(300, '.dead.example');
  await timed(fallen);
  system.silent = (name) => name.endsWith('.dead.example');
  const silent = timed(fallen);
  expect(await timed(names(100, '.example.com'))).toEqual(Array(100).fill(0));
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await silent;
});

test('INFRA-11 a cancelled look-up leaves the queue, and two look-ups of a name share one query', async () => {
  const { system, lookUp, timed } = aSystem();
  const zones = ['.a.example', '.b.example'];
  system.silent = (name) => zones.some((zone) => name.endsWith(zone));
  const silent = timed(zones.flatMap((zone) => names(PLACES.ofOneZone, zone)));
  const first = new AbortController();
  const waits = lookUp('waits.example.com', first.signal);
  const second = lookUp('asked-twice.example.com', first.signal);
  const third = lookUp('asked-twice.example.com');
  const why = new Error('over');
  first.abort(why);
  await expect(waits).rejects.toBe(why);
  await expect(second).rejects.toBe(why);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await silent;
  expect(await third).toEqual(['192.0.2.1']);
  expect(system.asked.filter((name) => name.endsWith('.com'))).toEqual(['asked-twice.example.com']);
  await expect(lookUp('late.example.com', first.signal)).rejects.toBe(why);
});
