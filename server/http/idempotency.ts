import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/open.ts';
import { idempotencyKeys } from '../db/schema.ts';
import { RefusalError, refuse, type Refusal } from './errors.ts';

export type StoredAnswer = { status: number; headers: Record<string, string>; body: unknown };

const MAX_KEY_LENGTH = 200;

/** `key` is the hash of what the caller sent, `secret` is made of the same and never stored. */
type Claim = { userId: string; key: string; request: string; secret: Buffer };

/**
 * Who opens the transaction of a call that writes: `call` runs all of it in one; `write` leaves slow work before it and writes
 * once, by the `write` it is given; `own` opens what it needs.
 */
export type Transaction = 'call' | 'write' | 'own';

/** Runs the writing part of a call in its transaction, and keeps the result as its answer. A refusal is thrown. */
export type Write = <T>(work: (tx: Db) => Promise<T | Refusal>) => Promise<T>;

/** A call of the API. `answerTo` makes the answer of what it returns; a refusal throws. */
export type Run = {
  transaction: Transaction;
  handle(db: Db, write: Write): Promise<unknown>;
  answerTo(result: unknown): StoredAnswer;
};

/**
 * Runs a write, and where the request carries an Idempotency-Key runs it only once in 24 hours for that account: a
 * repetition gets the first answer. The key is claimed in the transaction of the write, so a second request waits for
 * the first, and a write that failed or died leaves no claim.
 */
export async function replayResponses(db: Db, request: FastifyRequest, run: Run): Promise<StoredAnswer> {
  const claim = claimOf(request);
  if (run.transaction === 'own') return claim ? answerInSteps(db, claim, run) : answerIn(db, run);
  try {
    if (run.transaction === 'call')
      return await db.transaction((tx) => claimed(tx, claim, () => answerIn(tx, run)));
    if (claim) await repeatFirst(db, claim);
    return run.answerTo(
      await run.handle(db, <T>(work: (tx: Db) => Promise<T | Refusal>) =>
        db.transaction(async (tx) => {
          let result: T | Refusal | undefined;
          await claimed(tx, claim, async () => run.answerTo((result = await work(tx))));
          return result as T;
        }),
      ),
    );
  } catch (error) {
    if (error instanceof Repeated) return error.answer;
    throw error;
  }
}

/** The call was answered before. */
class Repeated extends Error {
  readonly answer: StoredAnswer;

  constructor(answer: StoredAnswer) {
    super('The call was answered before');
    this.answer = answer;
  }
}

/** Of calls that are mounted without `write`. */
export const noWrite: Write = () => {
  throw new Error('This call is mounted without `write`');
};

const answerIn = async (db: Db, { handle, answerTo }: Run): Promise<StoredAnswer> =>
  answerTo(await handle(db, noWrite));

/** Claims the key, answers, and keeps the answer. */
async function claimed(
  tx: Db,
  claim: Claim | undefined,
  run: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  if (!claim) return run();
  if (!(await take(tx, claim))) throw new Repeated(await firstAnswer(tx, claim));
  const answer = await run();
  await keep(tx, claim, answer);
  return answer;
}

/** Spares a repetition the slow work. */
async function repeatFirst(db: Db, claim: Claim): Promise<void> {
  const isFresh = gt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`);
  const [first] = await db
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(and(sameKey(claim), isFresh));
  if (first) throw new Repeated(await firstAnswer(db, claim));
}

/** For calls that commit on their own: the claim stands before, the answer is added after. */
async function answerInSteps(db: Db, claim: Claim, run: Run): Promise<StoredAnswer> {
  if (!(await take(db, claim))) return firstAnswer(db, claim);
  try {
    const answer = await answerIn(db, run);
    await keep(db, claim, answer);
    return answer;
  } catch (error) {
    // An answer that is kept although we did not hear of it stays.
    await db.delete(idempotencyKeys).where(and(sameKey(claim), isNull(idempotencyKeys.status)));
    throw error;
  }
}

function claimOf(request: FastifyRequest): Claim | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '' || !request.actor) return undefined;
  if (key.length > MAX_KEY_LENGTH) {
    throw new RefusalError(
      refuse(400, 'validation_failed', `Idempotency-Key: use at most ${MAX_KEY_LENGTH} characters`),
    );
  }
  const { body = null } = request;
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n`);
  hash.update(body instanceof Uint8Array ? body : JSON.stringify(body));
  const { userId } = request.actor;
  const secret = createHash('sha256').update(`answer\n${userId}\n${key}`).digest();
  return { userId, key: storedKey(key), request: hash.digest('hex'), secret };
}

const storedKey = (key: string): string => createHash('sha256').update(key).digest('hex');

const sameKey = (claim: Claim) =>
  and(eq(idempotencyKeys.userId, claim.userId), eq(idempotencyKeys.key, claim.key));

/** True when the key is ours now. One past its day, or left open by a process that died, is taken over. */
async function take(db: Db, { userId, key, request }: Claim): Promise<boolean> {
  const lapsed = or(
    lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`),
    and(isNull(idempotencyKeys.status), lt(idempotencyKeys.createdAt, sql`now() - interval '5 minutes'`)),
  );
  const taken = await db
    .insert(idempotencyKeys)
    .values({ userId, key, request })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { request, status: null, answer: null, createdAt: sql`now()` },
      ...(lapsed ? { setWhere: lapsed } : {}),
    })
    .returning({ key: idempotencyKeys.key });
  return taken.length === 1;
}

async function firstAnswer(db: Db, claim: Claim): Promise<StoredAnswer> {
  const [first] = await db.select().from(idempotencyKeys).where(sameKey(claim));
  if (first && first.request !== claim.request) {
    throw new RefusalError(
      refuse(409, 'idempotency_mismatch', 'This Idempotency-Key was used for another request'),
    );
  }
  if (!first?.status) {
    throw new RefusalError(
      refuse(409, 'in_progress', 'The first request with this Idempotency-Key still runs', {
        retryAfterSeconds: 1,
      }),
    );
  }
  return opened(claim, String(first.answer));
}

async function keep(db: Db, claim: Claim, answer: StoredAnswer): Promise<void> {
  const { status } = answer;
  await db
    .update(idempotencyKeys)
    .set({ status, answer: sealed(claim, answer) })
    .where(sameKey(claim));
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** An answer may hold a link or a token that is shown only once: whoever has the database alone cannot read it. */
function sealed({ secret }: Claim, answer: StoredAnswer): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, secret, iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

function opened({ secret }: Claim, answer: string): StoredAnswer {
  const bytes = Buffer.from(answer, 'base64');
  const body = IV_BYTES + TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, body));
  const text = Buffer.concat([decipher.update(bytes.subarray(body)), decipher.final()]);
  return JSON.parse(text.toString()) as StoredAnswer;
}
