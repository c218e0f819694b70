import { lt, sql } from 'drizzle-orm';
import { thinResults } from '../checks/queries.ts';
import { removeByRetention } from './retention.ts';
import { sealEntries } from '../audit/seals.ts';
import { emptyBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { challenges, documents, idempotencyKeys, servers, sessions } from '../db/schema.ts';
import { removeOldDocumentBatches } from '../documents/queries.ts';
import { documentEntries } from '../documents/derived-texts.ts';
import { removeOldDrafts } from '../documents/drafts.ts';
import { removeOldJobs } from '../jobs/queries.ts';
import { removeOldMails } from '../mail-queue/queries.ts';
import { readFileTexts } from '../objects/read-file-texts.ts';
import { removeOldUploads, removeUnusedObjects } from '../objects/queries.ts';
import { removeOldLimits } from '../http/rate-limit.ts';
import { forgetRemovedMembers, memberEntries } from '../team/queries.ts';
import { removeOldBatches, serverEntries } from '../servers/queries.ts';
import { addUpCounts } from '../db/add-up-counts.ts';
import { renewEntries } from '../search/entries.ts';
import { learnAllWords } from '../search/learned-words.ts';
import type { Storage } from '../storage/storage.ts';

/** Rebuilds search entries that an older version of the product created. */
const renewSearch = (db: Db): Promise<void> =>
  renewEntries(db, { document: documentEntries, server: serverEntries, member: memberEntries });

/** Deletes expired data. Runs once a minute on one node; readers do not rely on it. */
export async function sweep(db: Db, storage: Storage): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expire, sql`now()`));
  await db.delete(challenges).where(lt(challenges.expiresAt, sql`now()`));
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`));
  await emptyBin(db, documents);
  await emptyBin(db, servers);
  await forgetRemovedMembers(db);
  await removeOldJobs(db);
  await removeOldMails(db);
  await removeOldLimits(db);
  await removeOldBatches(db);
  await removeOldDocumentBatches(db);
  await thinResults(db);
  await addUpCounts(db);
  await sealEntries(db);
  await removeByRetention(db);
  await renewSearch(db);
  await learnAllWords(db);
  await removeOldUploads(db);
  await removeOldDrafts(db);
  await removeUnusedObjects(db, storage);
  await readFileTexts(db, storage);
}
