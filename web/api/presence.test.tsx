import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updatePresence, useEditors } from './presence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const announce = (editing: boolean, userId = 'u1', name = 'Ann') =>
  updatePresence({ type: 'presence', documentId: 'd1', userId, name, editing });
const Names = () => useEditors('d1').map(({ name }) => `${name};`);
const names = () =>
  renderToStaticMarkup(<Names />)
    .split(';')
    .slice(0, -1);

test('ED-10 an editor disappears 30 seconds after the last message, and nobody else does', async () => {
  announce(true);
  await vi.advanceTimersByTimeAsync(20_000);
  announce(true);
  announce(true, 'u2', 'Bea');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(names()).toEqual(['Ann', 'Bea']);
  announce(true, 'u2', 'Bea');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(names()).toEqual(['Bea']);
  announce(false, 'u2', 'Bea');
  expect(names()).toEqual([]);
});
