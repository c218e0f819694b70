import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Document } from '../../../../contract/calls/documents.ts';
import { documentFields, newFields } from './document-fields.ts';
import { newSession } from './session.ts';
import { sessionStore } from './session-store.ts';
import { isUnsaved, type Sent, type Task } from './state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const stored: Document = {
  id: 'd1',
  version: 1,
  ...newFields('knowledge-base'),
  title: 'Fail over',
  content: 'a',
  authorId: 'u1',
  authorName: 'Ann',
  lastUpdatedBy: null,
  lastUpdatedByName: null,
  readers: null,
  createdAt: '2026-11-20T03:07:00.000Z',
  updatedAt: '2026-11-20T03:07:00.000Z',
};

/** An open editor session, and all effects that it requests. */
function opened({ isNew = false } = {}) {
  const document = isNew ? undefined : stored;
  const saved = document ? documentFields(document) : newFields('knowledge-base');
  const seed = '0123456789abcdef01234567';
  const store = sessionStore(newSession({ document, saved, restored: undefined, autoSave: true, seed }));
  const tasks: Task[] = [];
  store.performWith((task) => void tasks.push(task));
  store.dispatch({ type: 'opened' });
  const write = (content: string) => store.dispatch({ type: 'typed', read: () => content });
  const sent = (): Sent[] => tasks.flatMap((task) => (task.type === 'save' ? [task.sent] : []));
  const save = (): Sent => {
    store.dispatch({ type: 'save-pressed' });
    const last = sent().at(-1);
    if (!last) throw new Error('Nothing was sent');
    return last;
  };
  return { store, tasks, write, sent, save };
}

