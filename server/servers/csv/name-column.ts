import { SERVER_LIMITS } from '../../../contract/server-words.ts';

/** Words of a column that may hold names: `VM`, `Hostname`, `Asset Name`, `Rechnername`. */
const NAME_WORD = /^(?:.*name|.*host|server|vm|computer|machine|device|node|fqdn|nom|serveur|nombre)$/;
/** Numbers, dates, addresses and ids, which other columns of names hold as well. */
const NOT_A_NAME = /^[\d\s.:/-]*$|:.*:|^[\da-f]{8}-[\da-f-]{27}$/i;

/** Columns that are compared; a file may have tens of thousands. */
const MOST_COLUMNS = 100;

const mayHoldNames = (header: string): boolean =>
  header
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => NAME_WORD.test(word));

/**
 * The column that identifies the rows of a file without a column of this product's: of those that may hold names, the
 * one with the most different ones. Undefined when even that identifies less than half of the rows.
 */
export function nameColumn(headers: string[], rows: string[][]): number | undefined {
  const indexes = headers.flatMap((header, index) => (mayHoldNames(header) ? index : []));
  const candidates = indexes.slice(0, MOST_COLUMNS).map((index) => {
    const names = rows
      .map((cells) => (cells[index] ?? '').trim().toLowerCase())
      .filter((cell) => cell.length <= SERVER_LIMITS.name && !NOT_A_NAME.test(cell));
    return { index, count: new Set(names).size };
  });
  const [best] = candidates.toSorted((a, b) => b.count - a.count);
  return best && best.count * 2 > rows.length ? best.index : undefined;
}
