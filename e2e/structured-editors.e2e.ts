import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { send, test } from './signed-in.ts';

/** The two forms and their settings, as a person fills them in. */

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const image = () =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: '#2a7' } })
    .png()
    .toBuffer();

/** Whether the page handles the dropped file. Otherwise the browser would open it. */
const drop = async (place: Locator, name: string) =>
  place.evaluate(
    (element, { data, called }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(data)], called, { type: 'image/png' }));
      return !element.dispatchEvent(
        new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }),
      );
    },
    { data: [...(await image())], called: name },
  );

async function save(page: Page, word: string) {
  await page.keyboard.press('Control+s');
  await expect(page.getByText(`Knowledge base item ${word} successfully`)).toBeVisible();
}

async function stored(page: Page): Promise<{ content: string; category: string; tags: string[] }> {
  await expect(page).toHaveURL(/doc=/);
  const { origin, searchParams } = new URL(page.url());
  return (await page.request.get(`${origin}/api/knowledge-base/${searchParams.get('doc')}`)).json();
}

test('ED-05 ED-13 VER-05 OBJ-01 a how-to guide is written in its form, with an image, and read back', async ({
  signedIn: page,
  hub,
}) => {
  await test.step('fields, steps and tips', async () => {
    await page.goto(`${hub.url}/knowledge-base?create=how-to-guide`);
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    await field(page, 'Title').fill('Fail over PostgreSQL');
    await field(page, 'Purpose').fill('Promote the standby.\n\n## Not a heading of the form');
    await field(page, 'Access Required').fill('sudo');
    await field(page, 'Tools Needed').fill('psql');
    await field(page, 'Dependencies').fill('Replication is healthy');
    await expect(page.getByRole('button', { name: 'Remove step 1' })).toBeDisabled();
    await field(page, 'Title of step 1').fill('Check the replica');
    await field(page, 'Description of step 1').fill('Lag under 5 seconds.');
    await page.getByRole('button', { name: 'Add step' }).click();
    await page.getByRole('button', { name: 'Add step' }).click();
    await field(page, 'Title of step 3').fill('Gone again');
    await page.getByRole('button', { name: 'Remove step 3' }).click();
    await field(page, 'Title of step 2').fill('Promote');
    // Undo restores the complete step at its position and keeps text that was typed since.
    await page.getByRole('button', { name: 'Remove step 1' }).click();
    await field(page, 'Title of step 1').fill('Promote the standby');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(field(page, 'Title of step 1')).toHaveValue('Check the replica');
    await expect(field(page, 'Description of step 1')).toHaveValue('Lag under 5 seconds.');
    await expect(field(page, 'Title of step 2')).toHaveValue('Promote the standby');
    await field(page, 'Title of step 2').fill('Promote');

    await expect(page.getByRole('button', { name: 'Remove tip 1' })).toBeDisabled();
    await field(page, 'Tip 1').fill('Stay calm');
    await page.getByRole('button', { name: 'Add tip' }).click();
    await expect(field(page, 'Tip 2')).toHaveValue('New tip');
    await field(page, 'Tip 2').fill('Breathe');
  });

  await test.step('an image with its size', async () => {
    await page
      .getByLabel('Image file for step 1')
      .setInputFiles({ name: 'lag.png', mimeType: 'image/png', buffer: await image() });
    await expect(field(page, 'Width of image of step 1')).toHaveValue('300px');
    await expect(field(page, 'Height of image of step 1')).toHaveValue('auto');
    const corner = page.getByRole('button', { name: /Resize image lag/ });
    await corner.focus();
    await page.keyboard.press('ArrowRight');
    await expect(field(page, 'Width of image of step 1')).toHaveValue('320px');
    await expect(corner).toBeFocused();
    // An invalid size is not stored.
    await field(page, 'Height of image of step 1').fill('5');
    await field(page, 'Height of image of step 1').blur();
    await expect(field(page, 'Height of image of step 1')).toHaveValue('60px');
    await field(page, 'Height of image of step 1').fill('banana');
    await field(page, 'Height of image of step 1').blur();
    await expect(field(page, 'Height of image of step 1')).toHaveValue('auto');
    await field(page, 'Height of image of step 1').fill('90px');
    await page.getByLabel('Change note').fill('From the old wiki');
    // Saving by the keyboard applies the same limits as leaving the field.
    await field(page, 'Width of image of step 1').fill('5');
    await save(page, 'created');
    await expect(field(page, 'Width of image of step 1')).toHaveValue('100px');
    await expect(page.getByLabel('Change note')).toHaveValue('');
  });

  const { content } = await stored(page);
  expect(content).toMatch(
    /^## Purpose\n\nPromote the standby\.\n\n\\## Not a heading of the form\n\n## Access Required\n\nsudo/,
  );
  expect(content.replaceAll(/\/objects\/[\w-]+/g, '/objects/ID')).toContain(
    '### Step 1: Check the replica\n\nLag under 5 seconds.\n\n' +
      '<!-- width=100px height=90px -->\n![lag](/objects/ID)\n\n### Step 2: Promote',
  );
  expect(content.endsWith('## Tips\n\n- Stay calm\n- Breathe')).toBe(true);

  await test.step('read back, and with other images', async () => {
    await page.getByRole('button', { name: 'Version History' }).click();
    await expect(page.getByRole('list', { name: 'Versions' }).getByText('From the old wiki')).toBeVisible();
    await page.reload();
    await expect(field(page, 'Purpose')).toHaveValue('Promote the standby.\n\n## Not a heading of the form');
    await expect(field(page, 'Title of step 2')).toHaveValue('Promote');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const shown = page.getByRole('img', { name: 'lag' });
    await expect(shown).toHaveCSS('width', '100px');
    await expect(page.getByText('## Not a heading of the form', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Remove image of step 1' }).click();
    // A new image starts with its own size. This one is dropped on the step.
    await drop(page.getByRole('region', { name: 'Step 1' }), 'dropped.png');
    await expect(field(page, 'Width of image of step 1')).toHaveValue('300px');
    await expect(field(page, 'Height of image of step 1')).toHaveValue('auto');
    // Another image replaces none. A text field accepts an image too, and elsewhere the browser does not open one.
    await drop(field(page, 'Description of step 1'), 'second.png');
    await expect(field(page, 'Description of step 1')).toHaveValue(
      /^Lag under 5 seconds\.\n\n<!-- width=300px height=auto -->\n!\[dropped\]\(\/objects\/[\w-]+\)$/,
    );
    await expect(page.getByRole('button', { name: /Resize image second/ })).toBeVisible();
    await drop(field(page, 'Access Required'), 'third.png');
    await expect(field(page, 'Access Required')).toHaveValue(
      /^sudo\n\n<!-- width=300px height=auto -->\n!\[third\]\(\/objects\/[\w-]+\)\s*$/,
    );
    expect(await drop(field(page, 'Title'), 'stray.png')).toBe(true);
  });
});

test('ED-05 handwritten sections survive a change in the form', async ({ signedIn: page, hub, cookie }) => {
  const made = await send(hub, cookie, '/api/knowledge-base', {
    title: 'By hand',
    templateType: 'how_to_guide',
    content: '## Purpose\nOld words.\n\n## Who to call\n\n*Storage on duty*\n\n## Steps\n\n### Look\n',
  });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`${hub.url}/knowledge-base?doc=${id}`);
  await expect(field(page, 'Title of step 1')).toHaveValue('Look');
  await expect(field(page, 'Other text 1')).toHaveValue('## Who to call\n\n*Storage on duty*');
  await field(page, 'Purpose').fill('New words.');
  await save(page, 'updated');
  const { content } = await stored(page);
  expect(content).toBe(
    '## Purpose\n\nNew words.\n\n## Who to call\n\n*Storage on duty*\n\n## Steps\n\n### Step 1: Look',
  );

  // Somebody adds a step in front, and the cursor stays in its step.
  await field(page, 'Purpose').fill('Last words.');
  const data = { content: content.replace('### Step 1: Look', '### Step 1: Ask\n\n### Step 2: Look') };
  expect((await page.request.put(`${hub.url}/api/knowledge-base/${id}`, { data })).ok()).toBe(true);
  await field(page, 'Title of step 1').focus();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('together with what you saved elsewhere meanwhile').first()).toBeVisible();
  await expect(field(page, 'Title of step 2')).toBeFocused();
});

