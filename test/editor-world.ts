import { equal, ok } from 'node:assert/strict';
import {
  areEqual,
  type Fields,
  documentFields,
  newFields,
} from '../web/documents/editor/session/document-fields.ts';
import type { Draft } from '../web/documents/editor/session/drafts.ts';
import { resolved } from '../web/documents/editor/session/merge.ts';
import { newSession, step } from '../web/documents/editor/session/session.ts';
import {
  type Effect,
  isUnsaved,
  type Session,
  type SessionEvent,
  type Timer,
} from '../web/documents/editor/session/state.ts';
import { EditorServer, type Request } from './editor-server.ts';

/**
 * How a request ends. `lost`: the server receives it, and the response is lost. `barred`: the session has ended. `refused`:
 * the content is invalid.
 */
type Outcome = 'ok' | 'away' | 'lost' | 'barred' | 'refused';
export const OUTCOMES: Outcome[] = ['ok', 'away', 'lost', 'barred', 'refused'];

const words = (text: string): string[] => text.match(/w\d+\./g) ?? [];

/** A simple model of a server and a browser with one editor, and all that was typed in it. */
export class EditorWorld {
  server = new EditorServer();
  store = new Map<string, Draft>();
  isStoreFull = false;
  address: string | undefined;
  session: Session;
  timers = new Set<Timer>();
  requests: Request[] = [];
  /** Words that were typed and not removed by the writer, and those of them that must survive a crash. */
  live = new Set<string>();
  safe = new Set<string>();
  /** Words that were stored before a draft of an older version was restored. A merge must bring them back. */
  before = new Set<string>();
  count = {
    words: 0,
    presses: 0,
    mayCreate: 1,
    lostRemovals: 0,
    sessions: 0,
  };

  constructor(isNew: boolean) {
    if (!isNew) {
      this.address = this.server.create(TEXT, 'other', '').id;
    }
    this.session = this.open(undefined);
  }

  open(restored: Draft | undefined): Session {
    const document = this.server.latest(this.address);
    const saved = document ? documentFields(document) : newFields('knowledge-base');
    const seed = String(++this.count.sessions).padStart(24, '0');
    this.session = newSession({ document, saved, restored, autoSave: true, seed });
    this.timers.clear();
    this.requests = [];
    this.dispatch({ type: 'opened' });
    this.dispatch({ type: 'editing-began' });
    return this.session;
  }

  dispatch(event: SessionEvent): void {
    const [next, effects] = step(this.session, event);
    this.session = next;
    for (const effect of effects) this.perform(effect);
  }

  perform(effect: Effect): void {
    switch (effect.type) {
      case 'wait':
        return void this.timers.add(effect.timer);
      case 'stop':
        return void this.timers.delete(effect.timer);
      case 'keep':
        if (this.isStoreFull) return this.dispatch({ type: 'not-kept' });
        this.store.set(String(effect.id), {
          ...effect.typed,
          savedAt: this.server.now(),
          ...(effect.pushedAt && { pushedAt: effect.pushedAt }),
        });
        return this.dispatch({ type: 'kept', at: this.server.now() });
      case 'drop':
        return void this.store.delete(String(effect.id));
      case 'adopt':
        if (effect.isNew) this.address = effect.stored.id;
        return undefined;
      case 'publish':
      case 'tell':
        return undefined;
      case 'save':
      case 'read-origin':
      case 'undelete':
      case 'push':
      case 'remove-copy':
        return void this.requests.push(effect);
    }
  }

  failed(request: Request, outcome: Outcome): SessionEvent {
    switch (request.type) {
      case 'save': {
        const { key } = request.sent;
        if (outcome === 'barred') return { type: 'save-barred', key, isSignedOut: false };
        // Stored words are never refused later.
        const isRefused = outcome === 'refused' && !this.server.answers.has(key);
        return isRefused
          ? { type: 'save-refused', key, errors: { tags: 'Wrong' } }
          : { type: 'save-lost', key, isAway: this.count.presses % 2 === 0 };
      }
      case 'read-origin':
        return { type: 'origin-read', origin: undefined };
      case 'undelete':
        return { type: 'undelete-failed' };
      case 'push':
        return { type: 'not-pushed', isRetried: true };
      case 'remove-copy':
        this.count.lostRemovals += 1;
        return { type: 'copy-removed' };
    }
  }

