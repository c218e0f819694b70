import { expect, type Page } from '@playwright/test';
import { getDocumentProxy } from 'unpdf';
import { send, test } from './signed-in.ts';

// A popup has the colours of its browser context only.
test.use({ colorScheme: 'dark' });

const LONG =
  'scp /srv/backup/2026-11-22/very-long-name-of-a-dump-file.sql.gz ' +
  'operator@standby-01.au.example.com:/srv/restore/incoming/ --limit 9000 --verify-checksums';

/** Each part of a page as it is written, and the words of it that must be printed. */
const PARTS: [markdown: string, words: string][] = [
  ['## Before you begin', 'Before you begin'],
  [
    'Ask **Ann** for the `root` key; see [the guide](https://example.com/guide?a=1) first.',
    'Ask Ann for the root key; see the guide (https://example.com/guide?a=1) first.',
  ],
  [`\`\`\`sh\n${LONG}\necho done\n\`\`\``, `${LONG} echo done`],
  [
    '1. Stop the service\n2. Copy it, as [here](/knowledge-base?doc=6d9fbd2c-8b1f-4b5c-9a0e-2f0f3ab4cd11)',
    '1. Stop the service 2. Copy it, as here (ORIGIN/knowledge-base/6d9fbd2c-8b1f-4b5c-9a0e-2f0f3ab4cd11)',
  ],
  ['- [ ] tell the team\n- [x] lock the door', 'tell the team lock the door'],
  ['### Step 1: Look at it', 'Step 1: Look at it'],
  [
    `| ${'Column | '.repeat(9)}\n| ${'--- | '.repeat(9)}\n| ${'Measurements | '.repeat(9)}`,
    `${'Column'.repeat(9)}${'Measurements'.repeat(9)}`,
  ],
  ['<details><summary>More</summary>\n\nWhat was folded away\n\n</details>', 'More What was folded away'],
  ['```mermaid\ngraph TD; A[Start] --> B[End]\n```', ''],
  [
    Array.from({ length: 90 }, (_, n) => `Paragraph ${n} of a text that goes over several pages.`).join(
      '\n\n',
    ),
    Array.from({ length: 90 }, (_, n) => `Paragraph ${n} of a text that goes over several pages.`).join(''),
  ],
];

/** The words of a page on paper, in their order. None is cut off at an edge. */
async function printed(page: Page): Promise<{ words: string; numPages: number }> {
  const pdf = await getDocumentProxy(
    new Uint8Array(await page.pdf({ format: 'A4', preferCSSPageSize: true })),
  );
  let words = '';
  for (let number = 1; number <= pdf.numPages; number++) {
    const leaf = await pdf.getPage(number);
    const [, , width = 0, height = 0] = leaf.view;
    const { items } = await leaf.getTextContent();
    for (const item of items) {
      if (!('str' in item)) continue;
      const [x = 0, y = 0] = (item.transform as number[]).slice(4);
      if (item.str.trim())
        expect([item.str, x > 0, x + item.width < width, y > 0, y < height]).toEqual([
          item.str,
          true,
          true,
          true,
          true,
        ]);
      words += item.str;
    }
  }
  return { words, numPages: pdf.numPages };
}

const bare = (text: string) => text.replaceAll(/\s/g, '');

test('KB-11 prints a document in full and in light colours, with title, version, date, address, link targets and checkboxes', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const content = PARTS.map(([markdown]) => markdown).join('\n\n');
  const made = await send(hub, cookie, '/api/documents', { title: 'Restore the dump', content });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`${hub.url}/knowledge-base?doc=${id}`);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Print' }).click();
  const sheet = await opened;
  await expect(sheet.getByRole('heading', { level: 1, name: 'Restore the dump' })).toBeVisible();
  await expect(sheet.getByRole('img', { name: /Diagram/ })).toBeVisible();
  await expect(sheet.getByText('Paragraph 89')).toBeAttached();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // Brightness from 0 (black) to 255 (white) of the page, and of the parts of the diagram.
  const lightness = () =>
    sheet.evaluate(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 100, height: 100 });
      const paper = canvas.getContext('2d');
      const picture = document.querySelector<HTMLImageElement>('.paper .diagram img');
      if (!paper || !picture?.complete) return [];
      const measured = () => {
        const { data } = paper.getImageData(0, 0, 100, 100);
        const painted = [...data].filter((_, at) => at % 4 === 0 && (data[at + 3] ?? 0) > 200);
        return painted.reduce((sum, red) => sum + red, 0) / painted.length;
      };
      paper.drawImage(picture, 0, 0, 100, 100);
      const ofDiagram = measured();
      paper.fillStyle = getComputedStyle(document.body).backgroundColor;
      paper.fillRect(0, 0, 100, 100);
      return [measured(), ofDiagram];
    });
  const areLight = async () => (await lightness()).map((value) => value > 180);
  await expect.poll(areLight).toEqual([true, true]);

  await sheet.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const step of [
    sheet.getByRole('listitem').filter({ hasText: 'Stop the service' }),
    sheet.getByRole('heading', { name: 'Step 1' }),
  ]) {
    const box = await step.evaluate((element) => {
      const { width, height, borderTopWidth } = getComputedStyle(element, '::before');
      return [width, height, borderTopWidth];
    });
    expect(box).toEqual(['11px', '11px', '1px']);
  }

  await test.step('all words are on the sheets, in their order', async () => {
    const { words, numPages } = await printed(sheet);
    expect(numPages).toBeGreaterThan(2);
    const expected = bare(words);
    for (const fact of [
      'Restore the dump',
      'Version 1 ·',
      'Printed by',
      `${hub.url}/knowledge-base/${id}`,
      `1 / ${numPages}`,
    ])
      expect(expected).toContain(bare(fact));
    let place = 0;
    for (const [, part] of PARTS) {
      const wanted = bare(part.replace('ORIGIN', hub.url));
      // A page number may come between, at the end of each sheet.
      const text = expected.replaceAll(new RegExp(`\\d+/${numPages}(?=Paragraph|\\D|$)`, 'g'), '');
      expect(text.slice(place)).toContain(wanted);
      place = text.indexOf(wanted, place) + wanted.length;
    }
  });
  await sheet.close();
});

