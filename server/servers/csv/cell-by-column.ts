import { fieldOf, serverFields, type ServerField } from '../../../contract/shared/server-fields.ts';
import { original } from '../../text/csv-cells.ts';
import { CHECK_COLUMNS } from './export.ts';
import { quoted, readAddress, withoutPlaceholder, type Cell } from './read-cell.ts';

const ofKind = (kind: string) => serverFields.filter((field) => fieldOf(field).kind === kind);
/** Fields with closed values. */
export const CLOSED = new Set<string>(ofKind('choice'));
/** Multi-line fields, in which whitespace matters. */
const LONG = new Set<string>(ofKind('long'));
/** Columns of a check that do not accept any text. */
const CLOSED_CHECK = new Set(Object.keys(CHECK_COLUMNS).filter((column) => column !== 'checkExpectText'));

/** Words of other inventories for our values, in the languages of their exports. */
const OPTION_WORDS: Record<string, string> = {
  production:
    'prd|live|produktion|produktiv|produktivsystem|producción|produccion|produção|produzione|productie',
  staging:
    'stg|preprod|pre-prod|preproduction|pre-production|uat|abnahme|vorproduktion|préproduction|recette',
  development: 'entwicklung|développement|developpement|desarrollo|sviluppo|desenvolvimento|ontwikkeling',
  virtual: 'vm|virtual machine|virtuell|virtuelle maschine|virtuel|virtuelle|virtuale|virtueel',
  physical: 'physisch|physikalisch|physique|físico|fisico|fysiek|bare metal|bare-metal',
  maintenance: 'wartung|mantenimiento|manutenzione|manutenção|onderhoud',
};
const optionByWord = new Map(
  Object.entries(OPTION_WORDS).flatMap(([option, words]) => words.split('|').map((word) => [word, option])),
);

/** The option, the only one that begins with the value (`Prod` for production), or the one that it means elsewhere. */
function optionOf(column: ServerField, value: string): Cell | undefined {
  const word = value.toLowerCase();
  const options = fieldOf(column).options ?? [];
  if (options.includes(word)) return { value: word };
  const [option, ...others] = word.length < 3 ? [] : options.filter((one) => one.startsWith(word));
  if (option && others.length === 0) return { value: option };
  const meant = optionByWord.get(word);
  if (meant === undefined || !options.includes(meant)) return undefined;
  return { value: meant, notice: `${quoted(value)} was read as ${meant}` };
}

/** Trims invisible outer spaces, except in long texts and in cells that we exported. */
export function cellOf(written: string, column: string): Cell {
  const before = original(written);
  if (before !== written) return { value: before };
  if (column === 'ipAddress') return readAddress(written);
  const option = CLOSED.has(column) && optionOf(column as ServerField, written.trim());
  if (option) return option;
  if (CLOSED.has(column) || CLOSED_CHECK.has(column)) return withoutPlaceholder(written.trim());
  // Servers are called "dhcp" or "unknown", but not "n/a".
  if (column === 'hostname' && !/^[\p{L}\p{N}.-]*[\p{L}\p{N}][\p{L}\p{N}.-]*$/u.test(written.trim()))
    return withoutPlaceholder(written.trim());
  return { value: LONG.has(column) && written.trim() !== '' ? written : written.trim() };
}
