import { expect, type Journey, type Person } from './person.ts';

const CONTENT = '# Steps\n\nPromote the standby.';

const stored = (person: Person, title: string) => person.make('/api/documents', { title, content: CONTENT });

async function change(person: Person, id: string, content: string) {
  const answer = await person.page.request.put(`/api/documents/${id}`, { data: { content } });
  expect(answer.ok()).toBe(true);
}

async function onPhone(person: Person, path: string) {
  await person.page.setViewportSize({ width: 375, height: 700 });
  await person.open(path);
}

/** A text for others, on paper, in time, and on every kind of screen. */
export const sharing: Journey[] = [
  {
    name: 'share: by a link, which a visitor reads',
    async run(person) {
      const id = await stored(person, 'Shared page');
      const visitor = await person.visitor();
      await person.open(`/knowledge-base/${id}`);
      await person.click(person.button('Share'));
      await person.click(person.button('Create Link'));
      const link = person.dialog().getByRole('textbox', { name: 'Link' });
      await expect(link).toHaveValue(/\/share\//);
      await visitor.page.goto(new URL(await link.inputValue()).pathname);
      await visitor.sees('Promote the standby.');
    },
  },
  {
    name: 'history: what changed',
    async run(person) {
      const id = await stored(person, 'Changed page');
      await change(person, id, 'Promote the replica.');
      await person.open(`/knowledge-base/${id}`);
      await person.press('h');
      const versions = person.dialog('Version History').getByRole('list', { name: 'Versions' });
      await person.click(versions.getByRole('button').first());
      await person.click(person.dialog().getByRole('button', { name: 'Changes' }));
      await person.sees(person.dialog().locator('ins').first());
    },
  },
  {
    name: 'history: restore a version',
    async run(person) {
      const id = await stored(person, 'Restored page');
      await change(person, id, 'Wrong.');
      await person.open(`/knowledge-base?doc=${id}`);
      await person.click(person.button(/^Version History/));
      const versions = person.dialog('Version History').getByRole('list', { name: 'Versions' });
      await person.click(versions.getByRole('button').last());
      await person.click(person.button('Restore Version'));
      await person.sees('Version Restored');
      await expect(person.page.locator('.cm-content')).toContainText('Promote the standby.');
    },
  },
  {
    name: 'print: a runbook',
    async run(person) {
      const id = await stored(person, 'Printed page');
      await person.open(`/knowledge-base/${id}`);
      const opened = person.page.waitForEvent('popup');
      await person.press('p');
      const sheet = await opened;
      await person.sees(sheet.getByText('Promote the standby.'));
    },
  },
  {
    name: 'watch: a document, and the notice of its change',
    async run(person) {
      const id = await stored(person, 'Watched page');
      const bea = await person.colleague('Wanda');
      await bea.open(`/knowledge-base/${id}`);
      await bea.click(bea.button('Watch'));
      await bea.sees(bea.button('Stop watching'));
      await change(person, id, 'Promote another one.');
      await bea.click(bea.button(/^Notifications, \d+ unread/));
      await bea.sees(bea.button(/Watched page/));
    },
  },
  {
    name: 'theme: light',
    async run(person) {
      const visitor = await person.colleague('Thea');
      await visitor.open('/dashboard');
      await visitor.press('Control+k');
      await visitor.type('light');
      await visitor.sees(visitor.option('Use Light Theme'));
      await visitor.press('Enter');
      await expect(visitor.page.locator('html')).toHaveAttribute('data-theme', 'light');
    },
  },
  {
    name: 'keyboard only: from the dashboard to a server and its check',
    async run(person) {
      await person.make('/api/servers', { name: 'keys-01' });
      await person.open('/dashboard');
      await person.press('Control+k');
      await person.type('keys-01');
      await person.sees(person.option(/keys-01/));
      await person.press('Enter');
      await person.sees(person.heading('keys-01'));
      await person.press('Control+k');
      await person.type('run h');
      await person.sees(person.option('Run Health Check'));
      await person.press('Enter');
      await person.sees('Server metrics updated successfully');
    },
  },
  {
    name: 'keyboard only: a new article',
    async run(person) {
      await person.open('/dashboard');
      await person.press('g', 'k');
      await person.sees(person.heading('Knowledge Base'));
      await person.press('n');
      await person.sees(person.heading('Create Knowledge Base'));
      const [title, text] = ['Title', 'Content'].map((name) =>
        person.page.getByRole('textbox', { name, exact: true }),
      );
      for (const target of [title!, text!]) {
        await tabTo(person, target);
        await person.type('Written by keys');
      }
      await person.press('Control+s');
      await person.sees('Knowledge base item created successfully');
    },
  },
  {
    name: 'phone: find a runbook and read it',
    async run(person) {
      await stored(person, 'Torch in the rain');
      await onPhone(person, '/dashboard');
      await person.click(person.button('Search docs'));
      await expect(person.dialog('Command palette').getByRole('combobox')).toBeFocused();
      await person.type('torch');
      await person.click(person.option(/Torch in the rain/));
      await person.sees(person.page.getByRole('article').getByText('Promote the standby.'));
    },
  },
  {
    name: 'phone: the state of a server',
    async run(person) {
      await person.make('/api/servers', { name: 'pocket-01' });
      await onPhone(person, '/infrastructure');
      await person.fill(person.page.getByRole('combobox', { name: 'Search servers' }), 'pocket');
      await person.click(person.link('pocket-01'));
      await person.sees(person.heading('pocket-01'));
      await person.sees('Check log');
    },
  },
];

async function tabTo(person: Person, target: ReturnType<Person['link']>) {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < 40 && !(await isThere()); step++) await person.press('Tab');
  await expect(target).toBeFocused();
}
