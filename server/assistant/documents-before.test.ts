// What is asked of the documents, or of all servers, that the answer before named.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn } from '../../test/assistant-answers.ts';
import { aDocument, aUser } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  ann = await at.current.signedIn();
  const { db, pool } = at.current.database;
  const writer = await aUser(db, { email: 'wren@example.com' });
  await pool.query("update users set first_name = 'Ida', last_name = 'Wren' where id = $1", [writer.id]);
  for (const [index, title] of ['Tunnels of quokkanet', 'Keys of quokkanet', 'Peers of quokkanet'].entries()) {
    const id = await aDocument(db, writer, { title, content: `${title}, and how quokkanet works.` });
    await pool.query('update documents set updated_at = now() - $2 * interval \'1 day\' where id = $1', [id, [5, 1, 9][index]]);
  }
  for (const thing of ['file server', 'name server'])
    await aDocument(db, writer, { title: `Patch the ${thing}`, content: `## Steps\n\nInstall the updates on the ${thing}, then reboot the ${thing}.` });
  for (const status of ['online', 'online', 'offline'] as const)
    await ann.call(servers.create, { body: { name: `date-${Math.random()}`, status, primaryFunction: 'Mail Relay' } });
}, 60_000); // prettier-ignore

const talk = (...questions: string[]) => askInTurn(ann, questions);
const titles = (answer = '') =>
  [...answer.matchAll(/\[([^\]]+)\]\(\/knowledge-base\?doc=[0-9a-f-]{36}\)/g)].map(([, title]) => title);

describe('AI-09 of the documents of the answer before', () => {
  test('AI-09 who wrote them, the newest, the oldest and the first', async () => {
    const [all, who, newest, oldest, first] = await talk('documents about quokkanet', 'who wrote them?', 'which is the newest?', 'and the oldest?', 'show me the first one'); // prettier-ignore
    expect(titles(who)).toEqual(titles(all));
    expect(who?.match(/written by \*\*Ida Wren\*\*/g)).toHaveLength(3);
    expect(titles(newest)).toEqual(['Keys of quokkanet']);
    expect(titles(oldest)).toEqual(['Peers of quokkanet']);
    expect(titles(first)).toEqual(titles(all).slice(0, 1));
  });

  test('AI-09 further steps are of the same thing', async () => {
    const [, steps] = await talk('how do I patch the file server?', 'and the steps after the updates?');
    expect(titles(steps)[0]).toBe('Patch the file server');
  });
});

test('AI-10 whether all servers of the answer before are online is told of all of them', async () => {
  const [, whether] = await talk('list the mail relays', 'are they all online?');
  expect(whether).toContain('- online: **2**');
  expect(whether).toContain('**1** server needs attention:');
});
