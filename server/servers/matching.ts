import { and, eq, inArray, not, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { ServerStatus } from '../../contract/server-words.ts';
import type { ServerFilters } from '../../contract/servers.ts';
import { readWanted } from '../../contract/wanted.ts';
import { notInBin } from '../db/bin.ts';
import { servers } from '../db/schema.ts';
import { containing, fold, idsAllowed } from '../search/queries.ts';

/** The servers outside the bin that the filters of a list let through. */
export const matching = ({ q, environment, status }: ServerFilters): SQL | undefined =>
  and(
    notInBin(servers),
    q?.trim() ? found(q.trim()) : undefined,
    environment && environment !== 'all' ? eq(servers.environment, environment) : undefined,
    status && status !== 'all' ? eq(servers.status, status) : undefined,
  );

const isIn = (text: string): SQL => sql`${servers.folded} like ${containing(fold(text))}`;

/** Whatever holds the text as it was typed (seed, section 5), and what fits it as it is read by every search of the product. */
function found(q: string): SQL | undefined {
  const { terms, excluded, operators } = readWanted(q);
  const asRead = and(
    ...terms.map(holds),
    ...excluded.map((term) => not(holds(term))),
    operators.length > 0 ? inArray(servers.id, idsAllowed('server', operators)) : undefined,
  );
  return or(isIn(q), asRead);
}

/** The status is no text that is searched, but a word that is one means it. */
function holds(term: string): SQL {
  const { success, data } = ServerStatus.safeParse(term);
  return success ? sql`(${isIn(term)} or ${servers.status} = ${data})` : isIn(term);
}