  answer(index: number, outcome: Outcome): void {
    if (this.requests.length === 0) return;
    const [request] = this.requests.splice(index % this.requests.length, 1);
    if (!request) return;
    const answer = outcome === 'ok' || outcome === 'lost' ? this.server.serve(request) : undefined;
    if (request.type === 'push' && outcome === 'lost') this.count.lostRemovals += 1;
    this.dispatch(outcome === 'ok' && answer ? answer : this.failed(request, outcome));
  }

  /** The text on the screen. The field in which somebody types may be ahead of `fields`. */
  onScreen(): Fields {
    const { fields, typed } = this.session;
    return typed ? { ...fields, content: typed() } : fields;
  }

  type(line: number, isSlow: boolean): void {
    const lines = this.onScreen().content.split('\n');
    const word = `w${++this.count.words}.`;
    lines[line % lines.length] += ` ${word}`;
    const content = lines.join('\n');
    this.live.add(word);
    this.dispatch(isSlow ? { type: 'changed', part: { content } } : { type: 'typed', read: () => content });
  }

  takeBack(index: number): void {
    const content = this.onScreen().content;
    const word = words(content)[index % Math.max(1, words(content).length)];
    if (!word || !this.live.has(word)) return;
    this.live.delete(word);
    for (const set of [this.safe, this.before]) set.delete(word);
    this.dispatch({ type: 'changed', part: { content: content.replaceAll(` ${word}`, '') } });
  }

  note(): void {
    const word = `w${++this.count.words}.`;
    this.live.add(word);
    this.dispatch({ type: 'noted', changeLog: `${this.session.changeLog} ${word}` });
  }

  /** Another tab discards the draft of this one. */
  loseDraft(): void {
    this.store.delete(String(this.session.base.id));
    if (this.isStoreFull) this.safe.clear();
    this.dispatch({ type: 'draft-lost' });
  }

  answerLate(key: string): void {
    const theirs = this.server.latest(this.address);
    if (theirs) this.dispatch({ type: 'save-conflicted', key, theirs });
    if (theirs) this.dispatch({ type: 'saved', key, stored: theirs });
    this.dispatch({ type: 'save-lost', key, isAway: false });
  }

  read(): void {
    const document = this.server.documents.get(this.session.base.id ?? '');
    const last = document?.versions.at(-1);
    if (last && !document?.isDeleted) this.dispatch({ type: 'read', document: last });
  }

  press(type: 'save-pressed' | 'restore-pressed' | 'save-as-new-pressed'): void {
    if (type === 'save-as-new-pressed' && this.session.save.state === 'gone') this.count.mayCreate += 1;
    this.count.presses += 1;
    this.dispatch({ type });
  }

  choose(): void {
    const { save } = this.session;
    if (save.state !== 'choosing') return;
    const fields = resolved(
      save.merge,
      save.merge.conflicts.map(() => 'both' as const),
    );
    this.dispatch({ type: 'merge-chosen', fields });
  }

  due(index: number): void {
    const timer = [...this.timers][index % Math.max(1, this.timers.size)];
    if (!timer) return;
    this.timers.delete(timer);
    this.dispatch({ type: 'due', timer });
  }

  /** The browser crashes, or the tab is closed. A new tab restores the stored draft. */
  reopen(isOrderly: boolean): void {
    if (isOrderly) {
      this.dispatch({ type: 'hidden' });
      this.dispatch({ type: 'editing-ended' });
      this.dispatch({ type: 'closed' });
      equal(this.timers.size, 0, 'nothing waits after closing');
      if (!this.isStoreFull) this.safe = new Set(this.live);
    }
    this.server.setDeleted(this.address, false);
    const place = String(this.address);
    const kept = this.store.get(place);
    this.store.delete(place);
    this.count.mayCreate += 1;
    // The stored draft may not yet say that the server has a copy too.
    this.count.lostRemovals += 1;
    this.open(kept);
    const found = new Set([...this.onScreenAndInNotes(), ...this.stored()]);
    for (const word of this.safe) ok(found.has(word), `a crash costs ${word}, which was kept`);
    const text = new Set(this.onScreenAndInNotes());
    this.live = new Set([...this.live].filter((word) => text.has(word)));
    for (const word of this.safe) if (!text.has(word)) this.before.add(word);
    this.safe.clear();
  }

