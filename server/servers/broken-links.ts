import type { Reader } from '../actor.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod';
import { mayRead } from '../access/may-read.ts';
import type { BrokenLink, BrokenLinkQuery, SetAside } from '../../contract/calls/broken-links.ts';
import { companyDomains } from '../../contract/shared/server-words.ts';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import { DAYS_IN_BIN } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import {
  auditEntries,
  documentLinks,
  documentMachines,
  documents,
  serverDocuments,
  servers,
} from '../db/schema.ts';
import { IS_NO_LINK, IS_PRIVATE_ADDRESS, SERVER_NAMES } from '../db/indexed.ts';
import { Page } from '../http/endpoint.ts';
import { found } from '../http/errors.ts';
import { decodeCursor, encodeCursor } from '../http/cursor.ts';

type BrokenLinkRow = Omit<BrokenLink, 'deletedAt' | 'setAside'> & {
  deletedAt: Date | null;
  setAsideAt: Date | null;
  setAsideBy: string | null;
};
/** Position: title, document, kind and target of the last row. */
const Position = z.tuple([z.string(), z.uuid(), z.string(), z.string()]);

/**
 * Broken references in documents outside the bin, by title. A word refers to a retired server when a deleted server had
 * that name and no current one has it. It refers to an unknown server when it is a private address or a host of the
 * company's domains that no server has.
 */
export async function listBrokenLinks(
  db: Db,
  reader: Reader,
  orgDomain: string,
  { kind, setAside, limit = 50, cursor }: BrokenLinkQuery,
): Promise<Page<BrokenLink[]>> {
  const position = cursor ? decodeCursor(cursor, Position) : undefined;
  const broken = sql`
    with ${retired}, broken as (${brokenDocuments(reader)} union all ${brokenServers} union all ${brokenNames(orgDomain)}),
    shown as (
      select d.id as "documentId", d.title as "documentTitle", b.how, b.kind, b.target, b.name, b.target_id as "targetId",
        case when b.was_there then 'deleted' else 'unknown' end as reason, b.deleted_at as "deletedAt",
        coalesce(b.in_bin and b.deleted_at > now() - ${DAYS_IN_BIN} * interval '1 day', false) as "canBeRestored",
        b.set_aside_at as "setAsideAt", b.set_aside_by as "setAsideBy"
      from broken b join ${documents} d on d.id = b.document_id and d.deleted_at is null
        and ${mayRead(reader, sql`d.readers`)}
      where ${setAside === 'true' ? IS_SET_ASIDE : sql`not ${IS_SET_ASIDE}`}
      ${kind ? sql`and b.kind = ${kind}` : sql``}
    )`;
  const { rows } = await db.execute<BrokenLinkRow & { total: number }>(sql`${broken}
    select * from (select *, (count(*) over ())::int as total from shown) as counted ${position ? after(position) : sql``}
    order by ${byName(sql`"documentTitle"`)}, "documentId", how, target collate "C" limit ${limit + 1}`);
  // An empty page after the last one needs its own count.
  const [{ total } = { total: 0 }] =
    rows.length > 0 || !position
      ? rows
      : (await db.execute<{ total: number }>(sql`${broken} select count(*)::int as total from shown`)).rows;
  const items = rows.slice(0, limit).map(({ setAsideAt, setAsideBy, ...row }) => ({
    ...row,
    deletedAt: row.deletedAt && new Date(row.deletedAt).toISOString(),
    setAside:
      setAside === 'true' && setAsideAt
        ? { by: setAsideBy ?? '', at: new Date(setAsideAt).toISOString() }
        : null,
  }));
  const last = rows.length > limit ? items.at(-1) : undefined;
  const next = last && encodeCursor([last.documentTitle, last.documentId, last.how, last.target]);
  return new Page(items, total, next);
}

/** It was set aside as it is now: a target that was deleted later is another matter. */
const IS_SET_ASIDE = sql`(b.set_aside_at is not null and b.set_aside_at >= coalesce(b.deleted_at, b.set_aside_at))`;

/** Where a link is stored: its table, with the columns of the document and of the target. */
const placeOf = ({ how, kind }: Pick<BrokenLink, 'how' | 'kind'>) => {
  if (how === 'linked') return [serverDocuments, 'document_id', 'server_id'] as const;
  return kind === 'document'
    ? ([documentLinks, 'from_id', 'to_id'] as const)
    : ([documentMachines, 'document_id', 'word'] as const);
};

