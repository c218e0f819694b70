// Turns and questions that say "his team", "the team of …" or "there", held against SQL.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { team } from '../../contract/team.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, byText, figure, idsWhere, linked } from '../../test/assistant-answers.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  ann = await at.current.signedIn();
  for (const [name, department, status] of [
    ['Olga Rook', 'IT Security', 'active'],
    ['Tom Finch', 'IT Security', 'inactive'],
    ['Ida Wren', 'Server Services', 'active'],
  ] as const)
    await ann.call(team.create, { body: { name, role: 'Engineer', department, status, email: `${name.split(' ')[0]}@example.com` } });
  await ann.call(team.create, { body: { name: 'Ned Coot', role: 'Manager', department: 'IT Operations', email: 'ned@example.com' } });
  await ann.call(team.create, { body: { name: 'Eva Coot', role: 'Database Administrator', department: 'IT Operations', email: 'eva@example.com' } });
  for (const [index, teamOwner] of ['IT Security', 'IT Security', 'IT Security', 'Server Services', 'Server Services', 'IT Operations', 'IT Operations'].entries())
    await ann.call(servers.create, { body: { name: `oak-${index}`, teamOwner, status: index % 2 ? 'online' : 'offline', serverLocation: index < 5 ? 'Leeds' : 'Perth' } });
}, 60_000); // prettier-ignore

const talk = (...questions: string[]) => askInTurn(ann, questions);
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);
const SECURITY = "team_owner = 'IT Security'";

describe('AI-10 the servers of a person’s team are those that the department owns', () => {
  test.each([
    'which servers belong to the team of Olga Rook?',
    'Olga Rooks team’s servers',
    'servers owned by Olga Rook’s team',
  ])('AI-10 %s', async (query) => {
    expect(linked((await talk(query))[0])).toEqual(await idsOf(SECURITY));
  });

  test('AI-10 "his" and "her" are of whom the answer before told', async () => {
    const [, mail, own, offline, count] = await talk('who is Olga Rook?', "what's her email?", 'and her team’s servers?', 'only the offline ones', 'how many are they?'); // prettier-ignore
    expect(mail).toContain('`olga@example.com`');
    expect(linked(own)).toEqual(await idsOf(SECURITY));
    expect(linked(offline)).toEqual(await idsOf(`${SECURITY} and status = 'offline'`));
    expect(figure(count)).toBe((await idsOf(`${SECURITY} and status = 'offline'`)).length);
    const [, active] = await talk('who is Tom Finch?', 'is he active?');
    expect(active).toMatch(/^- \[Tom Finch\].*inactive$/);
  });
});

describe('AI-09 people by their first name, their work and how teams are asked for', () => {
  test.each([
    ['what’s Olga’s job', ['Olga Rook']],
    ['what team is Ida in?', ['Ida Wren']],
    ['who do we have in IT Security?', ['Olga Rook', 'Tom Finch']],
    ['who is responsible in IT Security', ['Olga Rook', 'Tom Finch']],
    ['which engineers are in IT Security and what are their mails', ['Olga Rook', 'Tom Finch']],
    ['who on the team is a DBA', ['Eva Coot']],
    ['who manages IT Operations?', ['Ned Coot']],
  ])('AI-09 %s', async (query, names) => {
    const [answer = ''] = await talk(query);
    const told = [...answer.matchAll(/\[([^\]]+)\]\(\/team\?member=/g)].map(([, name = '']) => name);
    expect(told.toSorted(byText)).toEqual(names);
    expect(answer).not.toMatch(/found nothing|records nothing/);
  });

  test('AI-09 whose manager somebody has is not recorded, and the servers of Olga’s team are', async () => {
    expect((await talk('who is Olga’s manager?'))[0]).toContain('records nothing about “manager”');
    expect(figure((await talk('how many servers does Olga’s team own'))[0])).toBe(
      (await idsOf(SECURITY)).length,
    );
  });
});

describe('AI-10 who owns what', () => {
  test('AI-10 is told of the servers that have all of its words, and how they are of them alone', async () => {
    await ann.call(servers.create, { body: { name: 'elm-db', teamOwner: 'IT Security', primaryFunction: 'Ledger Database', status: 'online' } }); // prettier-ignore
    const [owner, state] = await talk('who owns the IT Security database?', 'is the ledger database ok?');
    expect(owner).toMatch(/^\*\*1\*\* server with team owner .* by team owner:\n\n- IT Security: \*\*1\*\*$/);
    expect(state).toContain('- online: **1**\n\nNone of them is offline or has a warning.');
  });
});

describe('AI-10 who works "there" is asked of the team of the answer before', () => {
  test.each(['which team owns most servers?', 'servers of IT Security'])('AI-10 %s', async (first) => {
    const [, people, active, their] = await talk(first, 'who works there?', 'are any of them inactive?', 'list their servers that are offline'); // prettier-ignore
    expect(people).toContain('**2** team members');
    expect(active).toMatch(/\*\*1\*\* team member .*\n\n- \[Tom Finch\]/);
    expect(linked(their)).toEqual(await idsOf(`${SECURITY} and status = 'offline'`));
  });

  test('AI-10 whose servers "they" own is asked again after a turn that was not understood, or not told', async () => {
    const [, , own] = await talk(
      'who works in IT Security?',
      'engineers only, or 3',
      'which servers do they own?',
    );
    expect(linked(own)).toEqual(await idsOf(SECURITY));
    const [, nobody] = await talk('who is Olga Rook and who is Ida Wren?', 'what is his email?');
    expect(nobody).toContain('I do not know who or which team is meant');
    for (const query of ['which servers do they own?', 'list their servers that are offline'])
      // oxlint-disable-next-line no-await-in-loop -- Two questions.
      expect(linked((await talk(query))[0])).toEqual([]);
  });

  test.each(['which team owns fewest servers?', 'servers in Leeds'])(
    'AI-10 %s: it cannot be told which team, and that is said',
    async (first) => {
      const [, people] = await talk(first, 'who works there?');
      expect(people).toContain('I do not know who or which team is meant');
    },
  );
});

test('AI-10 no team is told as its own owner', async () => {
  await ann.call(servers.create, { body: { name: 'elm-app', teamOwner: 'Payments' } });
  expect((await talk('who is responsible for payments?'))[0]).not.toContain('by team owner');
  expect((await talk('who owns the payments servers?'))[0]).toContain('Payments: **1**');
});
