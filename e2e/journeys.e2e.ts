import { expect } from '@playwright/test';
import { JOURNEYS } from './journeys/all-journeys.ts';
import { Person } from './journeys/person.ts';
import { test } from './signed-in.ts';

test.use({ product: 'own' });

/** `npm run bench -- journeys` measures the same ways. */

for (const { name, goal = {}, run } of JOURNEYS)
  test(`SHELL-11 ${name}`, async ({ browser, hub, cookie }) => {
    const person = await Person.arrive({ browser, hub, cookie, sources: '.' });
    try {
      await run(person);
      const { keys, moves } = person.figures();
      expect(keys, 'keys').toBeLessThanOrEqual(goal.keys ?? Infinity);
      expect(moves, 'keys and clicks beyond typing').toBeLessThanOrEqual(goal.moves ?? Infinity);
    } finally {
      await person.leave();
    }
  });