describe('the copy on the server', () => {
  function started(push: (content: string) => Promise<string>) {
    const editor = opened();
    const said: string[] = [];
    const pushed: (string | undefined)[] = [];
    editor.store.performWith((task, dispatch) => {
      if (task.type === 'keep' && task.pushedAt) pushed.push(task.pushedAt);
      if (task.type === 'remove-copy') said.push(`removed ${task.at}`);
      if (task.type !== 'push') return;
      said.push(task.typed.fields.content);
      push(task.typed.fields.content).then(
        (at) => dispatch({ type: 'pushed', at }),
        () => dispatch({ type: 'not-pushed', isRetried: true }),
      );
    });
    return { ...editor, said, pushed, pushedAt: () => editor.store.now().copy.pushed?.at };
  }

  test('ED-10 sends typed text to the server within 3 seconds, also during typing, and each text once', async () => {
    const { said, pushed, pushedAt, write } = started(async (content) => `kept ${content}`);
    for (let second = 1; second <= 11; second++) {
      write(String(second));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    await vi.advanceTimersByTimeAsync(20_000);
    expect(said).toEqual(['3', '6', '9', '11']);
    expect(pushed.at(-1)).toBe('kept 11');
    expect(pushedAt()).toBe('kept 11');
  });

  test('ED-10 sends later what could not be sent', async () => {
    let isAway = true;
    const { said, pushedAt, write } = started(async () => {
      if (isAway) throw new Error('away');
      return 'kept';
    });
    write('x');
    await vi.advanceTimersByTimeAsync(11_000);
    isAway = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(said).toEqual(['x', 'x', 'x', 'x', 'x']);
    expect(pushedAt()).toBe('kept');
  });

  test('ED-10 removes a copy after its request arrived, and sends nothing more', async () => {
    let arrive: (at: string) => void = () => undefined;
    const { said, pushed, store, write } = started(() => new Promise((resolve) => (arrive = resolve)));
    write('x');
    await vi.advanceTimersByTimeAsync(5_000);
    store.dispatch({ type: 'discarded' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(said).toEqual(['x']);
    arrive('kept');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(said).toEqual(['x', 'removed kept']);
    expect(pushed).toEqual([]);
  });
});

test('ED-10 stores typed text in the browser twice a second, and renders it after a pause', async () => {
  const { store, tasks, write } = opened();
  for (let n = 1; n <= 20; n++) {
    write('x'.repeat(n));
    await vi.advanceTimersByTimeAsync(100);
  }
  const kept = tasks.flatMap((task) => (task.type === 'keep' ? [task.typed.fields.content.length] : []));
  expect(kept).toEqual([5, 10, 15, 20]);
  expect(store.glance().shown.content).toBe('a');
  await vi.advanceTimersByTimeAsync(250);
  expect(store.glance().shown.content).toBe('x'.repeat(20));
});

test('API-07 ED-10 repeated requests with one content have one key, and changed content another', () => {
  const { store, write, save } = opened();
  const lose = ({ key }: Sent) => store.dispatch({ type: 'save-lost', key, isAway: false });
  write('b');
  store.dispatch({ type: 'noted', changeLog: 'Why' });
  const first = save();
  expect(first.key).toMatch(/^[0-9a-f]{32}$/);
  lose(first);
  const again = save();
  expect(again.key).toBe(first.key);
  lose(again);
  const keys = [first.key];
  for (const change of [() => write('c'), () => store.dispatch({ type: 'noted', changeLog: 'Because' })]) {
    change();
    const next = save();
    expect(keys).not.toContain(next.key);
    keys.push(next.key);
    lose(next);
  }
});

test('ED-10 recognises the stored document as the sent one, although the server normalised it', () => {
  const empty = { excerpt: null, technology: null, domain: null, category: null };
  const tidied = { ...stored, ...empty, version: 2, content: 'a\r\nb', tags: ['db'] };
  const conflictWith = (theirs: Document) => {
    const { store, save } = opened();
    store.dispatch({
      type: 'changed',
      part: { title: ' Fail over ', content: 'a\nb', tags: ['db', 'db'] },
    });
    store.dispatch({ type: 'save-conflicted', key: save().key, theirs });
    return { isDone: !isUnsaved(store.now()), version: store.now().base.version };
  };
  expect(conflictWith(tidied)).toEqual({ isDone: true, version: 2 });
  expect(conflictWith({ ...tidied, category: 'DNS' }).isDone).toBe(false);
  expect(conflictWith({ ...tidied, content: 'a\nB' }).isDone).toBe(false);
});

test('ED-10 sends a save once, however often the key is pressed, and text typed meanwhile stays a draft', () => {
  const { store, tasks, write, sent, save } = opened();
  write('b');
  const { key } = save();
  save();
  write('b and more');
  expect(sent()).toHaveLength(1);
  store.dispatch({ type: 'noted', changeLog: 'Typed during the save' });
  store.dispatch({ type: 'saved', key, stored: { ...stored, version: 2, content: 'b' } });
  expect(store.now()).toMatchObject({
    base: { version: 2 },
    fields: { content: 'b and more' },
    changeLog: 'Typed during the save',
  });
  // The draft is stored at once, so that a crash of the browser does not lose it.
  expect(tasks.at(-1)).toMatchObject({
    type: 'keep',
    typed: { version: 2, fields: { content: 'b and more' } },
  });
});

test('ED-10 a new document whose response was lost is not created again after a refused save', () => {
  const { store, write, sent, save } = opened({ isNew: true });
  store.dispatch({ type: 'changed', part: { title: 'New' } });
  write('first');
  const first = save();
  store.dispatch({ type: 'save-lost', key: first.key, isAway: false });
  write('first, second');
  store.dispatch({ type: 'save-barred', key: save().key, isSignedOut: false });
  expect(save()).toBe(first);
  store.dispatch({ type: 'saved', key: first.key, stored: { ...stored, title: 'New', content: 'first' } });
  expect(sent().at(-1)).toMatchObject({ id: 'd1', version: 1, fields: { content: 'first, second' } });
});

test('ED-10 follows a newer version while nothing is typed, also after typed text was removed', () => {
  const { store, write } = opened();
  const newer = (version: number) => ({ ...stored, version, content: `version ${version}` });
  store.dispatch({ type: 'read', document: newer(2) });
  expect(store.now().shown.content).toBe('version 2');
  write('mine');
  store.dispatch({ type: 'read', document: newer(3) });
  expect(store.now()).toMatchObject({ base: { version: 2 }, fields: { content: 'mine' } });
  store.dispatch({ type: 'changed', part: { content: 'version 2' } });
  expect(store.now()).toMatchObject({ base: { version: 3 }, shown: { content: 'version 3' } });
});

test('ED-10 announces an editor repeatedly until it closes, and when somebody joins', async () => {
  const { store, tasks } = opened();
  const announcements = () => tasks.flatMap((task) => (task.type === 'publish' ? [task.isEditing] : []));
  store.dispatch({ type: 'editing-began' });
  await vi.advanceTimersByTimeAsync(25_000);
  expect(announcements()).toEqual([true, true, true]);
  store.dispatch({ type: 'others-counted', count: 1 });
  store.dispatch({ type: 'others-counted', count: 0 });
  store.dispatch({ type: 'editing-ended' });
  await vi.advanceTimersByTimeAsync(25_000);
  expect(announcements()).toEqual([true, true, true, true, false]);
});

test('ED-10 a save that does not reach the server is repeated by itself, and its author hears of it once', async () => {
  const { store, write, save, sent, tasks } = opened();
  const lose = (key: string) => store.dispatch({ type: 'save-lost', key, isAway: true });
  write('b');
  lose(save().key);
  for (let round = 2; round <= 4; round += 1) {
    await vi.advanceTimersByTimeAsync(15_000);
    expect(sent()).toHaveLength(round);
    lose(sent().at(-1)?.key ?? '');
  }
  expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
  expect(tasks.filter((task) => task.type === 'tell')).toEqual([{ type: 'tell', what: 'away' }]);
  await vi.advanceTimersByTimeAsync(15_000);
  const saved = { ...stored, content: 'b', version: 2 };
  store.dispatch({ type: 'saved', key: sent().at(-1)?.key ?? '', stored: saved });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent()).toHaveLength(5);
  expect(isUnsaved(store.now())).toBe(false);
});

test('ED-10 a save that the end of the session refused is sent again after sign-in, and no other one', () => {
  const { store, write, save, sent } = opened();
  store.dispatch({ type: 'signed-in-again' });
  write('b');
  store.dispatch({ type: 'signed-in-again' });
  expect(sent()).toHaveLength(0);
  store.dispatch({ type: 'save-barred', key: save().key, isSignedOut: true });
  store.dispatch({ type: 'signed-in-again' });
  expect(sent()).toHaveLength(2);
});
