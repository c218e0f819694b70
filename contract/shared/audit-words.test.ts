import { expect, test } from 'vitest';
import { auditWords } from './audit-words.ts';

test('API-05 an action has words, and one that is recorded no more keeps its name', () => {
  expect(auditWords('server.check')).toBe('ran a health check');
  expect(auditWords('server.repaint')).toBe('server.repaint');
});
