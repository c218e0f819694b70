import type { Journey, Person } from './person.ts';

const TICKET = `Symptoms:
• Outlook shows Disconnected and clients cannot resolve any name

Resolution:
First open the console on mel-dc-02 and check the DNS service. Then restart the service and verify the result.`;

const toolbar = (person: Person, name: string) =>
  person.page.getByRole('toolbar').getByRole('button', { name, exact: true });

const field = (person: Person, name: string) => person.page.getByRole('textbox', { name, exact: true });

/** Lists that are tidied, and texts that are written. */
export const changing: Journey[] = [
  {
    name: 'bulk edit: servers, and back',
    async run(person) {
      for (const n of [1, 2, 3]) await person.make('/api/servers', { name: `bulk-${n}` });
      await person.open('/infrastructure?q=bulk-');
      await person.click(person.page.getByRole('checkbox', { name: 'Select all loaded rows' }));
      await person.click(toolbar(person, 'Maintenance'));
      await person.sees(person.row('bulk-3').getByText('Maintenance').first());
      await person.click(person.button('Undo'));
      await person.sees(person.row('bulk-3').getByText('Unknown').first());
    },
  },
  {
    name: 'bulk edit: file documents in a category',
    async run(person) {
      for (const n of [1, 2, 3])
        await person.make('/api/documents', {
          title: `Loose sheet ${n}`,
          content: 'Text',
          category: 'Loose',
        });
      await person.open('/knowledge-base?category=Loose');
      await person.click(person.page.getByRole('checkbox').first());
      await person.click(person.button('Select all 3'));
      await person.click(toolbar(person, 'Category'));
      await person.fill(person.dialog().getByLabel('Category'), 'Bound');
      await person.click(person.dialog().getByRole('button', { name: 'Save' }));
      await person.sees('3 documents changed');
    },
  },
  {
    name: 'delete and undo: a server',
    async run(person) {
      await person.make('/api/servers', { name: 'gone-01' });
      await person.open('/infrastructure?q=gone-01');
      await person.confirm(person.button('Delete gone-01'), 'Are you sure you want to delete this server?');
      await person.sees('No servers found');
      await person.click(person.button('Undo'));
      await person.sees(person.row('gone-01'));
    },
  },
  {
    name: 'delete and undo: a document',
    async run(person) {
      await person.make('/api/documents', { title: 'Gone sheet', content: 'Text' });
      await person.open('/knowledge-base?q=gone+sheet');
      const question = 'Are you sure you want to delete "Gone sheet"? This action cannot be undone.';
      await person.confirm(person.button('Delete "Gone sheet"'), question);
      await person.sees('Knowledge base item deleted successfully');
      await person.click(person.button('Undo'));
      await person.sees(person.link('Gone sheet'));
    },
  },
  {
    name: 'editors: a new article',
    async run(person) {
      await person.open('/knowledge-base');
      await person.press('n');
      await person.sees(person.heading('Create Knowledge Base'));
      await person.fill(field(person, 'Title'), 'Drain a node');
      await person.click(person.page.locator('.cm-content'));
      await person.type('Move the guests away.');
      await person.press('Control+s');
      await person.sees('Knowledge base item created successfully');
    },
  },
  {
    name: 'editors: a how-to with three steps',
    goal: { moves: 10 },
    async run(person) {
      await person.open('/dashboard');
      await person.click(person.button('Create How-To Guide'));
      await person.fill(field(person, 'Title'), 'Replace a fan');
      await person.fill(field(person, 'Title of step 1'), 'Order the fan');
      for (const [n, title] of [
        [2, 'Pull the old one'],
        [3, 'Push the new one'],
      ] as const) {
        await person.press('Enter');
        await person.sees(field(person, `Title of step ${n}`));
        await person.type(title);
      }
      await person.press('Control+s');
      await person.sees('Knowledge base item created successfully');
      await person.open(person.page.url());
      for (const [n, title] of ['Order the fan', 'Pull the old one', 'Push the new one'].entries())
        await person.sees(
          person.page
            .getByText(title)
            .or(field(person, `Title of step ${n + 1}`))
            .first(),
        );
    },
  },
  {
    name: 'editors: a build document',
    async run(person) {
      await person.open('/dashboard');
      await person.click(person.button('Create Build Document'));
      await person.fill(field(person, 'Title'), 'Build of a relay');
      await person.fill(field(person, 'Title of step 1'), 'Install the packages');
      await person.press('Control+s');
      await person.sees('Knowledge base item created successfully');
    },
  },
  {
    name: 'editors: mend a line of what one reads',
    async run(person) {
      const content = '# Relay\n\nRestart the relay.';
      const id = await person.make('/api/documents', { title: 'Mend the relay', content });
      await person.open(`/knowledge-base/${id}`);
      await person.press('e');
      await person.sees(person.page.locator('.cm-content'));
      await person.press('Control+End');
      await person.type(' Twice.');
      await person.press('Control+s');
      await person.sees('Version 2');
    },
  },
  {
    name: 'auto create: an article from a ticket',
    async run(person) {
      await person.open('/dashboard');
      await person.click(person.button('Auto Create KB'));
      await person.sees(person.page.getByLabel('Content', { exact: true }));
      await person.paste(TICKET);
      await person.click(person.button('Generate Preview'));
      await person.click(person.button('Save Document'));
      await person.sees(person.heading('Edit Knowledge Base'));
    },
  },
];
