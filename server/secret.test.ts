import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTemporaryFolder } from '../test/embedded-fixture.ts';
import { keysOf } from './secret.ts';

const given = (SESSION_SECRET: string) => keysOf({ SESSION_SECRET, DATA_DIR: '/nowhere' });
const [ours, theirs] = [given('a'.repeat(32)), given('b'.repeat(32))];

test('AUTH-24 opens sealed data only with the same secret, purpose and owner', () => {
  const sealed = ours.seal('totp', 'ann', 'JBSWY3DPEHPK3PXP');
  expect(sealed).not.toContain('JBSW');
  expect(ours.seal('totp', 'ann', 'JBSWY3DPEHPK3PXP')).not.toBe(sealed);
  expect(ours.open('totp', 'ann', sealed)).toBe('JBSWY3DPEHPK3PXP');
  expect(() => theirs.open('totp', 'ann', sealed)).toThrow(/unable to authenticate data|Unsupported state/);
  expect(() => ours.open('other', 'ann', sealed)).toThrow(/unable to authenticate data|Unsupported state/);
  expect(() => ours.open('totp', 'bob', sealed)).toThrow(/unable to authenticate data|Unsupported state/);
  expect(() => ours.open('totp', 'ann', `A${sealed}`)).toThrow(
    /unable to authenticate data|Unsupported state/,
  );
});

test('AUTH-24 digests differ by secret and purpose', () => {
  const marks = [ours.mark('a', 'x'), ours.mark('b', 'x'), theirs.mark('a', 'x'), ours.mark('a', 'y')];
  expect(new Set(marks).size).toBe(marks.length);
  expect(ours.mark('a', 'x')).toBe(marks[0]);
});

test('AUTH-24 without SESSION_SECRET one is created once, readable only by its account', async () => {
  const { folder, remove } = await openTemporaryFolder();
  const ownKeys = () => keysOf({ SESSION_SECRET: undefined, DATA_DIR: folder });
  const sealed = ownKeys().seal('totp', 'ann', 'text');
  expect(ownKeys().open('totp', 'ann', sealed)).toBe('text');
  const file = join(folder, 'secret');
  expect(readFileSync(file, 'utf8')).toHaveLength(43);
  expect(statSync(file).mode & 0o077).toBe(0);
  // A file system that lost its content in a power failure must not lead to keys that anybody can derive.
  writeFileSync(file, '');
  expect(ownKeys).toThrow('is empty: bring it back');
  await remove();
});
