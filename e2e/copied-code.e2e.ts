import { expect } from '@playwright/test';
import { send, test } from './signed-in.ts';

test('N7 N8 copied code has common blanks and no last line end, so that no terminal runs it', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: hub.url });
  const content = [
    '```\nbundle\u00a0exec\u202frake --tasks\n```',
    '```sh\nif true\n\tthen\u00a0echo\u200b yes\nfi\n\n\n```',
    '    sudo\u00a0reboot\n',
  ].join('\n\n');
  const made = await send(hub, cookie, '/api/knowledge-base', { title: 'Blanks in code', content });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`${hub.url}/knowledge-base?doc=${id}&mode=preview`);
  await expect(page.getByRole('button', { name: 'Copy code' })).toHaveCount(3);
  const copied: string[] = [];
  for (const button of await page.getByRole('button', { name: 'Copy code' }).all()) {
    await page.evaluate(() => navigator.clipboard.writeText('nothing'));
    await button.click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe('nothing');
    copied.push(await page.evaluate(() => navigator.clipboard.readText()));
  }
  expect(copied).toEqual(['bundle exec rake --tasks', 'if true\n\tthen echo yes\nfi', 'sudo reboot']);
});
