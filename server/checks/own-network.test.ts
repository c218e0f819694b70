import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { NeighbourState } from '../probe/neighbours.ts';
import type { Observation } from '../probe/probe.ts';
import { watchOwnNetwork } from './own-network.ts';

const silence: Observation = {
  outcome: 'bad',
  latencyMs: null,
  message: 'No answer within 10 ms',
  line: 'silent',
};
const answer: Observation = { outcome: 'good', latencyMs: 1, message: 'It answered 200', line: 'heard' };
/** A check that is not allowed, or one of this machine itself. */
const neutral: Observation = { outcome: 'bad', latencyMs: null, message: 'The name is not known' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A network whose neighbours respond as `nearby.now` says. */
function network(now: NeighbourState = 'none') {
  const nearby = { now, asked: 0 };
  const watched = watchOwnNetwork(async () => {
    nearby.asked += 1;
    return nearby.now;
  });
  const judge = async (id: string, seen: Observation) =>
    (await watched.judge(id, Promise.resolve(seen))).outcome;
  return { nearby, judge, watched };
}

describe('INFRA-11 a checker that is cut off lowers nobody', () => {
  test('neighbours that spoke before and are silent now: one server’s silence says nothing, from the first on', async () => {
    const { nearby, judge } = network('heard');
    expect(await judge('a', answer)).toBe('good');
    nearby.now = 'silent';
    for (let round = 0; round < 20; round += 1) expect(await judge('a', silence)).toBe('unknown');
    nearby.now = 'heard';
    expect(await judge('a', silence)).toBe('bad');
  });

  test('neighbours that never spoke say nothing: the server is down', async () => {
    const { judge } = network('silent');
    expect(await judge('a', answer)).toBe('good');
    for (let round = 0; round < 20; round += 1) expect(await judge('a', silence)).toBe('bad');
  });

  test('without any network of its own it knows nothing, also right after a start', async () => {
    const { judge } = network('apart');
    expect(await judge('a', silence)).toBe('unknown');
  });

  test('says since when also where a look could not even begin, as without a network or a name server', async () => {
    const { judge, watched } = network('apart');
    vi.setSystemTime(1_000);
    expect(await judge('a', { ...silence, outcome: 'unknown' })).toBe('unknown');
    expect(watched.cutOff()).toEqual({ since: 1_000, servers: ['a'] });
  });

  test('a line that was dead while a look went on counts, though it is back at its end', async () => {
    const { nearby, judge, watched } = network('heard');
    await judge('a', answer);
    nearby.now = 'silent';
    const look = Promise.withResolvers<Observation>();
    const judged = watched.judge('a', look.promise);
    await vi.advanceTimersByTimeAsync(2_000);
    nearby.now = 'heard';
    look.resolve(silence);
    expect(await judged).toMatchObject({ outcome: 'unknown' });
  });

  test('servers that answer again and again while the neighbours are silent show that those alone are gone', async () => {
    const { nearby, judge } = network('heard');
    await judge('a', answer);
    nearby.now = 'silent';
    expect(await judge('a', silence)).toBe('unknown');
    for (let round = 0; round < 3; round += 1) {
      expect(await judge('a', silence)).toBe('unknown');
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await judge('b', answer)).toBe('good');
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(await judge('a', silence)).toBe('bad');
  });

  test('a line that comes and goes is dead each time', async () => {
    const { nearby, judge } = network('heard');
    for (let round = 0; round < 5; round += 1) {
      nearby.now = 'heard';
      expect(await judge('a', answer)).toBe('good');
      await vi.advanceTimersByTimeAsync(8_000);
      nearby.now = 'silent';
      for (let look = 0; look < 3; look += 1) {
        expect(await judge('a', silence)).toBe('unknown');
        await vi.advanceTimersByTimeAsync(8_000);
      }
    }
  });

  test('what never went over the line says nothing of it, neither for one server nor for many', async () => {
    const { nearby, judge } = network('heard');
    await judge('a', answer);
    nearby.now = 'silent';
    for (let round = 0; round < 5; round += 1) {
      expect(await judge('a', silence)).toBe('unknown');
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await judge('here', neutral)).toBe('bad');
      await vi.advanceTimersByTimeAsync(1_000);
    }
    const alone = network();
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      await alone.judge(id, silence);
      await alone.judge('here', neutral);
    }
    expect(await alone.judge('f', silence)).toBe('unknown');
  });

  test('neighbours that fall silent for good while servers answer are no proof any more when a server falls silent', async () => {
    const { nearby, judge } = network('heard');
    await judge('a', answer);
    nearby.now = 'silent';
    for (let minute = 0; minute < 6; minute += 1) {
      await vi.advanceTimersByTimeAsync(61_000);
      expect(await judge('a', answer)).toBe('good');
    }
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await judge('a', silence)).toBe('bad');
  });

  test('neighbours that say nothing are asked once a minute, however many servers answer', async () => {
    const { nearby, judge } = network('silent');
    for (let second = 0; second < 150; second += 1) {
      await judge(`server-${second}`, answer);
      vi.advanceTimersByTime(1_000);
    }
    expect(nearby.asked).toBe(3);
  });

  test('silence of five servers and no sound is its own, also with nobody nearby', async () => {
    const { judge, watched } = network();
    vi.setSystemTime(1_000);
    const judged: string[] = [];
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) judged.push(await judge(id, silence));
    expect(judged).toEqual(['bad', 'bad', 'bad', 'bad', 'unknown', 'unknown']);
    expect(watched.cutOff()).toEqual({ since: 1_000, servers: ['a', 'b', 'c', 'd', 'e', 'f'] });
    expect(await judge('g', answer)).toBe('good');
    expect(watched.cutOff()).toBeUndefined();
    expect(await judge('a', silence)).toBe('bad');
  });
});

