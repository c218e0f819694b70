import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sql } from 'drizzle-orm';
import { hashPassword } from '../server/accounts/passwords.ts';
import { createAccountToken } from '../server/accounts/one-time-tokens.ts';
import type { Database } from '../server/db/open.ts';
import { startDelivery } from '../server/mail-queue/delivery.ts';
import type { LiveEngine } from '../server/live/engine.ts';
import { PASSWORD } from '../test/factories.ts';
import type { TimedCall, Work } from './interleaved-calls.ts';
import { outboxMailer } from '../server/mail/mailer.ts';

/** Samples per side of each call; BENCH_SAMPLES overrides it. */
const SAMPLES = Number(process.env['BENCH_SAMPLES'] ?? 2_000);
const CALLERS = Number(process.env['BENCH_CALLERS'] ?? 1);

type Kind = { name: string; path: string; body: (email: string) => object };

const KINDS: Kind[] = [
  { name: 'forgot password', path: '/api/auth/forgot-password', body: (email) => ({ email }) },
  {
    name: 'register',
    path: '/api/auth/register',
    body: (email) => ({
      email,
      firstName: 'Vera',
      lastName: 'Visitor',
      password: PASSWORD,
      confirmPassword: PASSWORD,
    }),
  },
  { name: 'resend verification', path: '/api/auth/resend-verification', body: (email) => ({ email }) },
  { name: 'sign in', path: '/api/auth/login', body: (email) => ({ email, password: 'Wr0ng!Kelp#Moon' }) },
];

/**
 * Whether response times reveal which addresses have an account. Known and unknown addresses, each used once, are sent
 * in random order. AUC is the probability that the response for a known address takes longer than that for an unknown
 * one: 0.5 reveals nothing, 1 everything.
 */
export async function measureAnswerTimes(
  url: string,
  database: Database,
  { live, outbox, publicUrl }: { live: LiveEngine; outbox: string; publicUrl: string },
) {
  const log = { info: () => undefined, error: console.error };
  const mailer = outboxMailer(outbox, 'Ops Hub <ops-hub@localhost>', () => undefined);
  const delivery = startDelivery(database, live, { mailer, makeToken: createAccountToken, publicUrl }, log);
  const selected = process.argv.slice(3);
  const kinds = selected.length > 0 ? KINDS.filter(({ name }) => selected.includes(name)) : KINDS;
  console.log(`${SAMPLES} responses for known and for unknown addresses, ${CALLERS} at a time`);
  for (const kind of kinds) {
    const isPending = kind.name === 'resend verification';
    await makeAccounts(database, kind.name, isPending ? 'pending_verification' : 'active');
    const calls = inRandomOrder(kind);
    const times = await send({ url, calls, callers: CALLERS });
    const [unknown = [], known = []] = [0, 1].map((side) =>
      times.filter((time, index) => time > 0 && calls[index]?.side === side).toSorted((a, b) => a - b),
    );
    const half = (side: number[]) => `${(side[Math.floor(side.length / 2)] ?? 0).toFixed(2)} ms`;
    console.log(
      `${kind.name.padEnd(20)} AUC ${auc(known, unknown).toFixed(3)}  median known ` +
        `${half(known)}, unknown ${half(unknown)}  (${known.length} + ${unknown.length})`,
    );
    await delivery.deliver();
  }
  await delivery.stop();
}

const addressOf = (name: string, side: 0 | 1, n: number) =>
  `${side ? 'known' : 'other'}-${name.replaceAll(' ', '-')}-${n}@example.com`;

async function makeAccounts({ db }: Database, name: string, status: string) {
  const passwordHash = await hashPassword(PASSWORD);
  const before = addressOf(name, 1, 0).replace('0@example.com', '');
  await db.execute(
    sql`insert into users (email, first_name, last_name, account_status, is_email_verified, password_hash)
        select ${before} || n || '@example.com', 'Known', 'Person', ${status}, ${status === 'active'}, ${passwordHash}
        from generate_series(0, ${SAMPLES - 1}) n`,
  );
  await db.execute(sql`vacuum analyze users`);
}

function inRandomOrder({ name, path, body }: Kind): TimedCall[] {
  const calls = ([0, 1] as const).flatMap((side) =>
    Array.from({ length: SAMPLES }, (_, n) => ({ side, path, body: body(addressOf(name, side, n)) })),
  );
  return calls
    .map((call) => ({ call, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ call }) => call);
}

async function send(work: Work): Promise<number[]> {
  const visitor = new Worker(new URL('interleaved-calls.ts', import.meta.url), { workerData: work });
  const [times] = (await once(visitor, 'message')) as [number[]];
  return times;
}

/** For two sorted lists: the share of pairs in which the first value is larger; equal ones count half. */
function auc(first: number[], second: number[]): number {
  let below = 0;
  let upTo = 0;
  let sum = 0;
  for (const time of first) {
    while (below < second.length && (second[below] ?? 0) < time) below++;
    upTo = Math.max(upTo, below);
    while (upTo < second.length && (second[upTo] ?? 0) <= time) upTo++;
    sum += (below + upTo) / 2;
  }
  return sum / (first.length * second.length);
}
