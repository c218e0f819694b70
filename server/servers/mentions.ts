import type { Reader } from '../actor.ts';
import { sql, type SQL } from 'drizzle-orm';
import { mayRead } from '../access/may-read.ts';
import type { LinkedDocument } from '../../contract/calls/servers.ts';
import { fold } from '../../contract/shared/fold.ts';
import type { Runbook } from '../../contract/shared/server-fields.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { documentMachines, documents, searchEntries, serverDocuments } from '../db/schema.ts';
import { piecesOf } from '../search/pieces.ts';
import { machineWords } from '../text/machine-words.ts';
import type { ServerRow } from './fields.ts';

type Called = Pick<ServerRow, 'id' | 'name' | 'hostname' | 'ipAddress'>;

/** Documents of a server that are returned, and that are compared with a name that is an ordinary word. */
const MOST = 50;

const LETTER = 'a-z0-9\u00c0-\u1fff';
/** Finds `web`, but not as part of web-01 or mail.web. A full stop may end a sentence. */
const wholeName = (folded: string): string =>
  `(?<![${LETTER}._-])${folded.replace(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`)}(?![${LETTER}_-]|\\.[${LETTER}])`;

/**
 * Pairs of a server and a document that names it or links to its page. Words that look like a machine were noted when the
 * document was saved. Ordinary words, such as a server called `mailhub`, are looked for in the text.
 */
function namedIn(servers: Called[], reader: Reader): SQL {
  const called = servers.flatMap(({ id, name, hostname, ipAddress }) =>
    [...new Set([name, hostname, ipAddress])].flatMap((word) =>
      word ? [{ id, word: word.toLowerCase() }] : [],
    ),
  );
  const isNoted = ({ word }: { word: string }) => machineWords(word).includes(word);
  const ordinary = called
    .filter((each) => !isNoted(each))
    .map(({ id, word }) => ({ id, pieces: piecesOf(fold(word)), pattern: wholeName(fold(word)) }))
    .filter(({ pieces }) => pieces.length > 0);
  const table = (rows: object[], columns: string) =>
    sql`json_to_recordset(${JSON.stringify(rows)}::json) as called(${sql.raw(columns)})`;
  return sql`
    select called.id as server_id, m.document_id
    from ${table(called.filter(isNoted), 'id uuid, word text')}
      join ${documentMachines} m on reverse(m.word) = reverse(called.word)
    where m.server_id is null
    union
    select server_id, document_id from ${documentMachines}
    where server_id = any(${sql.param(servers.map(({ id }) => id))}::uuid[])
    union
    select called.id, held.id from ${table(ordinary, 'id uuid, pieces text[], pattern text')},
      lateral (select id, folded from ${searchEntries} where kind = 'document' and pieces @> called.pieces
          and ${mayRead(reader, sql`readers`)}
        order by updated_at desc limit ${MOST}) held
    where held.folded ~ called.pattern`;
}

/** Documents that name the server and are not linked to it. */
export async function listMentions(db: Db, reader: Reader, server: Called): Promise<LinkedDocument[]> {
  const { rows } = await db.execute<{ id: string; title: string; updatedAt: Date | string }>(sql`
    select d.id, d.title, d.updated_at as "updatedAt"
    from (${namedIn([server], reader)}) named join ${documents} d on d.id = named.document_id
    where d.deleted_at is null and ${mayRead(reader, sql`d.readers`)} and not exists (
      select from ${serverDocuments} linked where linked.server_id = ${server.id} and linked.document_id = d.id)
    order by ${byName(sql`d.title`)}, d.id limit ${MOST}`);
  return rows.map(({ id, title, updatedAt }) => ({
    id,
    title,
    documentType: null,
    updatedAt: new Date(updatedAt).toISOString(),
  }));
}

/**
 * The document to read when a server needs attention: a linked one if there is any, else one that names the server.
 * Runbooks and instructions go first.
 */
export async function findRunbooks(db: Db, reader: Reader, servers: Called[]): Promise<Map<string, Runbook>> {
  if (servers.length === 0) return new Map();
  const { rows } = await db.execute<Runbook & { serverId: string }>(sql`
    select distinct on (server_id) server_id as "serverId", d.id, d.title
    from (
      select server_id, document_id, document_type, true as linked from ${serverDocuments}
      where server_id = any(${sql.param(servers.map(({ id }) => id))}::uuid[])
      union all
      select server_id, document_id, null, false from (${namedIn(servers, reader)}) named
    ) about join ${documents} d on d.id = about.document_id
    where d.deleted_at is null and ${mayRead(reader, sql`d.readers`)}
    order by server_id, linked desc, coalesce(lower(document_type) = 'runbook', false) desc,
      coalesce(d.template_type in ('work_instruction', 'how_to_guide'), false) desc, d.updated_at desc, d.id`);
  return new Map(rows.map(({ serverId, id, title }) => [serverId, { id, title }]));
}
