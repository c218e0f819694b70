import { expect, type Journey, type Person } from './person.ts';

/** A server that is offline by its check, with its runbook. */
async function outage(person: Person, name: string, isChecked = true) {
  const check = { kind: 'tcp', target: '127.0.0.1:9', retries: 1 };
  const server = await person.make('/api/servers', { name, environment: 'production', check });
  const content = `# Steps\n\nDrain ${name} first.\n\n1. Stop the relay.\n2. Start the relay.`;
  const runbook = await person.make('/api/documents', { title: `Restore ${name}`, content });
  if (isChecked) await person.make(`/api/servers/${server}/check`, {});
  return { server, runbook };
}

/** On call: from the first sign of an outage to its end. */
export const incident: Journey[] = [
  {
    name: 'incident: from the dashboard to the runbook',
    async run(person) {
      await outage(person, 'inc-relay-1');
      await person.open('/dashboard');
      await person.click(person.row('inc-relay-1').getByRole('link', { name: 'Restore inc-relay-1' }));
      await person.sees('Drain inc-relay-1 first.');
    },
  },
  {
    name: 'incident: from the notice to the server',
    async run(person) {
      await outage(person, 'inc-relay-2');
      await person.open('/team');
      await person.click(person.button(/^Notifications, \d+ unread/));
      await person.click(person.button(/inc-relay-2 is down/));
      await person.sees(person.heading('inc-relay-2'));
      await person.sees('Check log');
    },
  },
  {
    name: 'incident: check a server again',
    async run(person) {
      const { server } = await outage(person, 'inc-relay-3');
      await person.open(`/infrastructure/${server}`);
      await person.click(person.button('Run Health Check'));
      await person.sees('2 times since');
    },
  },
  {
    name: 'incident: three people read, edit and merge one runbook',
    async run(person) {
      const { runbook } = await outage(person, 'inc-relay-4', false);
      const [bea, cleo] = [await person.colleague('Bea'), await person.colleague('Cleo')];
      await cleo.open(`/knowledge-base/${runbook}`);
      for (const each of [person, bea]) await each.open(`/knowledge-base?doc=${runbook}`);
      const text = (of: Person) => of.page.locator('.cm-content');
      await person.click(text(person));
      await person.press('Control+End');
      await person.type('\nCall storage.');
      await bea.click(text(bea));
      await bea.press('Control+Home');
      await bea.type('Ask Bea. ');
      await bea.press('Control+s');
      await bea.sees('Version 2');
      await person.sees('You started from version 1');
      await person.press('Control+s');
      await expect(text(person)).toContainText('Ask Bea.');
      await person.sees('Version 3');
      await cleo.sees('Call storage.');
      await cleo.sees('Ask Bea.');
    },
  },
  {
    name: 'incident: watch a server',
    async run(person) {
      const server = await person.make('/api/servers', { name: 'inc-relay-5' });
      await person.open(`/infrastructure/${server}`);
      await person.click(person.button('Watch'));
      await person.sees(person.button('Stop watching'));
    },
  },
  {
    name: 'incident: ask the assistant what is offline',
    async run(person) {
      await outage(person, 'inc-relay-6');
      await person.open('/ai');
      await person.fill(person.page.getByPlaceholder(/^Ask about/), 'Is inc-relay-6 up?');
      await person.press('Enter');
      await person.sees(person.page.getByRole('log').getByRole('link', { name: 'inc-relay-6' }).first());
    },
  },
  {
    name: 'incident: ask the assistant for a runbook and open its passage',
    async run(person) {
      const content = '# Steps\n\n1. Stop the zither.\n2. Start the zither.';
      await person.make('/api/documents', { title: 'Restart the zither', content });
      await person.open('/dashboard');
      await person.click(person.button('Open AI Assistant'));
      await expect(person.page.getByPlaceholder(/^Ask about/)).toBeFocused();
      await person.type('How do I restart the zither?');
      await person.press('Enter');
      await person.click(
        person.page.getByRole('log').getByRole('link', { name: 'Restart the zither' }).first(),
      );
      await person.sees(person.page.getByRole('article').getByText('Stop the zither.'));
    },
  },
];
