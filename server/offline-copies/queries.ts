import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { KeptDocument } from '../../contract/calls/offline-copies.ts';
import type { TemplateType } from '../../contract/shared/document-words.ts';
import { MOST_COPIES } from '../../contract/shared/offline-words.ts';
import { isShownTo } from '../access/may-read.ts';
import type { Actor } from '../actor.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { ofAnyLength } from '../db/prepared.ts';
import { documents, serverDocuments, servers, watches } from '../db/schema.ts';

/** What people read during an outage, whoever wrote it. */
const INSTRUCTIONS: TemplateType[] = [
  'work_instruction',
  'how_to_guide',
  'build_document',
  'maintenance',
  'troubleshooting',
];

/** The documents of which a browser keeps copies, most useful first. */
export async function listCopies(db: Db, actor: Actor, opened: string[]): Promise<KeptDocument[]> {
  const list = (which: SQL | undefined) =>
    db
      .select({ id: documents.id, version: documents.version })
      .from(documents)
      .where(and(isShownTo(actor), which))
      .orderBy(desc(documents.updatedAt), desc(documents.id))
      .limit(MOST_COPIES);
  const isOpened = sql`${documents.id} = any(${ofAnyLength(opened, 'uuid')})`;
  const isWatched = sql`${documents.id} in (select ${watches.subjectId} from ${watches}
    where ${watches.userId} = ${actor.userId} and ${watches.kind} = 'document')`;
  const groups = [
    await list(inArray(documents.id, ofOwnServers(db, actor))),
    await list(isOpened),
    await list(isWatched),
    await list(inArray(documents.templateType, INSTRUCTIONS)),
  ];
  const chosen = new Map(groups.flat().map((row) => [row.id, row]));
  return [...chosen.values()].slice(0, MOST_COPIES);
}

/** Documents that are linked to a server which the account watches or manages. */
const ofOwnServers = (db: Db, { userId }: Actor) =>
  db
    .select({ id: serverDocuments.documentId })
    .from(serverDocuments)
    .innerJoin(servers, and(eq(servers.id, serverDocuments.serverId), notInBin(servers)))
    .where(
      or(
        eq(servers.managedBy, userId),
        sql`${servers.id} in (select ${watches.subjectId} from ${watches}
          where ${watches.userId} = ${userId} and ${watches.kind} = 'server')`,
      ),
    );
