import { expect, test } from 'vitest';
import { NO_POLICY } from '../../contract/calls/sign-in-policy.ts';
import { aFolder, runProduct, signIn, startProduct } from '../../test/product-processes.ts';

test('ACCESS-43 npm run sign-in-policy -- remove lets administrators in again, also beside a running Ops Hub', async () => {
  const folder = await aFolder();
  const product = await startProduct({ DATA_DIR: folder });
  const headers = { cookie: await signIn(product.url), 'content-type': 'application/json' };
  const put = await fetch(`${product.url}/api/admin/sign-in-policy`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ ...NO_POLICY, secondFactorRoles: ['admin'], graceDays: 0 }),
  });
  expect(put.status).toBe(200);
  const status = async () => (await fetch(`${product.url}/api/documents`, { headers })).status;
  expect(await status()).toBe(403);
  const remove = async (...args: string[]) => {
    const run = runProduct({ DATA_DIR: folder }, 'server/commands/sign-in-policy.ts', ...args);
    return { code: await run.ended, text: run.output() };
  };
  expect(await remove()).toMatchObject({ code: 1, text: expect.stringContaining('Usage') });
  expect(await remove('remove')).toMatchObject({ code: 0, text: expect.stringContaining('is removed') });
  await expect.poll(status, { timeout: 10_000 }).toBe(200);
  expect(await remove('remove')).toMatchObject({ code: 0, text: expect.stringContaining('There is no') });
  product.child.kill('SIGTERM');
  await product.ended;
}, 60_000);
