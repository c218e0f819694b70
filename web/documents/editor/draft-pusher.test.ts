import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newFields } from './document-fields.ts';
import { draftPusher } from './draft-pusher.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const typed = (content: string) => ({
  version: 1,
  changeLog: '',
  fields: { ...newFields('knowledge-base'), content },
});

function started(push: (content: string) => Promise<string>) {
  const said: string[] = [];
  const server = {
    push: ({ fields }: ReturnType<typeof typed>) => {
      said.push(fields.content);
      return push(fields.content);
    },
    remove: async (savedAt: string) => void said.push(`removed ${savedAt}`),
  };
  const pushed: (string | undefined)[] = [];
  const pusher = draftPusher(server, undefined);
  pusher.listen(() => pushed.push(pusher.pushedAt()));
  return { said, pushed, pusher };
}

test('ED-10 typing goes to the server within 3 seconds, also while it goes on, and once each', async () => {
  const { said, pushed, pusher } = started(async (content) => `kept ${content}`);
  for (let second = 1; second <= 11; second++) {
    pusher.note(() => typed(String(second)));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await vi.advanceTimersByTimeAsync(20_000);
  expect(said).toEqual(['3', '6', '9', '11']);
  expect(pushed.at(-1)).toBe('kept 11');
  expect(pusher.pushedAt()).toBe('kept 11');
});

test('ED-10 what could not be sent is sent later', async () => {
  let isAway = true;
  const { said, pusher } = started(async () => {
    if (isAway) throw new Error('away');
    return 'kept';
  });
  pusher.note(() => typed('a'));
  await vi.advanceTimersByTimeAsync(11_000);
  isAway = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(said).toEqual(['a', 'a', 'a', 'a', 'a']);
  expect(pusher.pushedAt()).toBe('kept');
});

test('ED-10 a copy that is on its way is removed behind its arrival, and nothing follows', async () => {
  let arrive: (at: string) => void = () => undefined;
  const { said, pushed, pusher } = started(() => new Promise((resolve) => (arrive = resolve)));
  pusher.note(() => typed('a'));
  await vi.advanceTimersByTimeAsync(5_000);
  pusher.drop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(said).toEqual(['a']);
  arrive('kept');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(said).toEqual(['a', 'removed kept']);
  expect(pushed).toEqual([]);
});