test.each([
  [1, 8],
  [1, 40],
  [2, 8],
  [20, 20],
])('INFRA-11 while %i answer, %i that lost their power together are down', async (alive, dead) => {
  const { judge } = network('heard');
  const ids = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`);
  // The checks alternate, because they are spread over the interval.
  const order = [...ids('alive', alive), ...ids('dead', dead)].toSorted((a, b) =>
    a.slice(-2).localeCompare(b.slice(-2)),
  );
  const bad = new Map<string, number>();
  for (let round = 0; round < 8; round += 1)
    for (const id of order) {
      await vi.advanceTimersByTimeAsync(60_000 / order.length);
      const isDown = round > 2 && id.startsWith('dead');
      if ((await judge(id, isDown ? silence : answer)) === 'bad') bad.set(id, (bad.get(id) ?? 0) + 1);
    }
  // The first failure of each may count as a network failure. The next three must count.
  expect(ids('dead', dead).filter((id) => (bad.get(id) ?? 0) < 3)).toEqual([]);
  expect(bad.size).toBe(dead);
});

test('INFRA-11 five that fall silent together, and with them all that are due, are the line', async () => {
  const { judge, watched } = network('heard');
  for (let round = 0; round < 3; round += 1) {
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await judge(id, answer);
    await vi.advanceTimersByTimeAsync(60_000);
  }
  await judge('once an hour', answer);
  await vi.advanceTimersByTimeAsync(3_600_000);
  await judge('once an hour', answer);
  for (let round = 0; round < 3; round += 1) {
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await judge(id, answer);
    await vi.advanceTimersByTimeAsync(60_000);
  }
  const fell = Date.now();
  const seen = [];
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) seen.push(await judge(id, silence));
  expect(seen).toEqual(['bad', 'bad', 'bad', 'bad', 'bad', 'unknown']);
  expect(watched.cutOff()).toMatchObject({ since: fell });
});

test('INFRA-11 one server that is silent again and again is down', async () => {
  const { judge } = network();
  for (let round = 0; round < 20; round += 1) {
    expect(await judge('a', silence)).toBe('bad');
    vi.advanceTimersByTime(1_000);
  }
});

describe('INFRA-11 a checker behind a gateway that answers nobody', () => {
  const minute = () => vi.advanceTimersByTimeAsync(60_000);

  test('knows that it is cut off once the gateway is not there at all, also right after a start', async () => {
    const { judge, watched } = network('gone');
    for (let round = 0; round < 20; round += 1) expect(await judge('a', silence)).toBe('unknown');
    expect(watched.cutOff()?.servers).toEqual(['a']);
  });

  test('takes back what it counted while the kernel still took the gateway for there, and no more', async () => {
    const { nearby, judge, watched } = network('silent');
    for (let round = 0; round < 5; round += 1) {
      expect(await judge('a', silence)).toBe('bad');
      await minute();
    }
    const cut = Date.now();
    expect(await judge('a', silence)).toBe('bad');
    await vi.advanceTimersByTimeAsync(30_000);
    nearby.now = 'gone';
    expect(await judge('a', silence)).toBe('unknown');
    expect(watched.cutOff()).toEqual({ since: cut - 60_000, servers: ['a'] });
    await minute();
    nearby.now = 'silent';
    expect(await judge('a', silence)).toBe('bad');
    expect(watched.cutOff()).toBeUndefined();
  });

  test('takes a gateway that is not there for no proof while other servers answer', async () => {
    const { judge } = network('gone');
    for (let round = 0; round < 4; round += 1) {
      await judge('a', silence);
      await vi.advanceTimersByTimeAsync(1_000);
      await judge('b', answer);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(await judge('a', silence)).toBe('bad');
  });

  test.each<NeighbourState>(['silent', 'none'])(
    'knows that it is cut off when all servers that answered fall silent and the neighbours are %s',
    async (now) => {
      const { judge, watched } = network(now);
      await judge('down before', silence);
      for (const id of ['a', 'b', 'c']) await judge(id, answer);
      const fell = Date.now();
      const seen: string[] = [];
      for (const id of ['a', 'b', 'down before', 'c']) {
        seen.push(await judge(id, silence));
        await minute();
      }
      expect(seen).toEqual(['bad', 'bad', 'bad', 'unknown']);
      expect(watched.cutOff()).toMatchObject({ since: fell });
      for (let round = 0; round < 120; round += 1) {
        await minute();
        expect(await judge('b', silence)).toBe('unknown');
      }
      await judge('a', answer);
      expect(await judge('b', silence)).toBe('bad');
    },
  );

  test('tells one server that dies from the line: others answer, or it is the only one, or the gateway speaks', async () => {
    const { nearby, judge } = network('silent');
    for (const id of ['a', 'b']) await judge(id, answer);
    for (let round = 0; round < 5; round += 1) {
      expect(await judge('a', silence)).toBe('bad');
      await minute();
      expect(await judge('b', answer)).toBe('good');
      await minute();
    }
    // Only this server failed now. The other one was down before.
    expect(await judge('a', silence)).toBe('bad');
    expect(await judge('b', silence)).toBe('bad');
    for (const id of ['a', 'b']) await judge(id, answer);
    nearby.now = 'heard';
    for (const id of ['a', 'b', 'a', 'b']) expect(await judge(id, silence)).toBe('bad');
  });

  test('does not wait for a server that is looked at no more', async () => {
    const { judge } = network('silent');
    await judge('gone from the list', answer);
    for (let round = 0; round < 70; round += 1) {
      await minute();
      for (const id of ['a', 'b']) await judge(id, answer);
    }
    expect(await judge('a', silence)).toBe('bad');
    expect(await judge('b', silence)).toBe('unknown');
  });
});
