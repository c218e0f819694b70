import { expect, test } from 'vitest';
import { aFolder, runProduct, startProduct } from '../../test/product-processes.ts';

test('ACCESS-32 npm run audit -- verify reports the end of the chain', async () => {
  const folder = await aFolder();
  const product = await startProduct({ DATA_DIR: folder });
  const verify = async (...args: string[]) => {
    const run = runProduct({ DATA_DIR: folder }, 'server/commands/audit.ts', ...args);
    return { code: await run.ended, text: run.output() };
  };
  expect(await verify('verify')).toEqual({
    code: 0,
    text: expect.stringMatching(/^The audit log is intact: \d+ entries, up to position \d+ [0-9a-f]{64}\n$/),
  });
  product.child.kill('SIGTERM');
  await product.ended;
  expect(await verify()).toEqual({ code: 1, text: 'Usage: npm run audit -- verify\n' });
}, 60_000);
