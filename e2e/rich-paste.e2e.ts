import { expect, type Page } from '@playwright/test';
import { send, test } from './signed-in.ts';

const paste = (page: Page, html: string, plain: string) =>
  page.locator('.cm-content').evaluate(
    (editor, { html: rich, plain: text }) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', rich);
      clipboardData.setData('text/plain', text);
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { html, plain },
  );

const lines = (page: Page) => page.locator('.cm-line').allTextContents();

test('ED-02 pasted rich text becomes Markdown, and one undo restores the plain text', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const made = await send(hub, cookie, '/api/documents', { title: 'Pasted', content: 'Start.' });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`${hub.url}/knowledge-base?doc=${id}`);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  const rows = '<table><tr><td>Host</td><td>Port</td></tr><tr><td>app-7</td><td>8443</td></tr></table>';
  await paste(page, `${rows}<ul><li>one</li><li><b>two</b></li></ul>`, 'Host\tPort\napp-7\t8443\none\ntwo');
  await expect(page.locator('.cm-content')).toContainText('| app-7 | 8443 |');
  expect(await lines(page)).toEqual(expect.arrayContaining(['Start.', '- one', '- **two**']));

  await page.keyboard.press('Control+z');
  await expect.poll(() => lines(page)).toEqual(['Start.', 'Host\tPort', 'app-7\t8443', 'one', 'two']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => lines(page)).toEqual(['Start.', '']);
});

test('ED-02 text of a code editor, and text that is pasted into a code block, stays plain', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const made = await send(hub, cookie, '/api/documents', { title: 'Code', content: '```\n' });
  const { id } = (await made.json()) as { id: string };
  let requests = 0;
  await page.route('**/api/markdown', (route) => {
    requests++;
    return route.continue();
  });
  await page.goto(`${hub.url}/knowledge-base?doc=${id}`);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await paste(page, '<b>rm</b> -rf', 'rm -rf');
  await expect(page.locator('.cm-content')).toContainText('rm -rf');
  await page.keyboard.press('Enter');
  await page.keyboard.type('```');
  await page.keyboard.press('Enter');
  await paste(page, '<div style="font-family: Menlo, monospace"><b>ls</b></div>', 'ls -la');
  await expect(page.locator('.cm-content')).toContainText('ls -la');
  expect(requests).toBe(0);
});

test('N2, N4, N13 pasted lines of code, warning boxes and coloured code look as they were copied', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const made = await send(hub, cookie, '/api/documents', { title: 'Looks', content: 'Start.' });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`${hub.url}/knowledge-base?doc=${id}`);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await paste(page, '<div style="white-space: pre-wrap">lsblk\n  sda</div>', 'lsblk\n  sda');
  await expect.poll(() => lines(page)).toEqual(['Start.', '```', 'lsblk', '  sda', '```']);
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  const code =
    '<div style="font-family: SF Mono;white-space: pre;"><div>  <b>if</b> __a__:</div><div>b</div></div>';
  await paste(page, `<meta charset='utf-8'>${code}`, '  if __a__:\nb');
  await expect.poll(() => lines(page)).toEqual(expect.arrayContaining(['  if __a__:', 'b']));
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  const box = '<div class="admonition danger"><p class="admonition-title">Hot</p><p>Wear gloves.</p></div>';
  await paste(page, box, 'Hot\nWear gloves.');
  await expect.poll(() => lines(page)).toContain('> **Danger: Hot**');
});
