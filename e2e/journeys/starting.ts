import { strToU8, zipSync } from 'fflate';
import { PERSON } from '../hub.ts';
import { receive } from '../outbox.ts';
import { register } from '../registration.ts';
import { expect, type Journey, type Person } from './person.ts';

const PASSWORD = 'Th1mble!River#Oak';
const CSV = 'text/csv';

const zipOf = (title: string) =>
  Buffer.from(
    zipSync({
      [`${title}.md`]: strToU8(`# ${title}\n\nStop it, then start it.`),
      [`After ${title}.md`]: strToU8(`# After ${title}\n\nRemove what waits.`),
    }),
  );

async function importZip(person: Person, title: string) {
  await person.open('/knowledge-base');
  await person.click(person.button('Import'));
  const dialog = person.dialog('Import documents');
  await person.upload(dialog.locator('input[type=file]'), 'runbooks.zip', 'application/zip', zipOf(title));
  await person.click(dialog.getByRole('button', { name: 'Import', exact: true }));
  await person.sees(dialog.getByText('This Markdown export brought', { exact: false }));
}

async function chooseCsv(person: Person, text: string) {
  await person.open('/infrastructure');
  await person.click(person.button('More'));
  await person.click(person.page.getByRole('menuitem', { name: 'Import CSV' }));
  await person.upload(person.page.getByLabel('CSV file'), 'servers.csv', CSV, Buffer.from(text));
}

/** From the empty product to a team with its documents and servers. */
export const starting: Journey[] = [
  {
    name: 'first run: the printed link creates the first administrator',
    async run(person) {
      const hub = await person.newProduct();
      const first = await person.visitor(hub);
      await first.open(hub.setupLink ?? '');
      await first.fill(first.page.getByLabel('First name'), 'Ann');
      await first.press('Tab');
      await first.type('Smith');
      await first.press('Tab');
      await first.type('ann@example.com');
      await first.fill(first.page.getByLabel('Password', { exact: true }), PASSWORD);
      await first.fill(first.page.getByLabel('Confirm password'), PASSWORD);
      await first.press('Enter');
      await first.sees(first.page.getByRole('region', { name: 'First steps' }));
    },
  },
  {
    name: 'first run: sign in',
    async run(person) {
      const visitor = await person.visitor();
      await visitor.open('/login');
      await visitor.fill(visitor.page.getByLabel('Email'), PERSON.email);
      await visitor.press('Tab');
      await visitor.fill(visitor.page.getByLabel('Password', { exact: true }), PERSON.password);
      await visitor.press('Enter');
      await visitor.sees(visitor.heading('Dashboard'));
    },
  },
  {
    name: 'import: a zip of documents',
    async run(person) {
      await importZip(person, 'Restart the spooler');
      await person.click(person.dialog().getByRole('button', { name: 'Close' }).last());
      await person.sees(person.link('Restart the spooler'));
    },
  },
  {
    name: 'import: undo',
    async run(person) {
      await importZip(person, 'Wrong wiki');
      await person.click(person.button('Undo import'));
      await person.sees('Undone: 2 documents are in the bin.');
    },
  },
  {
    name: 'CSV: servers with the usual columns',
    async run(person) {
      await chooseCsv(person, 'name,ipAddress\nsheet-1,10.9.0.1\nsheet-2,10.9.0.2\n');
      await person.click(person.button('Import'));
      await person.sees(person.row('sheet-2').last());
    },
  },
  {
    name: 'CSV: servers with columns of another tool',
    async run(person) {
      await chooseCsv(person, 'Rechnername;IP-Adresse;Umgebung;Schrank\nalien-1;10.9.1.1;PRD;R07\n');
      await person.choose(person.page.getByLabel('Field of Schrank'), 'Location');
      await person.click(person.button('Import'));
      await person.sees(person.row('alien-1').last());
    },
  },
  {
    name: 'register: an account with its address',
    async run(person) {
      const visitor = await person.visitor();
      const { page } = visitor;
      await visitor.open('/register');
      await visitor.fill(page.getByLabel('First name'), 'Grace');
      await visitor.press('Tab');
      await visitor.type('Moss');
      await visitor.press('Tab');
      await visitor.type('grace.moss@example.com');
      await visitor.fill(page.getByLabel('Password', { exact: true }), PASSWORD);
      await visitor.fill(page.getByLabel('Confirm password'), PASSWORD);
      await visitor.press('Enter');
      await visitor.sees(visitor.heading('Check Your Email'));
      const wanted = { to: 'grace.moss@example.com', subject: /Confirm your e-mail address/ };
      const { link } = await receive(person.stage.hub, wanted);
      const { pathname, search } = new URL(link ?? '');
      await page.goto(pathname + search);
      await visitor.sees(visitor.heading('Email Verified'));
    },
  },
  {
    name: 'approve: the next person',
    goal: { keys: 3 },
    async run(person) {
      for (const firstName of ['Ida', 'Joe'])
        await register(person.stage.hub, {
          email: `${firstName.toLowerCase()}@example.com`,
          password: PASSWORD,
          firstName,
          lastName: 'Waiting',
        });
      await person.open('/dashboard');
      await person.sees(person.link(/^User Approvals/));
      await person.page.keyboard.press('g');
      await person.page.keyboard.press('p');
      const approve = person.button(/^Approve /);
      await person.sees(person.button('Approve Ida Waiting'));
      const waiting = await approve.count();
      const question = person.page.getByRole('alertdialog');
      await approve.first().click({ trial: true });
      await approve.first().focus();
      await person.page.keyboard.press('Enter');
      await question.getByRole('button', { name: 'Approve' }).focus();
      await person.page.keyboard.press('Enter');
      await person.sees(`${waiting - 1} user`);
      // The next person: the focus is on the first row that is left.
      await expect(approve.first()).toBeFocused();
      await person.press('Enter');
      await person.sees(question);
      await person.press('Tab', 'Enter');
      await person.sees(waiting > 2 ? `${waiting - 2} user` : 'All caught up!');
    },
  },
];
