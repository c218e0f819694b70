import type { Reader } from '../actor.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import { isShownTo } from '../access/may-read.ts';
import type { Backlink } from '../../contract/calls/documents.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { ofAnyLength } from '../db/prepared.ts';
import { documentLinks, documentMachines, documents } from '../db/schema.ts';
import { machineWords } from '../text/machine-words.ts';

/** Links to documents by address, anywhere in a text. */
const LINK =
  /\/(?:(?:knowledge-base|documents)\?doc=|knowledge-base\/)([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/g;

/** Links to servers by address, anywhere in a text. */
const SERVER_LINK = /\/infrastructure(?:\?server=|\/)([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/g;

type LinkingText = { id: string; title: string; content: string };

/**
 * Stores the links and server references of the current texts. Most saves change none of them, so only rows that differ
 * are written.
 */
export async function noteLinks(tx: Db, texts: LinkingText[]): Promise<void> {
  await Promise.all([noteDocumentLinks(tx, texts), noteMachines(tx, texts)]);
}

async function noteDocumentLinks(tx: Db, texts: LinkingText[]): Promise<void> {
  const links = texts.flatMap(({ id, content }) => {
    const targets = new Set(Array.from(content.matchAll(LINK), ([, target = '']) => target));
    targets.delete(id);
    return Array.from(targets, (target) => [id, target]);
  });
  await tx.execute(sql`
    with noted(from_id, to_id) as (
      select * from unnest(${column(links, 0, 'uuid')}, ${column(links, 1, 'uuid')})
    ), gone as (
      delete from ${documentLinks} as known where from_id = any(${idsOf(texts)})
        and not exists (select from noted where noted.from_id = known.from_id and noted.to_id = known.to_id)
    )
    insert into ${documentLinks} (from_id, to_id) select * from noted on conflict do nothing`);
}

async function noteMachines(tx: Db, texts: LinkingText[]): Promise<void> {
  const machines = texts.flatMap(({ id, title, content }) => {
    const links = new Set(Array.from(content.matchAll(SERVER_LINK), ([, serverId = '']) => serverId));
    const words = machineWords(`${title}\n${content}`);
    return [
      ...Array.from(links, (serverId) => [id, serverId, serverId]),
      ...words.map((word) => [id, word, null]),
    ];
  });
  await tx.execute(sql`
    with noted(document_id, word, server_id) as (
      select * from unnest(${column(machines, 0, 'uuid')}, ${column(machines, 1, 'text')}, ${column(machines, 2, 'uuid')})
    ), gone as (
      delete from ${documentMachines} as known where document_id = any(${idsOf(texts)})
        and not exists (select from noted where noted.document_id = known.document_id and noted.word = known.word)
    )
    insert into ${documentMachines} (document_id, word, server_id) select * from noted on conflict do nothing`);
}

const idsOf = (texts: LinkingText[]) =>
  ofAnyLength(
    texts.map(({ id }) => id),
    'uuid',
  );
/** One column of rows as one parameter, so that the statement is the same for any number of rows. */
const column = (rows: (string | null)[][], n: number, type: string) =>
  ofAnyLength(
    rows.map((row) => row[n]),
    type,
  );

/** Maximum shown links; a document with more links is an index. */
const MOST = 200;

/** The documents outside the bin that link to this one, by title. */
export const listBacklinks = (db: Db, reader: Reader, id: string): Promise<Backlink[]> =>
  db
    .select({ id: documents.id, title: documents.title, templateType: documents.templateType })
    .from(documentLinks)
    .innerJoin(documents, and(eq(documents.id, documentLinks.fromId), isShownTo(reader)))
    .where(eq(documentLinks.toId, id))
    .orderBy(byName(documents.title), asc(documents.id))
    .limit(MOST);
