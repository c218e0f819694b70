// Servers that have a person as their owner, in the place of a team, held against SQL.
import { beforeAll, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { team } from '../../contract/team.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, figure, idsWhere, linked } from '../../test/assistant-answers.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  ann = await at.current.signedIn();
  for (const name of ['Priya Raman', 'Marit Lunde', 'Helge Dahl', 'Omar Haddad'])
    await ann.call(team.create, { body: { name, role: name === 'Helge Dahl' ? 'Security Officer' : 'Engineer', department: 'Imaging', email: `${name.split(' ')[0]}@example.com` } });
  for (const [index, teamOwner] of ['Priya Raman', 'Priya Raman', 'Marit Lunde', 'Helge Dahl', 'Imaging', null].entries())
    await ann.call(servers.create, { body: { name: `elm-${index}`, teamOwner, status: index % 2 ? 'online' : 'offline', keyContacts: 'Priya Raman' } });
}, 60_000); // prettier-ignore

const talk = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';
const owned = (...names: string[]) =>
  idsWhere(at.current.database.pool, `team_owner in (${names.map((name) => `'${name}'`).join(', ')})`);

test.each([
  [['who is Priya Raman?', 'which servers does she own?'], ['Priya Raman']],
  [['who is Helge Dahl?', 'which servers belong to him?'], ['Helge Dahl']],
  [['who is Helge Dahl?', 'does he own servers?'], ['Helge Dahl']],
  [['who is Marit Lunde?', 'what does she own?'], ['Marit Lunde']],
  [['what does Marit Lunde own'], ['Marit Lunde']],
  [['does Helge Dahl own anything?'], ['Helge Dahl']],
  [['list everything that Marit Lunde is responsible for'], ['Marit Lunde']],
  [['what is Marit Lunde responsible for?'], ['Marit Lunde']],
  [['which servers does Marit Lunde look after?'], ['Marit Lunde']],
  [['servers of Priya'], ['Priya Raman']],
  [['servers of the security officer'], ['Helge Dahl']],
  [['Which servers does the security officer own?'], ['Helge Dahl']],
  [['servers owned by Priya or Helge'], ['Priya Raman', 'Helge Dahl']],
])('AI-10 %j lists what has the person as its owner', async (questions, names) => {
  const answer = await talk(...questions);
  expect(linked(answer)).toEqual(await owned(...names));
  expect(answer).not.toMatch(/found nothing|and no person/);
});

const PERSONS = "team_owner in ('Priya Raman', 'Marit Lunde', 'Helge Dahl')";
test.each([
  [['which servers are owned by people instead of teams?'], PERSONS],
  [['servers owned by a person and not by a team'], PERSONS],
  [['which servers are owned, but not by a team?'], PERSONS],
  [['which servers are owned by people?', 'which of them are offline?'], `${PERSONS} and status = 'offline'`],
  [['servers owned by teams instead of people'], "team_owner = 'Imaging'"],
  [['servers owned by teams rather than people', 'which of them are offline?'], "team_owner = 'Imaging' and status = 'offline'"],
  [['servers with an owner that is a person'], PERSONS],
  [['list servers owned by a team'], "team_owner = 'Imaging'"],
  [['servers not owned by a team'], `(${PERSONS} or team_owner is null)`],
])('AI-10 %j tells those of persons from those of teams', async (questions, where) => {
  const answer = await talk(...questions);
  expect(linked(answer)).toEqual(await idsWhere(at.current.database.pool, where));
  expect(answer).not.toMatch(/did not understand|found nothing/);
}); // prettier-ignore

test('AI-10 which people own servers is told of each of them', async () => {
  const answer = await talk('which people own servers?');
  for (const line of ['Priya Raman: **2**', 'Marit Lunde: **1**', 'Helge Dahl: **1**'])
    expect(answer).toContain(`- ${line}`);
  expect(answer).not.toContain('Imaging');
});

test('AI-10 a conversation goes on from the servers of a person', async () => {
  expect(
    figure(await talk('who is Priya Raman?', 'which servers does she own?', 'how many are offline?')),
  ).toBe(1);
});

test.each([['who is Omar Haddad?', 'which servers does he own?'], ['what does Omar Haddad own?']])(
  'AI-10 of a person who owns none no server is told: %s',
  async (...questions) => {
    expect(await talk(...questions)).toContain('records the team that owns a server and no person');
    const next = await talk(...questions, 'are they all online?');
    expect(next).toContain('about no servers');
    expect(linked(next)).toEqual([]);
  },
);

test('AI-09 who somebody is and what they write is still asked of the team', async () => {
  for (const query of ['who is Marit Lunde?', 'what is the email of Marit Lunde', 'contact Priya Raman'])
    // oxlint-disable-next-line no-await-in-loop -- Three questions.
    expect(await talk(query)).toMatch(/^- \[(?:Marit Lunde|Priya Raman)\]\(\/team/);
});

test.each([
  ['who owns elm-1?', 'how many servers does she own?', 'Priya Raman'],
  ['who owns elm-1?', 'and how many servers does she look after?', 'Priya Raman'],
  ['who owns elm-4?', 'how many servers do they have?', 'Imaging'],
  ['which team owns elm-4?', 'how many servers do they own?', 'Imaging'],
  ['which team owns elm-4?', 'how many of their servers are there?', 'Imaging'],
  ['tell me about elm-4', 'how many servers do they manage?', 'Imaging'],
  ['which servers are called elm-4 and who owns them?', 'how many servers belong to them?', 'Imaging'],
])('AI-10 %s %s counts those of the owner', async (told, asked, owner) => {
  const answer = await talk(told, asked);
  expect(figure(answer)).toBe((await owned(owner)).length);
  expect(answer).toContain(`team owner ${owner}`);
});

test.each([
  ['which other servers does she own?'],
  ['what else does she own?'],
  ['list her servers'],
  ['which servers belong to her?'],
])('AI-10 who owns elm-1? %s lists those of the owner', async (asked) => {
  const all = await owned('Priya Raman');
  const answer = await talk('who owns elm-1?', asked);
  expect([...new Set(linked(answer))].toSorted()).toEqual(all.toSorted());
  // "other" is not left out in silence.
  expect(answer.includes('is one of them')).toBe(/other|else/.test(asked));
});

test('AI-10 "her" is the person who owns the server that was asked about', async () => {
  expect(await talk('who owns elm-2?', 'what is her email?')).toContain('marit@example.com');
  expect(await talk('who owns elm-2?', 'is she in Imaging?')).toMatch(/^- \[Marit Lunde\]/);
  const both = await talk('who owns elm-2 and is she active?');
  expect(both).toContain('team owner is **Marit Lunde**');
  expect(both).toMatch(/\[Marit Lunde\]\(\/team.* · active/);
});

test('AI-10 a person who owns servers is no team that owns the fewest', async () => {
  const answer = await talk('Which team owns the fewest servers?');
  expect(answer).toContain('**Imaging** has the fewest: 1.');
  expect(answer).toContain('Not counted as teams: Helge Dahl, Marit Lunde and Priya Raman, who are persons.');
  expect(await talk('Which team owns the most servers?')).toContain('**Imaging** has the most: 1.');
  expect(await talk('Which owner has the most servers?')).toContain('**Priya Raman** has the most: 2.');
});
