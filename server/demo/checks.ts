import { sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { checkHours, checkResults, incidents, servers } from '../db/schema.ts';
import type { DemoServer } from './inventory.ts';

export const DAYS = 90;
/** A row of the past stands for so many hours, a result of the last day for so many minutes. */
const HOURS = 6;
const MINUTES = 30;
const RESULTS = HOURS * 60;

type Planned = DemoServer & { id: string };

/** What checks would have recorded: figures that move around a level, short outages here and there, and how it is now. */
export async function addChecks(tx: Db, planned: Planned[]): Promise<void> {
  const checked = planned.filter(({ status }) => status !== 'unknown');
  const plan = sql`(select * from json_to_recordset(${JSON.stringify(
    checked.map(({ id, status, level: [cpu, memory, disk], uptimeSeconds }) => ({
      id,
      status,
      cpu,
      memory,
      disk,
      uptime: uptimeSeconds,
    })),
  )}::json) as p(id uuid, status text, cpu real, memory real, disk real, uptime bigint))`;
  // The same wave each time: from the server and the hour alone.
  const wave = (at: string) => sql.raw(`(abs(hashtext(p.id::text || ${at}::text)) % 100)`);
  await tx.execute(sql`
    insert into ${checkHours} (server_id, hour, results, good, bad, latency_ms, cpu_usage, memory_usage, disk_usage)
    select p.id, h, ${RESULTS}, ${RESULTS} - bad, bad, 5 + w / 5.0, least(100, p.cpu + w / 5.0), least(100, p.memory + w / 20.0),
      least(100, p.disk + w / 50.0)
    from ${plan} p,
      generate_series(date_trunc('hour', now()) - ${DAYS} * interval '1 day', date_trunc('hour', now()) - interval '25 hours',
        ${HOURS} * interval '1 hour') h,
      lateral (select ${wave('h')} as w) waves,
      lateral (select case when w = 7 then 25 else 0 end as bad) outages`);
  await tx.execute(sql`
    insert into ${checkResults} (server_id, at, outcome, message, latency_ms, cpu_usage, memory_usage, disk_usage)
    select p.id, t, outcome,
      case outcome when 'bad' then 'The connection was refused'
        when 'warning' then 'Disk is 96 % used' else 'It answered 200' end,
      case outcome when 'bad' then null else 5 + w / 5.0 end, p.cpu + w / 5.0,
             least(100, p.memory + w / 20.0), least(100, p.disk + w / 50.0)
    from ${plan} p,
      generate_series(now() - interval '23 hours', now() - interval '1 minute', ${MINUTES} * interval '1 minute') t,
      lateral (select ${wave('t')} as w) waves,
      lateral (select case p.status when 'maintenance' then 'maintenance' when 'warning' then 'warning'
        when 'offline' then case when t > now() - interval '2 hours' then 'bad' else 'good' end else 'good' end as outcome) outcomes`);
  await tx.execute(sql`
    insert into ${incidents} (server_id, started_at, message)
    select p.id, now() - interval '2 hours', 'The connection was refused' from ${plan} p where p.status = 'offline'`);
  await tx.execute(sql`
    update ${servers} s set cpu_usage = p.cpu, memory_usage = p.memory, disk_usage = p.disk, uptime = p.uptime,
      last_health_check = now() - interval '1 minute', certificate_expires_at = null,
      last_message = case p.status when 'offline' then 'The connection was refused'
        when 'warning' then 'Disk is 96 % used' else 'It answered 200' end,
      created_at = now() - (abs(hashtext(p.id::text)) % 300) * interval '1 day'
    from ${plan} p where s.id = p.id`);
}
