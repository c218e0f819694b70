import { afterAll, beforeAll, expect, test } from 'vitest';
import { administration } from '../../contract/calls/administration.ts';
import type { AccountEvent } from '../../contract/calls/user.ts';
import { accountEvents } from '../../test/account-events.ts';
import { startAccountStory, type AccountStory } from '../../test/account-story.ts';
import { readSourceFiles } from '../../test/house-files.ts';
import { ownAccountEvents } from '../../test/own-account-events.ts';

let at: AccountStory;
beforeAll(async () => void (at = await startAccountStory()));
afterAll(() => at.stop());

const EVENTS = [...accountEvents, ...ownAccountEvents];

const newest = async (action: string) =>
  (await at.admin.call(administration.audit, { query: { action, limit: 1 } }))[0];

test.each(EVENTS)('API-05 %s: %s is in the audit log', async (_, action, happen) => {
  const before = await newest(action);
  const expected = await happen(at);
  const entry = await newest(action);
  expect(entry?.id).not.toBe(before?.id);
  expect(entry).toMatchObject({ kind: 'account', ...expected });
});

test('API-05 every audit event of accounts is tested here', () => {
  const written = readSourceFiles()
    .filter(({ path }) => /^server\/(accounts|settings)\//.test(path) && !path.includes('.test.'))
    .flatMap(({ text }) => text.match(/(?<=')(account|session|token)\.[a-z-]+(?=')/g) ?? []);
  const moves = Object.keys({
    verify: true,
    approve: true,
    reject: true,
    deactivate: true,
    reactivate: true,
  } satisfies Record<AccountEvent, true>).map((event) => `account.${event}`);
  // These need many attempts from one network, a directory or a policy: see throttling.test.ts, google/directory.test.ts,
  // policy/policy.test.ts and administration/access.test.ts.
  const elsewhere = [
    'session.spray',
    'account.directory-unknown',
    'account.role-kept',
    'account.policy',
    'account.end-access',
  ];
  const here = new Set([...EVENTS.map(([, action]) => action), ...elsewhere]);
  expect(written.length).toBeGreaterThan(20);
  expect([...written, ...moves].filter((action) => !here.has(action))).toEqual([]);
});
