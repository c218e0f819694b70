import { inArray } from 'drizzle-orm';
import type { Figure } from '../../contract/server-fields.ts';
import { isSane } from '../../contract/sane-figure.ts';
import type { Db } from '../db/open.ts';
import { servers } from '../db/schema.ts';
import type { ServerRow } from '../servers/queries.ts';
import { takeNamedFields } from './columns.ts';
import { isAllRead } from './common-words.ts';
import { figureName } from './figures.ts';
import { conditionsOf, FIELD_NAMES, isFiltered, NOTHING } from './filter-sql.ts';
import type { Field, ServerFilter } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import { mergedFilter } from './follow-up.ts';
import { answerGroups } from './group-answers.ts';
import { valueOf } from './group-sql.ts';
import { attributeNamed, describeHosts } from './host-answers.ts';
import { listed, serverLink } from './literal.ts';
import { withoutServers } from './named.ts';
import { takeableFigure, takeFigure } from './ranking.ts';
import { readVocabulary } from './vocabulary.ts';
import type { Sentence } from './words.ts';

/** What compares a few, with the figure that it is of where none is named. */
const MORE: [asks: RegExp, figure: Figure | undefined, isLess: boolean][] = [
  [/(?:more|most) (?:free|available|spare|unused)|more room|emptier|emptiest/, 'diskUsage', true],
  [
    /(?:less|least|fewer|fewest) (?:free|available|spare|unused)|less room|fuller|fullest/,
    'diskUsage',
    false,
  ],
  [/busier|busiest|slower/, 'cpuUsage', false],
  [/quieter|quietest|idler/, 'cpuUsage', true],
  [/(?:up|running) longer|longer (?:up|running)/, 'uptime', false],
  [/more|most|higher|highest|worse|worst|bigger|longer/, undefined, false],
  [/less|least|lower|lowest|fewer|smaller|shorter/, undefined, true],
];
const ASKED = /which(?: one| server| host| machine)?(?: (?:of|out of|from) (?:the|those|these|them|both)?(?: (?:two|three|both|servers))?)?|two|both|one/; // prettier-ignore

/** "which of the two is fuller" of servers by name; undefined where anything else is asked of them. */
export function answerWhichIsMore(query: string, hosts: ServerRow[], timeZone: string): string | undefined {
  const sentence = withoutServers(query, hosts);
  if (hosts.length < 2 || !sentence.has(/which|is|has/)) return undefined;
  const named = takeableFigure(sentence);
  const [, ofWord, isLess] = MORE.find(([asks]) => sentence.take(asks)) ?? [];
  const figure = named ?? ofWord;
  if (figure === undefined || isLess === undefined) return undefined;
  if (named) takeFigure(sentence, named);
  while (sentence.take(ASKED));
  if (!isAllRead(sentence)) return undefined;
  const attribute = attributeNamed(figureName(figure));
  const measured = hosts.filter(({ [figure]: value }) => isSane(figure, value));
  if (!attribute || measured.length < 2) return undefined;
  const sorted = measured.toSorted((a, b) => (Number(b[figure]) - Number(a[figure])) * (isLess ? -1 : 1));
  const first = sorted.filter((row) => row[figure] === sorted[0]?.[figure]);
  const order = `the ${isLess ? 'lowest' : 'highest'} ${figureName(figure)}`;
  const head = first.length === measured.length ? `They have the same ${figureName(figure)}.` : `${listed(first.map(serverLink))} ${first.length === 1 ? 'has' : 'have'} ${order}.`; // prettier-ignore
  const others = hosts.filter((row) => !measured.includes(row));
  return [head, describeHosts([...sorted, ...others], { attributes: [attribute] }, timeZone)].join('\n\n');
}

const WHETHER = /^ (?:(?:and|so|but|ok) )*(?:do|does|are|is|have|has) /;
const HAVE = /owned by|belong(?:ing|s)? to|share|located|standing|stand|running|made by/;

/** The field of which it is asked whether it is the same of all that are meant: "do they run the same os?" */
function takeSame(sentence: Sentence): Field | undefined {
  if (!WHETHER.test(sentence.text) || !sentence.take(/same/)) return undefined;
  sentence.text = sentence.text.replace(/ (?:os )?versions? /, ' os ').replace(/ place /, ' location ');
  while (sentence.take(HAVE));
  const [field, other] = takeNamedFields(sentence);
  const isRead = isAllRead(sentence);
  if (!isRead || other) return undefined;
  return FIELDS.find(([, name]) => name === field?.name.toLowerCase())?.[0];
}
const FIELDS = Object.entries(FIELD_NAMES) as [Field, string][];

/** Of servers by name, or else of those that the answer before or the question itself is about; undefined for another question. */
export async function answerWhetherSame(
  db: Db,
  query: string,
  { hosts, before }: { hosts: ServerRow[]; before: ServerFilter | undefined },
): Promise<string | undefined> {
  const sentence = withoutServers(query, hosts);
  if (!sentence.has(/same/)) return undefined;
  const own = takeFilter(sentence, await readVocabulary(db));
  const field = takeSame(sentence);
  const isMeant = hosts.length > 1 || before !== undefined || isFiltered(own) || sentence.has(/servers/);
  if (field === undefined || !isMeant || (hosts.length > 0 && isFiltered(own))) return undefined;
  const filter = mergedFilter(before ?? NOTHING, own);
  const value = valueOf(field);
  const named = inArray(servers.id, hosts.map(({ id }) => id)); // prettier-ignore
  const values = await db.selectDistinct({ value }).from(servers).where(hosts.length > 0 ? named : conditionsOf(filter)); // prettier-ignore
  const isSame = values.length === 1 && values[0]?.value !== null;
  const attribute = attributeNamed(FIELD_NAMES[field]);
  const told =
    hosts.length > 0 && attribute
      ? describeHosts(hosts, { attributes: [attribute] }, 'UTC')
      : await answerGroups(db, filter, field);
  return values.length === 0 ? told : `${isSame ? 'Yes' : 'No'}.\n\n${told}`;
}
