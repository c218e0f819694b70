import type { AuditAction } from '../../contract/shared/audit-words.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { isShownTo, mayRead } from '../access/may-read.ts';
import type { LinkedDocument } from '../../contract/calls/servers.ts';
import type { Actor, Reader } from '../actor.ts';
import { record } from '../audit/record.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { documents, serverDocuments, servers } from '../db/schema.ts';
import { found } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { possibleNames } from '../text/machine-words.ts';
import { isCalledAnyOf } from './vocabulary.ts';

export async function listLinkedDocuments(
  db: Db,
  reader: Reader,
  serverId: string,
): Promise<LinkedDocument[]> {
  const rows = await db
    .select({
      id: documents.id,
      title: documents.title,
      documentType: serverDocuments.documentType,
      updatedAt: documents.updatedAt,
    })
    .from(serverDocuments)
    .innerJoin(documents, and(eq(documents.id, serverDocuments.documentId), isShownTo(reader)))
    .where(eq(serverDocuments.serverId, serverId))
    .orderBy(byName(documents.title));
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
}

/** Refuses with 404 when either does not exist. */
export async function linkDocument(
  tx: Db,
  actor: Actor,
  serverId: string,
  { documentId, documentType }: { documentId: string; documentType?: string | null | undefined },
): Promise<LinkedDocument> {
  const [server] = await tx
    .select({ id: servers.id })
    .from(servers)
    .where(and(eq(servers.id, serverId), notInBin(servers)));
  found(server, 'Server');
  const [document] = await tx
    .select({ id: documents.id, title: documents.title, updatedAt: documents.updatedAt })
    .from(documents)
    .where(and(eq(documents.id, documentId), isShownTo(actor)));
  const { id, title, updatedAt } = found(document, 'Document');
  const type = documentType ?? null;
  const made = await tx
    .insert(serverDocuments)
    .values({ serverId, documentId, documentType: type })
    .onConflictDoNothing()
    .returning();
  if (made.length > 0)
    await wrote(tx, actor, serverId, { action: 'server.link', after: { documentId: id, title } });
  return { id, title, documentType: type, updatedAt: updatedAt.toISOString() };
}

/** Refuses with 404 when the link does not exist, or its document is not open to the actor. */
export async function unlinkDocument(
  tx: Db,
  actor: Actor,
  serverId: string,
  documentId: string,
): Promise<void> {
  const isOpen = tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.id, documentId), mayRead(actor, documents.readers)));
  const [deleted] = await tx
    .delete(serverDocuments)
    .where(and(eq(serverDocuments.serverId, serverId), inArray(serverDocuments.documentId, isOpen)))
    .returning();
  found(deleted, 'Link');
  await wrote(tx, actor, serverId, { action: 'server.unlink', after: { documentId } });
}

type LinkChange = { action: AuditAction; after: Record<string, unknown> };

async function wrote(tx: Db, actor: Actor, serverId: string, change: LinkChange) {
  await record(tx, actor, { kind: 'server', subjectId: serverId, ...change });
  await publish(tx, { type: 'changed', topic: 'servers', id: serverId });
  await publish(tx, { type: 'changed', topic: 'documents' });
}

/** Servers linked to a document, and servers that its title or text mentions by name, host or address. */
export async function listServersOfDocument(db: Db, reader: Reader, documentId: string) {
  const [[row], links] = await Promise.all([
    db
      .select({ title: documents.title, content: documents.content })
      .from(documents)
      .where(and(eq(documents.id, documentId), isShownTo(reader))),
    db
      .select({ serverId: serverDocuments.serverId })
      .from(serverDocuments)
      .where(eq(serverDocuments.documentId, documentId)),
  ]);
  const { title, content } = found(row, 'Document');
  const linked = new Set(links.map(({ serverId }) => serverId));
  const words = possibleNames(`${title}\n${content}`);
  const names = sql`any(${sql.param(words)}::text[])`;
  const isNamed = sql`(lower(${servers.name}) = ${names} or lower(${servers.hostname}) = ${names} or ${servers.ipAddress} = ${names})`;
  const isLinked = linked.size > 0 ? inArray(servers.id, [...linked]) : sql`false`;
  const rows = await db
    .select({
      id: servers.id,
      name: servers.name,
      status: servers.status,
      named: sql<boolean>`coalesce(${isNamed}, false)`,
    })
    .from(servers)
    .where(and(notInBin(servers), sql`(${isLinked} or (${isCalledAnyOf(words)} and ${isNamed}))`))
    .orderBy(byName(servers.name))
    .limit(200);
  return rows.map((server) => ({ ...server, linked: linked.has(server.id) }));
}
