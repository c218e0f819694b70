import type { InventoryQuery } from '../../../contract/inventory-query.ts';
import type { Db } from '../../db/open.ts';
import { listLinkedDocuments, selectNamedServers, whereServers, type At } from '../../servers/queries.ts';
import { documentLink, serverLink } from '../../text/markdown.ts';

/** Servers whose documents one reply lists, and documents of each. */
const MOST_SERVERS = 3;
const MOST = 10;

/** The documents that are linked to the servers that a question names; empty when there are none. */
export async function linkedDocuments(db: Db, { where }: InventoryQuery, at: At): Promise<string[]> {
  const named = where.filter((group) => group.every(({ kind }) => kind === 'server'));
  if (named.length === 0) return [];
  const { rows } = await selectNamedServers(db, whereServers(named, at), MOST_SERVERS);
  const lists = await Promise.all(
    rows.map(async (row) => {
      const documents = await listLinkedDocuments(db, row.id);
      return documents.length === 0
        ? []
        : `Linked to ${serverLink(row)}: ${documents
            .slice(0, MOST)
            .map((one) => documentLink(one))
            .join(' · ')}`;
    }),
  );
  return lists.flat();
}
