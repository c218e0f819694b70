import type { Filter } from '../../../contract/inventory-query.ts';
import { shortLabel, type UniqueField } from '../../../contract/server-fields.ts';
import type { Db } from '../../db/open.ts';
import { listDuplicates, whereServers, type At } from '../../servers/queries.ts';
import { code, counted, serverAddress, serverLink } from '../../text/markdown.ts';
import { about, LISTED, listText, onlyText, type QueryResult } from './result.ts';

/** Values that several servers have, each with those servers. */
export async function answerDuplicates(db: Db, where: Filter, of: UniqueField, at: At): Promise<QueryResult> {
  const found = await listDuplicates(db, whereServers(where, at), of);
  const label = shortLabel(of);
  const whose = where.length > 0 ? ` of servers${about(where, at)}` : '';
  if (found.length === 0) return onlyText(`No ${label}${whose} belongs to several servers.`);
  const shown = found.slice(0, LISTED);
  const lines = shown.map(
    ({ value, servers }) =>
      `- ${code(value)}: ${servers.map((row) => `${serverLink(row)} · ${row.environment} · ${row.status}`).join(', ')}`,
  );
  const total = new Set(found.flatMap(({ servers }) => servers.map(({ id }) => id))).size;
  const head = `**${found.length}** duplicate ${label}${whose}, on ${counted(total, 'server')}:`;
  return {
    rows: shown.map(({ value, servers }) => ({
      [of]: value,
      servers: servers.map(({ id, name }) => ({ server: name, link: serverAddress(id) })),
    })),
    total: found.length,
    text: listText(head, lines, found.length - lines.length),
  };
}
