import {
  fieldOf,
  SERVER_FIELDS,
  ServerChange,
  serverFields,
  shortLabel,
  type ServerField,
} from '../../../contract/shared/server-fields.ts';
import { SERVER_LIMITS } from '../../../contract/shared/server-words.ts';
import { CSV_COLUMNS } from './export.ts';
import { cellOf } from './cell-by-column.ts';

export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** Letters and digits without accents, so that `Système`, `systeme` and `SYSTEME` are the same header. */
export const folded = (header: string): string =>
  header
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
const labelOf = (column: string): string =>
  column in SERVER_FIELDS ? SERVER_FIELDS[column as ServerField].label : column;
/** Matches the field's name or label in any notation: `ipAddress`, `IP Address`, `ip_address`. */
export const byHeader = new Map(
  CSV_COLUMNS.flatMap((column) => [column, labelOf(column)].map((header) => [folded(header), column])),
);

/**
 * Headers of the exports of inventories and spreadsheets: English, German, French, Spanish, Italian, Portuguese, Dutch.
 * The words of `SERVER_FIELDS` count as well. Columns of names are found by their cells (`nameColumn`).
 */
const HEADERS: Partial<Record<ServerField, string>> = {
  hostname:
    'host|dns name|dns|dns hostname|fully qualified domain name|hôte|nom d’hôte|nombre de host|nome host|hostnaam',
  ipAddress:
    'ip|ipv4|ipv4 address|ip addr|ip addresses|primary ip|primary ip address|primary ipv4|management ip|ansible host|' +
    'ip-adresse|ipadresse|ip-adressen|adresse ip|dirección ip|indirizzo ip|endereço ip|ip-adres',
  domain: 'dns domain|ad domain|domäne|domaine|dominio|domínio|domein',
  network: 'network segment|vlan|subnet|netzwerk|netz|netzzone|réseau|red|rete|rede|netwerk',
  environment: 'env|stage|tier|umgebung|environnement|entorno|ambiente|omgeving',
  operatingSystem:
    'os|os name|os version|guest os|platform|operating system version|os according to the configuration file|' +
    'os according to the vmware tools|betriebssystem|système d’exploitation|système|sistema operativo|' +
    'sistema operacional|besturingssysteem',
  serverType: 'machine type|servertyp|typ|type de serveur|tipo de servidor|tipo',
  hardwareModel: 'model|modell|modèle|modelo|modello|hardwaremodell|product name',
  serverLocation:
    'site|datacenter|data center|data centre|room|standort|ort|rechenzentrum|lieu|emplacement|ubicación|sede|' +
    'posizione|localização|locatie',
  primaryFunction:
    'role|function|purpose|usage|service|rolle|funktion|zweck|fonction|rôle|función|rol|funzione|função|functie',
  teamOwner:
    'owner|team|owned by|owner team|owning team|support group|eigentümer|besitzer|verantwortlich|zuständig|' +
    'propriétaire|équipe|propietario|responsable|equipo|proprietario|squadra|proprietário|equipe|eigenaar',
  keyContacts:
    'contact|contacts|ansprechpartner|kontakt|contacto|contacto principal|contatto|contato|contactpersoon',
  description: 'beschreibung|descripción|descrizione|descrição|omschrijving|beschrijving',
  notes:
    'note|comment|comments|remarks|annotation|notizen|bemerkung|bemerkungen|kommentar|commentaire|remarques|' +
    'notas|comentarios|note interne|opmerkingen',
};
const bySynonym = new Map(
  serverFields
    .filter((field) => !['name', 'account'].includes(fieldOf(field).kind) && field !== 'status')
    .flatMap((field) =>
      [shortLabel(field), ...(fieldOf(field).synonyms ?? []), ...(HEADERS[field]?.split('|') ?? [])].map(
        (word) => [folded(word), field],
      ),
    ),
);

/** Columns that are compared and shown; a file may have tens of thousands. */
export const MOST_COLUMNS = 100;
/** Headers listed in a message. */
const MAX_LISTED = 12;