/** Sets a link aside, or lists it again. Refuses with 404 when the document has no such link. */
export async function setLinkAside(
  tx: Db,
  actor: Actor,
  { documentId, target, isSetAside, ...link }: SetAside,
): Promise<void> {
  const [table, document, column] = placeOf(link);
  const [at, by] = isSetAside ? [sql`now()`, actor.name] : [sql`null`, null];
  const { rows } = await tx.execute<{ title: string }>(sql`
    update ${table} as link set set_aside_at = ${at}, set_aside_by = ${by} from ${documents} as d
    where d.id = link.${sql.identifier(document)} and d.id = ${documentId}
      and ${mayRead(actor, sql`d.readers`)} and link.${sql.identifier(column)}::text = ${target} returning d.title`);
  const { title } = found(rows[0], 'Link');
  const action = isSetAside ? 'document.set-link-aside' : 'document.list-link-again';
  await record(tx, actor, { action, kind: 'document', subjectId: documentId, after: { title, target } });
}

const after = ([title, id, how, target]: z.infer<typeof Position>): SQL =>
  sql`where (${byName(sql`"documentTitle"`)}, "documentId", how, target collate "C")
    > (${byName(sql`${title}::text`)}, ${id}::uuid, ${how}, ${target}::text collate "C")`;

/** Words that were a name, host or address of a server; the audit log keeps names longer than the bin. */
const retired = sql`
  retired as (
    select distinct on (word) word, id, name, deleted_at, in_bin from (
      select lower(word) as word, id, name, deleted_at, true as in_bin
      from ${servers}, unnest(array[name, hostname, ip_address]) as word where deleted_at is not null and word is not null
      union all
      select lower(after->>'name'), subject_id, after->>'name', at, false from ${auditEntries}
      where kind = 'server' and action = 'server.delete' and after->>'name' is not null
    ) as gone order by word, in_bin desc, deleted_at desc
  )`;

const brokenDocuments = (reader: Reader) => sql`
  select l.from_id as document_id, 'link' as how, 'document' as kind, l.to_id::text as target, t.title as name,
    l.to_id as target_id, true as was_there, t.deleted_at, true as in_bin, l.set_aside_at, l.set_aside_by
  from ${documents} t join ${documentLinks} l on l.to_id = t.id
  where t.deleted_at is not null and ${mayRead(reader, sql`t.readers`)}
  union all
  select from_id, 'link', 'document', to_id::text, null, to_id, false, null, false, set_aside_at, set_aside_by
  from ${documentLinks} where not exists (select from ${documents} t where t.id = to_id)`;

const brokenServers = sql`
  select sd.document_id, 'linked', 'server', s.id::text, s.name, s.id, true, s.deleted_at, true,
    sd.set_aside_at, sd.set_aside_by
  from ${serverDocuments} sd join ${servers} s on s.id = sd.server_id where s.deleted_at is not null
  union all
  select m.document_id, 'link', 'server', m.word, s.name, m.server_id, s.id is not null, s.deleted_at, s.id is not null,
    m.set_aside_at, m.set_aside_by
  from ${documentMachines} m left join ${servers} s on s.id = m.server_id
  where m.server_id is not null and (s.id is null or s.deleted_at is not null)`;

/** Indexes find the words: names of retired servers, private addresses, and hosts of the company's domains. */
const brokenNames = (orgDomain: string) => sql`
  select m.document_id, 'name', 'server', m.word, r.name, r.id, r.word is not null, r.deleted_at, r.in_bin,
    m.set_aside_at, m.set_aside_by
  from (
    select m.document_id, m.word, m.set_aside_at, m.set_aside_by
    from retired join ${documentMachines} m on reverse(m.word) = reverse(retired.word)
    where m.server_id is null
    union
    select document_id, word, set_aside_at, set_aside_by from ${documentMachines} where ${IS_PRIVATE_ADDRESS}
    union
    select document_id, word, set_aside_at, set_aside_by from ${documentMachines}
    where ${IS_NO_LINK} and reverse(word) like reverse(${`.${orgDomain.toLowerCase()}`}::text) || '%'
      and word <> all(${sql.param(companyDomains(orgDomain.toLowerCase()))}::text[])
  ) as m left join retired r on r.word = m.word
  where not exists (
    select from ${servers} where deleted_at is null and ${SERVER_NAMES} @> array[m.word::text]
      and m.word in (lower(name), lower(hostname), lower(ip_address)))`;