test('ED-06 ED-13 a build document is written in its form and read back', async ({ signedIn: page, hub }) => {
  await page.goto(`${hub.url}/knowledge-base?create=build-document`);
  await field(page, 'Title').fill('SR650 host');
  const fields = [
    'Server Name',
    'Build Engineer',
    'Server Type',
    'OS Version',
    'Server Purpose',
    'Key Services',
    'Network Requirements',
    'Storage Requirements',
    'Access Required',
    'Tools Needed',
    'Dependencies',
  ];
  for (const name of fields) await field(page, name).fill(`The ${name}`);
  const environment = page.getByLabel('Environment');
  await expect(environment.getByRole('option')).toHaveText([
    'None',
    'Production',
    'Staging',
    'Development',
    'Testing',
  ]);
  await environment.selectOption('Staging');
  await expect(field(page, 'Title of step 1')).toHaveValue('Initial System Preparation');
  await expect(page.getByRole('button', { name: 'Remove step 1' })).toBeDisabled();
  await field(page, 'Objective of step 1').fill('Ready');
  await field(page, 'Action 1').fill('Rack it');
  await field(page, 'Action 1').press('Enter');
  await field(page, 'Action 2').fill('Power it');
  await field(page, 'Commands (optional) of step 1').fill('Get-Item .');
  await field(page, 'Expected Result of step 1').fill('Lights');
  await page
    .getByLabel('Image file for step 1')
    .setInputFiles({ name: 'rack.png', mimeType: 'image/png', buffer: await image() });
  await expect(page.getByRole('button', { name: /Resize image rack/ })).toBeVisible();
  await page.getByRole('button', { name: 'Add step' }).click();
  await field(page, 'Title of step 2').fill('Operating system');
  await page.getByRole('button', { name: 'Remove step 1' }).click();
  await expect(field(page, 'Title of step 1')).toHaveValue('Operating system');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(field(page, 'Title of step 1')).toHaveValue('Initial System Preparation');
  await expect(field(page, 'Title of step 2')).toHaveValue('Operating system');
  // Removing the last entry of a list leaves an empty one.
  for (const entry of ['Task', 'Note', 'Check']) {
    await field(page, `${entry} 1`).fill(`${entry} to remove`);
    await page.getByRole('button', { name: `Remove ${entry.toLowerCase()} 1` }).click();
    await expect(field(page, `${entry} 1`)).toHaveValue('');
    await field(page, `${entry} 1`).fill(`A ${entry}`);
  }
  await save(page, 'created');
  const { content } = await stored(page);
  for (const name of fields) expect(content).toContain(`The ${name}`);
  expect(content).toContain('- **Environment:** Staging');
  expect(content).toContain(
    '#### Actions\n\n1. Rack it\n2. Power it\n\n#### Commands\n\n```\nGet-Item .\n```',
  );
  expect(content).toContain('- [ ] A Check');
  await page.reload();
  await expect(field(page, 'Title of step 2')).toHaveValue('Operating system');
  await expect(field(page, 'Commands (optional) of step 1')).toHaveValue('Get-Item .');
  await page.getByRole('button', { name: 'Remove screenshot 1 of step 1' }).click();
  await expect(page.getByRole('button', { name: /Resize image rack/ })).toBeHidden();
});

