import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/open.ts';
import { idempotencyKeys } from '../db/schema.ts';
import { RefusalError, refuse, type Refusal } from './errors.ts';
import { uploadHashOf } from './uploaded-file.ts';

export type StoredAnswer = { status: number; headers: Record<string, string>; body: unknown };

const MAX_KEY_LENGTH = 200;

/** `key` is the hash of the caller's key. `secret` derives from the same key and is never stored. */
type Claim = {
  userId: string;
  key: string;
  /** Identifies method, address and body. For an upload it is complete once the file was read. */
  request(): string;
  secret: Buffer;
  isUpload: boolean;
};

/**
 * Who opens the transaction of a writing call: `call` runs the whole handler in one; `write` does slow work first and
 * writes once, through the given function; `own` opens its own transactions.
 */
export type Transaction = 'call' | 'write' | 'own';

/** Runs the writing part of a call in its transaction, and stores the result as its response. Throws a refusal. */
export type Write = <T>(work: (tx: Db) => Promise<T | Refusal>) => Promise<T>;

/** An API call. `answerTo` converts its result to the response, or throws a refusal. */
export type CallRun = {
  transaction: Transaction;
  handle(db: Db, write: Write): Promise<unknown>;
  answerTo(result: unknown): StoredAnswer;
  /** Returns the first response again, or refuses. */
  repeated(answer: StoredAnswer): Promise<StoredAnswer>;
};

/**
 * Runs a write. With an Idempotency-Key it runs only once in 24 hours per account: a repetition gets the first
 * response. The key is claimed in the transaction of the write, so a second request waits for the first, and a failed
 * write leaves no claim.
 */
export async function replayResponses(db: Db, request: FastifyRequest, run: CallRun): Promise<StoredAnswer> {
  const claim = claimOf(request);
  if (run.transaction === 'own') return claim ? answerInSteps(db, claim, run) : answerIn(db, run);
  try {
    if (run.transaction === 'call')
      return await db.transaction((tx) => claimed(tx, claim, () => answerIn(tx, run)));
    if (claim && !claim.isUpload) await repeatFirst(db, claim);
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
    if (error instanceof Repeated) return run.repeated(error.answer);
    throw error;
  }
}

/** The call already has a response. */
class Repeated extends Error {
  readonly answer: StoredAnswer;

  constructor(answer: StoredAnswer) {
    super('The call was answered before');
    this.answer = answer;
  }
}

/** For calls mounted without `write`. */
export const noWrite: Write = () => {
  throw new Error('This call is mounted without `write`');
};

const answerIn = async (db: Db, { handle, answerTo }: CallRun): Promise<StoredAnswer> =>
  answerTo(await handle(db, noWrite));

/** Claims the key, runs the call and stores the response. */
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

/** Returns a stored response before any slow work. */
async function repeatFirst(db: Db, claim: Claim): Promise<void> {
  const isFresh = gt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`);
  const [first] = await db
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(and(sameKey(claim), isFresh));
  if (first) throw new Repeated(await firstAnswer(db, claim));
}

/** For calls that commit on their own: claims the key first and adds the response afterwards. */
async function answerInSteps(db: Db, claim: Claim, run: CallRun): Promise<StoredAnswer> {
  if (!(await take(db, claim))) return run.repeated(await firstAnswer(db, claim));
  try {
    const answer = await answerIn(db, run);
    await keep(db, claim, answer);
    return answer;
  } catch (error) {
    // Keeps a response that was stored although its confirmation was lost.
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
  const { userId } = request.actor;
  const secret = createHash('sha256').update(`answer\n${userId}\n${key}`).digest();
  const isUpload = request.isMultipart();
  return { userId, key: storedKey(key), request: () => hashOf(request), secret, isUpload };
}

function hashOf(request: FastifyRequest): string {
  const { body = null } = request;
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n`);
  hash.update(body instanceof Uint8Array ? body : JSON.stringify(body));
  return hash.update(uploadHashOf(request) ?? '').digest('hex');
}

const storedKey = (key: string): string => createHash('sha256').update(key).digest('hex');

const sameKey = (claim: Claim) =>
  and(eq(idempotencyKeys.userId, claim.userId), eq(idempotencyKeys.key, claim.key));

/** Returns true when this request owns the key now. Takes over an expired key, or one left open by a dead process. */
async function take(db: Db, claim: Claim): Promise<boolean> {
  const { userId, key } = claim;
  const request = claim.request();
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
  if (first && first.request !== claim.request()) {
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

/** Encrypts the response, which may contain a link or token that is shown only once. The database alone cannot decrypt it. */
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