  onScreenAndInNotes = (): string[] =>
    [this.onScreen().content, this.session.changeLog].flatMap(words).concat(this.notes());

  /** Words in the change notes of stored versions. */
  notes = (): string[] =>
    [...this.server.documents.values()].flatMap(({ versions }) =>
      versions.flatMap(({ changeLog }) => words(changeLog)),
    );

  stored = (): string[] =>
    words(this.server.latest(this.session.base.id)?.content ?? '').concat(this.notes());

  check(): void {
    const { session, timers, requests, store } = this;
    const { save, draft, copy, base } = session;
    const text = new Set(this.onScreenAndInNotes());
    for (const word of this.live) ok(text.has(word), `${word} was typed and is not on the screen`);
    // Every waiting state has one request or timer that ends it.
    const kinds = requests.map(({ type }) => type);
    const isOne = (type: Request['type'], isExpected: boolean) =>
      equal(
        kinds.filter((kind) => kind === type).length,
        Number(isExpected),
        `${type} in ${save.state}, ${copy.state}`,
      );
    isOne('save', save.state === 'sending');
    isOne('read-origin', save.state === 'reading-origin');
    isOne('push', copy.state === 'sending');
    isOne('remove-copy', copy.state === 'removing');
    isOne('undelete', save.state === 'undeleting');
    equal(timers.has('keep'), draft.state === 'waiting', 'keep timer');
    equal(timers.has('push'), copy.state === 'waiting', 'push timer');
    if (session.typed) ok(timers.has('pause'), 'pause timer');
    ok(this.server.stored <= this.count.presses, 'a save is stored twice');
    ok(this.server.created <= this.count.mayCreate, 'a document is created twice');
    // While no timer runs, the browser's store holds everything that is unsaved.
    if (draft.state !== 'resting' || draft.note === 'failed') return;
    this.safe = new Set(this.live);
    if (!isUnsaved(session)) return;
    const kept = store.get(String(base.id));
    const isKept = kept && areEqual(kept.fields, session.fields) && kept.changeLog === session.changeLog;
    ok(isKept, 'the draft in the browser is what is unsaved');
  }

  /** Answers every request from here on. The writer must get everything saved from any state. */
  comeToRest(): void {
    const isBusy = () => this.requests.length > 0 || this.timers.has('keep') || this.timers.has('push');
    const settle = () => {
      for (let round = 0; round < 60 && (isBusy() || this.session.save.state !== 'idle'); round++) {
        while (this.requests.length > 0) this.answer(0, 'ok');
        for (const timer of ['keep', 'push'] as const) {
          if (!this.timers.delete(timer)) continue;
          this.dispatch({ type: 'due', timer });
        }
        if (this.session.save.state === 'choosing') this.choose();
        if (this.session.save.state === 'gone') this.press('save-as-new-pressed');
      }
    };
    this.isStoreFull = false;
    settle();
    equal(this.session.save.state, 'idle');
    this.dispatch({ type: 'changed', part: { title: 'Title' } });
    if (this.onScreen().content.trim() === '') this.type(0, true);
    this.press('save-pressed');
    settle();
    this.check();
    equal(this.session.save.state, 'idle');
    ok(!isUnsaved(this.session), 'everything is saved in the end');
    const stored = new Set(this.stored());
    for (const word of [...this.live, ...this.before]) ok(stored.has(word), `${word} is not stored`);
    equal(this.store.get(String(this.session.base.id)), undefined);
    if (this.count.lostRemovals === 0) equal(this.server.copies.get(String(this.session.base.id)), undefined);
  }
}

const TEXT: Fields = { ...newFields('knowledge-base'), title: 'Title', content: 'one\n\ntwo\n\nthree' };