test('ED-02 ED-03 ED-04 the settings: template type and its skeleton, a new category, tags', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(`${hub.url}/knowledge-base?create=knowledge-base`);
  await expect(page.getByRole('heading', { name: 'Document Settings' })).toBeVisible();
  await expect(page.getByLabel('Template Type')).toBeHidden();
  await page.getByRole('switch', { name: 'Template' }).click();
  await page.getByLabel('Template Type').selectOption('Troubleshooting');
  await expect(page.locator('.cm-content')).toContainText('Symptom');
  await page.getByLabel('Template Type').selectOption('How-To Guide');
  await expect(field(page, 'Title of step 1')).toHaveValue('Check before you start');
  await page.getByLabel('Template Type').selectOption('Maintenance');
  await expect(page.locator('.cm-content')).toContainText('Rollback');

  const category = page.getByRole('combobox', { name: 'Category' });
  await expect(category.getByRole('option', { name: 'Enterprise Vault' })).toHaveCount(1);
  await category.selectOption('+ Add New Category');
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).last().click();
  await category.selectOption('+ Add New Category');
  await field(page, 'New category').fill('  Mainframe ');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Category Added', { exact: true })).toBeVisible();
  await expect(page.getByText('"Mainframe" has been set as the category.')).toBeVisible();
  await expect(category).toHaveValue('Mainframe');

  const tags = page.getByRole('list', { name: 'Added so far' });
  await field(page, 'Tags').fill('jcl');
  await field(page, 'Tags').press('Enter');
  await field(page, 'Tags').fill('jcl');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await field(page, 'Tags').fill('cics');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect(tags.getByRole('listitem')).toHaveText(['jcl', 'cics']);
  await page.getByRole('button', { name: 'Remove tag jcl' }).click();
  await field(page, 'Title').fill('Nightly batch');
  await save(page, 'created');
  expect(await stored(page)).toMatchObject({
    category: 'Mainframe',
    tags: ['cics'],
    templateType: 'maintenance',
  });
});
