import { expect, test } from 'vitest';
import { enhancedDocument } from './article.ts';
import { aside } from './worker.ts';

const HARD = '{\n'.repeat(50_000);

test('threat 74 a hostile text is parsed in a thread and blocks nobody else', async () => {
  let answered = 0;
  let isRead = false;
  const reading = aside('enhancedDocument', HARD.length, ['', HARD, []]).finally(() => (isRead = true));
  while (!isRead) {
    // oxlint-disable-next-line no-await-in-loop -- Counts the turns of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 1));
    answered += 1;
  }
  expect(answered).toBeGreaterThan(10);
  expect(await reading).toEqual(enhancedDocument('', HARD, []));
}, 30_000);

test('AC-02 long and short texts give the same result', async () => {
  const short = 'Restart it:\n\nsystemctl restart cups\n';
  expect(await aside('articleFrom', short.length, [short, ['cups']])).toEqual(
    await aside('articleFrom', 5_000, [short, ['cups']]),
  );
});
