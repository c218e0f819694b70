import { expect, type Journey, type Person } from './person.ts';

/** The search of the top bar by its key. */
async function search(person: Person, text: string, option: RegExp) {
  await person.press('/');
  await expect(person.page.getByPlaceholder('Search docs...')).toBeFocused();
  await person.type(text);
  await person.sees(person.option(option));
  await person.press('Enter');
}

async function inPalette(person: Person, text: string, option: RegExp) {
  await person.press('Control+k');
  await person.type(text);
  await person.sees(person.option(option));
  await person.press('Enter');
}

/** What is known of it, and where it is. */
export const finding: Journey[] = [
  {
    name: 'search: a server by its address',
    goal: { keys: 12 },
    async run(person) {
      await person.make('/api/servers', { name: 'find-db-01', ipAddress: '10.71.14.21' });
      await person.open('/team');
      await search(person, '71.14.21', /find-db-01/);
      await person.sees(person.heading('find-db-01'));
      await person.sees('Check log');
    },
  },
  {
    name: 'search: a server by part of its name',
    goal: { keys: 12 },
    async run(person) {
      await person.make('/api/servers', { name: 'find-quartz-07' });
      await person.open('/settings');
      await search(person, 'quartz', /find-quartz-07/);
      await person.sees(person.heading('find-quartz-07'));
    },
  },
  {
    name: 'search: a runbook by the name of its alert',
    goal: { keys: 12 },
    async run(person) {
      const content = '# NodeClockSkew\n\nSet the clock of the node.';
      await person.make('/api/documents', { title: 'Clock skew', content });
      await person.open('/dashboard');
      await inPalette(person, 'nodeclock', /Clock skew/);
      await person.sees('Set the clock of the node.');
    },
  },
  {
    name: 'search: a runbook by the text of an error',
    async run(person) {
      const content = 'The installer ends with 0x80070643. Run it again as the local administrator.';
      await person.make('/api/documents', { title: 'Installer fails', content });
      await person.open('/dashboard');
      await person.press('/');
      await person.paste('fatal error 0x80070643 during installation');
      await person.sees(person.option(/Installer fails/));
      await person.press('Enter');
      await person.sees('Run it again as the local administrator.');
    },
  },
  {
    name: 'search: a person by name',
    async run(person) {
      const member = { name: 'Yara Quill', email: 'yara@example.com', role: 'Storage', department: 'IT' };
      await person.make('/api/team-members', member);
      await person.open('/dashboard');
      await inPalette(person, 'quill', /Yara Quill/);
      await person.sees(person.row('Yara Quill'));
    },
  },
  {
    name: 'search: what was opened last',
    async run(person) {
      const id = await person.make('/api/documents', { title: 'Opened last', content: 'Once more.' });
      await person.open(`/knowledge-base/${id}`);
      await person.sees('Once more.');
      await person.open('/team');
      await inPalette(person, '', /Opened last/);
      await person.sees('Once more.');
    },
  },
  {
    name: 'filter: documents by words and category',
    async run(person) {
      for (const category of ['Harbour', 'Office'])
        await person.make('/api/documents', { title: `Crane of ${category}`, content: 'Text', category });
      await person.open('/knowledge-base');
      await person.fill(person.page.getByRole('main').getByRole('searchbox'), 'crane');
      await person.sees('2 items');
      await person.choose(person.page.getByLabel('Category', { exact: true }), 'Harbour');
      await person.sees(person.page.getByText('1 item', { exact: true }));
    },
  },
  {
    name: 'filter: servers by conditions',
    async run(person) {
      for (const environment of ['production', 'staging'])
        await person.make('/api/servers', { name: `cond-${environment}`, environment, teamOwner: 'Moles' });
      await person.open('/infrastructure');
      await person.click(person.page.getByRole('combobox', { name: 'Search servers' }));
      await person.type('team:moles');
      await person.press('Enter');
      await person.sees(person.heading('Servers (2)'));
      await person.type('env:stag');
      await person.press('Enter');
      await person.sees(person.heading('Servers (1)'));
    },
  },
  {
    name: 'view: save a filter as a view',
    async run(person) {
      await person.make('/api/servers', { name: 'view-01', teamOwner: 'Foxes' });
      await person.open('/infrastructure?filter=team:foxes');
      await person.click(person.button('Views'));
      await person.click(person.page.getByRole('menuitem', { name: 'Save current as…' }));
      await person.sees(person.dialog('Save view'));
      await person.type('Foxes');
      await person.press('Enter');
      await person.sees(person.button('View: Foxes'));
    },
  },
  {
    name: 'view: open a saved one',
    async run(person) {
      await person.make('/api/servers', { name: 'view-02', teamOwner: 'Owls' });
      await person.make('/api/server-views', { name: 'Owls', filter: 'team:owls' });
      await person.open('/infrastructure');
      await person.click(person.button('Views'));
      await person.click(person.page.getByRole('menuitem', { name: 'Owls' }));
      await person.sees(person.heading('Servers (1)'));
    },
  },
  {
    name: 'sort: servers by a head',
    async run(person) {
      for (const name of ['sort-aa', 'sort-zz']) await person.make('/api/servers', { name });
      await person.open('/infrastructure?q=sort-');
      const head = person.page.getByRole('columnheader', { name: 'Server', exact: true });
      await person.click(head.getByRole('button'));
      await expect(head).toHaveAttribute('aria-sort', 'ascending');
      await person.click(head.getByRole('button'));
      await expect(person.page.getByRole('row').nth(1)).toContainText('sort-zz');
    },
  },
];
