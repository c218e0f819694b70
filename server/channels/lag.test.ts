import { expect, test } from 'vitest';
import { system } from '../../contract/calls/system.ts';
import { withApp } from '../../test/app.ts';

const at = withApp();

test('ALERT-63 the metrics and the status tell how many messages wait, and since when', async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  const { pool } = at.current.database;
  const status = async () => (await admin.call(system.status, {})).alertMessages;
  const metrics = async () => {
    const { body } = await at.current.anonymous.send({ url: '/metrics' });
    const valueOf = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(body)?.[1]);
    return [valueOf('ops_hub_alert_messages_waiting'), valueOf('ops_hub_alert_message_lag_seconds')];
  };
  expect(await status()).toEqual({ waiting: 0, waitingSince: null });
  expect(await metrics()).toEqual([0, 0]);
  await pool.query(
    `insert into deliveries (group_key, rule_id, channel_id, event, step, message, state, created_at)
     select 'lag', gen_random_uuid(), id, 'firing', n, '{}', case when n = 3 then 'sent' else 'waiting' end,
       now() - n * interval '1 hour'
     from channels, generate_series(1, 3) n`,
  );
  const { waiting, waitingSince } = await status();
  expect([waiting, typeof waitingSince]).toEqual([2, 'string']);
  const [count, lag] = await metrics();
  expect(count).toBe(2);
  expect(Math.round(lag! / 3_600)).toBe(2);
});
