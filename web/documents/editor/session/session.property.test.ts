import { expect, test } from 'vitest';
import { EditorWorld, OUTCOMES } from '../../../../test/editor-world.ts';
import { fc } from '../../../../test/properties.ts';

/** Possible events. The number selects among the available items. */
const COMMANDS: Record<string, (world: EditorWorld, n: number) => void> = {
  type: (world, n) => world.type(n, n % 2 === 0),
  takeBack: (world, n) => world.takeBack(n),
  title: (world, n) => world.dispatch({ type: 'changed', part: { title: n % 3 === 0 ? '' : `Title ${n}` } }),
  note: (world) => world.note(),
  save: (world) => world.press('save-pressed'),
  succeed: (world, n) => world.answer(n, 'ok'),
  answer: (world, n) => world.answer(n, OUTCOMES[n % OUTCOMES.length] ?? 'ok'),
  due: (world, n) => world.due(n),
  otherSaves: (world, n) => world.server.addToLine(world.address, n),
  otherDeletes: (world) => world.server.setDeleted(world.address, true),
  read: (world) => world.read(),
  choose: (world) => world.choose(),
  closeDialog: (world) => world.dispatch({ type: 'dialog-closed' }),
  restore: (world) => world.press('restore-pressed'),
  saveAsNew: (world) => world.press('save-as-new-pressed'),
  hide: (world) => world.dispatch({ type: 'hidden' }),
  fillStore: (world, n) => void (world.isStoreFull = n % 2 === 0),
  otherTab: (world) => world.loseDraft(),
  lateAnswer: (world, n) => world.answerLate(`late ${n}`),
  setAutoSave: (world, n) => world.dispatch({ type: 'auto-save-set', isOn: n % 3 > 0 }),
  reopen: (world, n) => world.reopen(n % 2 === 0),
};
const OFTEN = ['type', 'type', 'type', 'save', 'save', 'succeed', 'succeed', 'succeed', 'due', 'due'];

test('ED-10 no random session loses typed text, saves twice, or ends in a state without an exit', () => {
  const reached = new Set<string>();
  const command = fc.tuple(fc.constantFrom(...OFTEN, ...Object.keys(COMMANDS)), fc.nat(20));
  const run = fc.array(command, { maxLength: 60, size: 'max' });
  fc.assert(
    fc.property(fc.boolean(), run, (isNew, commands) => {
      const world = new EditorWorld(isNew);
      for (const [name, n] of commands) {
        COMMANDS[name]?.(world, n);
        world.check();
        const { save, draft, copy } = world.session;
        for (const { state } of [save, draft, copy]) reached.add(state);
      }
      world.comeToRest();
    }),
    { numRuns: 1_000 },
  );
  // The runs must reach every state.
  for (const state of [
    'choosing',
    'gone',
    'idle',
    'reading-origin',
    'removing',
    'sending',
    'undeleting',
    'waiting',
  ])
    expect(reached).toContain(state);
});
