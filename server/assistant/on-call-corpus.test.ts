import { beforeAll, expect, test } from 'vitest';
import { servers } from '../../contract/calls/servers.ts';
import { withApp } from '../../test/app.ts';
import { linked, replyToLast, type WholeReply } from '../../test/assistant-answers.ts';
import { aDocument, ANYBODY } from '../../test/factories.ts';
import {
  ON_CALL_COUNTS,
  ON_CALL_DOCUMENTS,
  ON_CALL_HONEST,
  ON_CALL_LISTS,
  ON_CALL_MISSING,
  ON_CALL_OUTAGES,
  ON_CALL_PAGES,
  ON_CALL_RANKS,
  ON_CALL_REPLIES,
  ON_CALL_SERVERS,
  ON_CALL_SMALL_TALK,
  ON_CALL_TALKS,
} from '../../test/on-call-corpus.ts';

/** Wednesday noon in Sydney, in a year of no test run. */
const NOW = new Date('2431-03-12T01:00:00Z');
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const before = (ms: number) => new Date(NOW.getTime() - ms);
const at = withApp();
let userId = '';
const [wrong, refused]: [string[], string[]] = [[], []];
let judged = 0;

beforeAll(async () => {
  const ann = await at.current.signedIn();
  userId = ann.user.id;
  const { pool, db } = at.current.database;
  const ids = new Map<string, string>();
  for (const { body, figures, ...made } of ON_CALL_SERVERS) {
    // oxlint-disable-next-line no-await-in-loop -- The order matters.
    const { id } = await ann.call(servers.create, { body });
    ids.set(body.name, id);
    const expiry = made.certificateInDays === null ? null : before(-made.certificateInDays * DAY_MS);
    // oxlint-disable-next-line no-await-in-loop
    await pool.query('update servers set created_at = $2, certificate_expires_at = $3 where id = $1', [
      id,
      before(made.createdDaysAgo * DAY_MS),
      expiry,
    ]);
    if (made.isMeasured)
      // oxlint-disable-next-line no-await-in-loop
      await pool.query(
        `update servers set cpu_usage = $2, memory_usage = $3, disk_usage = $4, uptime = $5, last_health_check = $6
         where id = $1`,
        [id, figures.cpu, figures.memory, figures.disk, figures.uptimeDays * 86_400, NOW],
      );
  }
  for (const [name, hoursAgo, hours] of ON_CALL_OUTAGES) {
    const end = hours === null ? null : before((hoursAgo - hours) * HOUR_MS);
    // oxlint-disable-next-line no-await-in-loop
    await pool.query(
      `insert into incidents (server_id, started_at, ended_at, message) values ($1, $2, $3, 'Refused')`,
      [ids.get(name), before(hoursAgo * HOUR_MS), end],
    );
  }
  // oxlint-disable-next-line no-await-in-loop
  for (const [title, content] of ON_CALL_PAGES) await aDocument(db, ann.user, { title, content });
}, 120_000);

const ask = (...turns: string[]) =>
  replyToLast(turns, { db: at.current.database.db, userId, ...ANYBODY, now: NOW });
const idsOf = async (where: string, order = 'id') =>
  (
    await at.current.database.pool.query<{ id: string }>(
      `select id from servers where deleted_at is null and (${where}) order by ${order} nulls last, id`,
    )
  ).rows.map(({ id }) => id);

const isHonest = ({ end }: WholeReply): boolean =>
  end.outcome !== 'query' || (end.understood?.unread.length ?? 0) > 0;

function judge(question: string, reply: WholeReply, isRight: boolean): void {
  judged += 1;
  if (isRight) return;
  const { filter = '', unread = [] } = reply.end.understood ?? {};
  const words = `${question} -> ${reply.text.slice(0, 160).replaceAll('\n', ' | ')} [${filter} | ${unread.join(', ')}]`;
  (isHonest(reply) ? refused : wrong).push(words);
}

const figureOf = (text: string): number => Number(/\*\*(\d+)\*\* servers?/.exec(text)?.[1] ?? Number.NaN);

test('AI-10 the questions of a person on call about an inventory of a hundred servers', async () => {
  for (const [where, ...questions] of ON_CALL_COUNTS) {
    const { length } = await idsOf(where);
    for (const question of questions) {
      const reply = await ask(question);
      judge(question, reply, !reply.end.understood?.unread.length && figureOf(reply.text) === length);
    }
  }
  for (const [where, ...questions] of ON_CALL_LISTS) {
    const ids = await idsOf(where);
    for (const question of questions) {
      const reply = await ask(question);
      const { size } = new Set([...linked(reply.text), ...ids]);
      const isSame = ids.length > 50 ? figureOf(reply.text) === ids.length : size === ids.length;
      judge(question, reply, isSame && linked(reply.text).length >= Math.min(ids.length, 50));
    }
  }
  for (const [order, ...questions] of ON_CALL_RANKS) {
    const [first] = await idsOf('true', order);
    for (const question of questions) {
      const reply = await ask(question);
      judge(question, reply, linked(reply.text).includes(first ?? '') && linked(reply.text).length < 7);
    }
  }
  for (const [part, ...questions] of ON_CALL_REPLIES)
    for (const question of questions) {
      const reply = await ask(question);
      judge(question, reply, reply.text.includes(part) && reply.end.outcome === 'query');
    }
  for (const [part, ...turns] of ON_CALL_TALKS) {
    const reply = await ask(...turns);
    judge(turns.join(' / '), reply, reply.text.includes(part));
  }
  for (const [name, ...questions] of ON_CALL_MISSING)
    for (const question of questions) {
      const reply = await ask(question);
      judge(question, reply, reply.text.includes(`There is no ${name}`) && !reply.text.includes('**0**'));
    }
  for (const question of ON_CALL_HONEST) {
    const reply = await ask(question);
    judge(question, reply, isHonest(reply));
  }
  for (const [title, ...questions] of ON_CALL_DOCUMENTS)
    for (const question of questions) {
      const reply = await ask(question);
      judge(question, reply, reply.text.includes(title));
    }
  for (const question of ON_CALL_SMALL_TALK) {
    const reply = await ask(question);
    judge(question, reply, reply.end.outcome === 'nothing');
  }
  expect(wrong).toEqual([]);
  expect(refused).toEqual([]);
}, 300_000);
