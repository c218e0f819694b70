import { and, eq } from 'drizzle-orm';
import { documentPage } from '../../contract/shared/item-address.ts';
import { personReader } from '../../contract/shared/readers.ts';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { documents, searchEntries } from '../db/schema.ts';
import { found } from '../http/errors.ts';
import { publishAccessChange } from '../live/publish.ts';
import { notify } from '../notifications/queries.ts';

/** Adds an administrator to the readers of a document. Changes nothing if they may read it already. */
export async function takeAccess(tx: Db, actor: Actor, id: string): Promise<void> {
  const [row] = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), notInBin(documents)))
    .for('update');
  const { readers, title, authorId } = found(row, 'Document');
  if (readers === null || readers.some((reader) => actor.principals.includes(reader))) return;
  const after = [...readers, personReader(actor.userId)].toSorted();
  await tx.update(documents).set({ readers: after }).where(eq(documents.id, id));
  await tx
    .update(searchEntries)
    .set({ readers: after })
    .where(and(eq(searchEntries.kind, 'document'), eq(searchEntries.id, id)));
  await record(tx, actor, {
    action: 'document.take-access',
    kind: 'document',
    subjectId: id,
    before: { readers },
    after: { readers: after },
  });
  await publishAccessChange(tx);
  await notify(tx, authorId, {
    kind: 'access',
    title: `${actor.name} took access to "${title}"`,
    link: documentPage(id),
  });
}