test('N22 Ctrl+P on the page to read prints what the print page prints, in light colours', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const server = await send(hub, cookie, '/api/servers', { name: 'dump-09', environment: 'production' });
  expect(server.status).toBe(201);
  const content = [...PARTS.map(([markdown]) => markdown), 'Back to dump-09.'].join('\n\n');
  const made = await send(hub, cookie, '/api/documents', { title: 'Restore the dump', content });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`${hub.url}/print/${id}`);
  await expect(page.getByRole('img', { name: /Diagram/ })).toBeVisible();
  await expect(page.getByText('Back to dump-09.')).toBeAttached();
  await expect(page.getByRole('article').locator('[aria-busy=true]')).toHaveCount(0);
  const { words } = await printed(page);
  // The dialog of the browser would wait for a person.
  await page.addInitScript(() => {
    window.print = () => (document.title = document.documentElement.dataset['theme'] ?? '');
  });
  await page.goto(`${hub.url}/knowledge-base/${id}`);
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
  await expect(page.locator('[data-first-text]')).toHaveCount(0);
  await page.keyboard.press('Control+p');
  await expect(page).toHaveTitle('light');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('img', { name: /Diagram/ })).toBeAttached();
  const own = (text: string) => bare(text).replaceAll(/\d+\/\d+/g, '');
  expect(own((await printed(page)).words)).toBe(own(words));
});

test('N22 Ctrl+P on the preview of a document cuts no code and no columns, and leaves out the screen around it', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const command = `mkdir -p /tmp/dump && cp -r${' /srv/data/repositories/alpha'.repeat(12)} /tmp/dump`;
  const hash = '9f86d081884c7d65'.repeat(16);
  const address = `https://very.long.example.com/${'path-segment/'.repeat(20)}`;
  const columns = Array.from({ length: 14 }, (_, n) => `measurement-${n}`);
  const content = [
    `\`\`\`\n${command}\n\`\`\``,
    `\`\`\`sh\n${command} # coloured\n\`\`\``,
    `| a | hash | c |\n|---|---|---|\n| x | ${hash} | last |`,
    `| ${columns.join(' | ')} |\n|${'---|'.repeat(14)}\n| ${columns.map((name) => `${name}-value`).join(' | ')} |`,
    address,
    '<details><summary>More</summary>\n\nWhat was folded away\n\n</details>',
    'A'.repeat(600),
  ].join('\n\n');
  const made = await send(hub, cookie, '/api/knowledge-base', { title: 'Wide things', content });
  const { id } = (await made.json()) as { id: string };
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${hub.url}/knowledge-base?doc=${id}&mode=preview`);
  await expect(page.getByText('# coloured', { exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const words = bare((await printed(page)).words);
  for (const part of [
    command,
    `${command} # coloured`,
    hash,
    'last',
    address,
    'A'.repeat(600),
    'What was folded away',
  ])
    expect(words).toContain(bare(part));
  for (const name of columns) expect(words).toContain(`${name}-value`);
  for (const around of ['Ops AI', 'Infrastructure', 'Preview', 'Save'])
    expect(words).not.toContain(bare(around));
  // Paper is white: the page is light while it prints, and dark again afterwards.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // The text as it is written, whose lines far from the screen are drawn when it is printed.
  await page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Edit' }).click();
  const written = bare((await printed(page)).words);
  for (const part of [command, hash, address, 'A'.repeat(600)]) expect(written).toContain(bare(part));
});
