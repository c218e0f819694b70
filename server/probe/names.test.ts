import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lookUpInLanes } from './names.ts';

const PLACES = { all: 24, late: 8 };
const MINUTE_MS = 60_000;
/** As the time-out of a check. */
const WAIT_MS = 10_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A system with libuv's threads for look-ups; names in `silent` get no answer for as long as getaddrinfo tries. */
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
  /** How long each name took in milliseconds; undefined where the wait was given up. */
  const timed = (names: string[]) =>
    Promise.all(
      names.map(async (name) => {
        const wait = new AbortController();
        const timer = setTimeout(() => wait.abort(), WAIT_MS);
        const begun = Date.now();
        const answered = await lookUp(name, wait.signal).catch(() => undefined);
        clearTimeout(timer);
        return answered && Date.now() - begun;
      }),
    );
  return { system, lookUp, timed };
}

const names = (count: number, ending: string) =>
  Array.from({ length: count }, (_, at) => `srv-${at}${ending}`);

test.each([
  ['a zone that never answers', '.dead.example', '.example.com', 1],
  ['the zone of the others', '-dead.example.com', '.example.com', 8],
])(
  'INFRA-11 fifty names without an answer in %s hold up no other name, right after the start at the latest',
  async (_, dead, alive, learned) => {
    const { system, timed } = aSystem();
    system.silent = (name) => name.endsWith(dead);
    const took: (number | undefined)[][] = [];
    for (let round = 0; round < 12; round += 1) {
      const silent = timed(names(50, dead));
      const healthy = timed(names(10, alive));
      await vi.advanceTimersByTimeAsync(MINUTE_MS);
      await silent;
      took.push(await healthy);
    }
    expect(took.slice(learned)).toEqual(took.slice(learned).map(() => Array(10).fill(0)));
    expect(system.most).toBeLessThanOrEqual(PLACES.all);
    // Each of the others has its turn, and is found when it answers again.
    system.silent = () => false;
    const back = timed(names(50, dead));
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect((await back).filter((one) => one === undefined)).toEqual([]);
  },
);

test('INFRA-11 a zone that falls silent late holds up no other name for longer than one time', async () => {
  const { system, timed } = aSystem();
  const fallen = names(500, '.dead.example');
  await timed(fallen);
  system.silent = (name) => name.endsWith('.dead.example');
  const silent = timed(fallen);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await silent;
  const more = timed(fallen);
  expect(await timed(names(100, '.example.com'))).toEqual(Array(100).fill(0));
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await more;
});

test('INFRA-11 a look that is given up while its name waits leaves the queue, and a name asked for twice is asked once', async () => {
  const { system, lookUp, timed } = aSystem();
  system.silent = (name) => name.endsWith('.dead.example');
  const silent = timed(names(PLACES.all, '.dead.example'));
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
