import { createHash } from 'node:crypto';
import { asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { auditEntries as entries, auditForwards, auditSeals as seals, auditUnsealed } from '../db/schema.ts';

/** Entries of one transaction, and of one read. */
const PORTION = 1_000;

/**
 * Adds new entries to the chain. Runs apart from the writes, so that these never wait for each other. Ids are assigned before
 * commit, so a committed entry may follow one with a higher id: the queue decides what is new, not the id (decision 058).
 */
export async function sealEntries(db: Db): Promise<void> {
  let sealed = PORTION;
  // oxlint-disable-next-line no-await-in-loop -- Each portion continues the chain of the one before.
  while (sealed === PORTION) sealed = await db.transaction(sealPortion);
}

async function sealPortion(tx: Db): Promise<number> {
  const { rows: turns } = await tx.execute<{ isOurs: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('audit seals ', 0)) as "isOurs"`,
  );
  // Another node is sealing.
  if (!turns[0]?.isOurs) return 0;
  const { rows: taken } = await tx.execute<{ id: string }>(
    sql`delete from ${auditUnsealed} where entry_id = any(array(select entry_id from ${auditUnsealed} order by entry_id limit ${PORTION}))
      returning entry_id::text as id`,
  );
  if (taken.length === 0) return 0;
  const rows = await tx
    .select(SEALED)
    .from(entries)
    .where(
      inArray(
        entries.id,
        taken.map(({ id }) => Number(id)),
      ),
    )
    .orderBy(asc(entries.id));
  let last = (await findLastSeal(tx)) ?? { position: 0, hash: '' };
  const added = rows.map((row) => {
    const position = last.position + 1;
    last = { position, hash: hashOf(last.hash, position, row) };
    return { ...last, entryId: row.id };
  });
  if (added.length > 0) await tx.insert(seals).values(added);
  return taken.length;
}

const findLastSeal = async (db: Db): Promise<{ position: number; hash: string } | undefined> =>
  (
    await db
      .select({ position: seals.position, hash: seals.hash })
      .from(seals)
      .orderBy(desc(seals.position))
      .limit(1)
  )[0];

/** What a hash covers. JSON as the database prints it, so that its hash is the same in each version of the product. */
const SEALED = {
  id: entries.id,
  at: entries.at,
  actorId: entries.actorId,
  actorName: entries.actorName,
  action: entries.action,
  kind: entries.kind,
  subjectId: entries.subjectId,
  before: sql<string | null>`${entries.before}::text`,
  after: sql<string | null>`${entries.after}::text`,
};

type SealedEntry = {
  id: number;
  at: Date;
  actorId: string | null;
  actorName: string;
  action: string;
  kind: string;
  subjectId: string | null;
  before: string | null;
  after: string | null;
};

/** The parts of the JSON array are those of docs/decisions/058-directory.md; everybody can compute the chain again. */
function hashOf(previous: string, position: number, row: SealedEntry): string {
  const { id, at, actorId, actorName, action, kind, subjectId, before, after } = row;
  const parts = [
    previous,
    position,
    id,
    at.toISOString(),
    actorId,
    actorName,
    action,
    kind,
    subjectId,
    before,
    after,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

export type ChainEntry = { position: number; hash: string; entry: SealedEntry };

/** Entries of the chain behind a position, in its order. Leaves out positions whose entry is missing. */
export async function listChain(db: Db, after: number, limit: number): Promise<ChainEntry[]> {
  const rows = await db
    .select({ position: seals.position, hash: seals.hash, entry: SEALED })
    .from(seals)
    .innerJoin(entries, eq(entries.id, seals.entryId))
    .where(gt(seals.position, after))
    .orderBy(asc(seals.position))
    .limit(limit);
  return rows as ChainEntry[];
}

type Verdict = { count: number; last: { position: number; hash: string }; fault?: string };

/** Computes the whole chain again. `fault` names the first broken entry. */
export async function verifyChain(db: Db): Promise<Verdict> {
  let count = 0;
  const anchor = await findAnchor(db);
  let last = anchor ?? { position: 0, hash: '' };
  if (anchor && !(await isRetained(db, anchor.position)))
    return { count, last, fault: `The entries up to position ${anchor.position} were deleted by hand.` };
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- Each portion continues the chain of the one before.
    const rows = await db
      .select({ position: seals.position, entryId: seals.entryId, hash: seals.hash, entry: SEALED })
      .from(seals)
      .leftJoin(entries, eq(entries.id, seals.entryId))
      .where(gt(seals.position, last.position))
      .orderBy(asc(seals.position))
      .limit(PORTION);
    for (const { position, entryId, hash, entry } of rows) {
      const fault = faultOf(last, { position, entryId, hash }, entry as SealedEntry | null);
      if (fault) return { count, last, fault };
      last = { position, hash };
      count += 1;
    }
    if (rows.length < PORTION) break;
  }
  const fault = (await findCutEnd(db, last.position)) ?? (await findUnsealed(db));
  return fault ? { count, last, fault } : { count, last };
}

/** The last seal that retention left of the removed beginning. */
async function findAnchor(db: Db): Promise<{ position: number; hash: string } | undefined> {
  const [first] = await db
    .select({ position: seals.position, hash: seals.hash, entryId: entries.id })
    .from(seals)
    .leftJoin(entries, eq(entries.id, seals.entryId))
    .orderBy(asc(seals.position))
    .limit(1);
  return first && first.position > 1 && first.entryId === null ? first : undefined;
}

/** Recorded whenever retention removes the beginning of the log. */
export const RETENTION_ACTION = 'system.audit-retention';

async function isRetained(db: Db, position: number): Promise<boolean> {
  const isRemoval = eq(entries.action, RETENTION_ACTION);
  const [last] = await db
    .select({ position: sql<number | null>`(${entries.after} ->> 'position')::float8` })
    .from(entries)
    .where(isRemoval)
    .orderBy(desc(entries.id))
    .limit(1);
  return last?.position === position;
}

function faultOf(
  last: { position: number; hash: string },
  seal: { position: number; entryId: number; hash: string },
  entry: SealedEntry | null,
): string | undefined {
  if (seal.position !== last.position + 1)
    return `The seal of position ${last.position + 1} was deleted; the next is ${seal.position}, of entry ${seal.entryId}.`;
  if (!entry) return `Entry ${seal.entryId} at position ${seal.position} was deleted.`;
  if (hashOf(last.hash, seal.position, entry) === seal.hash) return undefined;
  return (
    `Entry ${entry.id} at position ${seal.position} was changed: ` +
    `${entry.action} by ${entry.actorName} at ${entry.at.toISOString()}.`
  );
}

/** A receiver has more entries than the chain. */
async function findCutEnd(db: Db, end: number): Promise<string | undefined> {
  const [ahead] = await db.select().from(auditForwards).where(gt(auditForwards.position, end)).limit(1);
  return (
    ahead &&
    `The chain ends at position ${end}, but the ${ahead.receiver} receiver got ${ahead.position} entries: ` +
      'the last ones were deleted.'
  );
}

/** An entry that was added past the trigger, which queues each new entry for its seal. */
async function findUnsealed(db: Db): Promise<string | undefined> {
  const [row] = await db
    .select({ id: entries.id, action: entries.action, at: entries.at })
    .from(entries)
    .where(
      sql`not exists (select from ${seals} where ${seals.entryId} = ${entries.id})
        and not exists (select from ${auditUnsealed} where ${auditUnsealed.entryId} = ${entries.id})`,
    )
    .orderBy(asc(entries.id))
    .limit(1);
  return (
    row && `Entry ${row.id} (${row.action} at ${row.at.toISOString()}) has no seal: it was added by hand.`
  );
}