/** The field of each column: as chosen, by its header, by a synonym whose cells fit, or the names by their cells. */
export function columnsOf(
  names: string[],
  rows: string[][],
  chosen: (CsvColumn | undefined)[] = [],
): (CsvColumn | undefined)[] {
  const columns = names.map((name, index) =>
    index < chosen.length ? chosen[index] : (byHeader.get(folded(name)) as CsvColumn | undefined),
  );
  for (const [index, name] of names.slice(0, MOST_COLUMNS).entries()) {
    const field = bySynonym.get(folded(name)) ?? bySynonym.get(folded(name.replaceAll(/\(.*?\)/g, '')));
    const isOpen = index >= chosen.length && columns[index] === undefined;
    if (!isOpen || !field || columns.includes(field as CsvColumn)) continue;
    if (
      doFit(
        rows.map((cells) => cells[index] ?? ''),
        field,
      )
    )
      columns[index] = field as CsvColumn;
  }
  if (chosen.length > 0 || columns.includes('name')) return columns;
  const nameAt = nameColumn(names, columns, rows);
  if (nameAt !== undefined) columns[nameAt] ??= 'name';
  return columns;
}

/** Whether most cells of a column are values of the field. Host names differ: a column with the same ones names hypervisors. */
function doFit(cells: string[], field: ServerField): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '').map((cell) => cellOf(cell, field).value);
  if (field === 'hostname' && new Set(filled).size < filled.length) return false;
  const good = filled.filter(
    (value) => value === '' || ServerChange.safeParse({ [field]: value }).success,
  ).length;
  return filled.length === 0 || good * 2 > filled.length;
}

export function problemOfHeader(
  names: string[],
  columns: (CsvColumn | undefined)[],
  isChosen: boolean,
): string | undefined {
  const again = columns.findIndex((column, index) => column && columns.indexOf(column) < index);
  const column = columns[again];
  if (column) {
    const [one = '', other = ''] = [names[columns.indexOf(column)], names[again]];
    return one.toLowerCase() === other.toLowerCase()
      ? `The column “${column}” stands twice in the first line`
      : `The columns “${one}” and “${other}” both mean “${column}”. Rename the one that is to be left out`;
  }
  if (columns.includes('name') || columns.includes('hostname')) return undefined;
  if (isChosen) return 'Choose the column that holds the server names';
  const listed = names.filter((name) => name !== '').slice(0, MAX_LISTED);
  const found = listed.map((name) => `“${name.slice(0, 50)}”`).join(', ');
  const what = 'The first line must name the columns; “name” is missing';
  return found ? `${what}. Rename the column that holds the server names to “name”. Found: ${found}` : what;
}

/** Words of a column that may hold names: `VM`, `Hostname`, `Asset Name`, `Rechnername`. */
const NAME_WORD =
  /^(?:.*name|.*host|server|vm|computer|machine|device|node|fqdn|nom|serveur|nombre|servidor|rechner|maschine|nome|naam)$/;
/** Numbers, dates, addresses and ids, which other columns of names hold as well. */
const NOT_A_NAME = /^[\d\s.:/-]*$|:.*:|^[\da-f]{8}-[\da-f-]{27}$/i;

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
function nameColumn(headers: string[], columns: unknown[], rows: string[][]): number | undefined {
  const indexes = headers.flatMap((header, index) => {
    const isOpen = columns[index] === undefined && mayHoldNames(header);
    return isOpen || columns[index] === 'hostname' ? index : [];
  });
  const candidates = indexes.slice(0, MOST_COLUMNS).map((index) => {
    const names = rows
      .map((cells) => (cells[index] ?? '').trim().toLowerCase())
      .filter((cell) => cell.length <= SERVER_LIMITS.name && !NOT_A_NAME.test(cell));
    return { index, count: new Set(names).size };
  });
  const [best] = candidates.toSorted((a, b) => b.count - a.count);
  return best && best.count * 2 > rows.length ? best.index : undefined;
}
