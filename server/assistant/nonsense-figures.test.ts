import { expect, test } from 'vitest';
import { assistant } from '../../contract/assistant.ts';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';

const at = withApp();

test('AI-10 a figure that cannot be true, as earlier releases stored it, was not measured', async () => {
  const ann = await at.current.signedIn();
  const { pool } = at.current.database;
  for (const [name, cpu] of Object.entries({
    'cal-01': '80',
    'cal-02': '60',
    'nan-01': 'NaN',
    'inf-01': 'Infinity',
  })) {
    const { id } = await ann.call(servers.create, { body: { name } });
    await pool.query('update servers set cpu_usage = $2::real, uptime = $3 where id = $1', [
      id,
      cpu,
      name === 'nan-01' ? -5 : 60,
    ]);
  }
  const ask = async (query: string) => (await ann.call(assistant.ask, { body: { query } })).response;
  const highest = await ask('Top 4 servers by cpu usage');
  expect([...highest.matchAll(/\*\*(.+?)\*\*/g)].map(([, figure]) => figure)).toEqual(['80 %', '60 %']);
  expect(await ask('What is the average cpu usage?')).toContain('**70 %**, measured on **2** servers');
  expect(await ask('Which servers have cpu usage over 50 %?')).not.toMatch(/nan-01|inf-01/);
  for (const query of [
    'cpu usage of all servers',
    'What is the cpu usage of nan-01?',
    'Tell me about nan-01',
  ])
    expect([query, await ask(query)]).toEqual([query, expect.not.stringMatching(/NaN|Infinity|(?<!\w)-5/)]);
});
