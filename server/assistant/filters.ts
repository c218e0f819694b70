import { and, inArray, not, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { notInBin } from '../db/bin.ts';
import { servers } from '../db/schema.ts';
import { containing } from '../search/queries.ts';
import { takeLimits } from './figures.ts';
import type { FigureLimit } from './figures.ts';
import { literal } from './literal.ts';
import type { NamedField, Phrase } from './vocabulary.ts';
import type { Sentence } from './words.ts';

type Field = NamedField | 'environment' | 'status' | 'serverType';
type Choice = { field: Field; values: string[]; isNot: boolean; label: string };

/** Which servers are meant. All parts must hold; choices of the same field widen each other. */
export type ServerFilter = { choices: Choice[]; limits: FigureLimit[]; words: string[] };

const COLUMNS = {
  environment: [servers.environment],
  status: [servers.status],
  serverType: [servers.serverType],
  serverLocation: [servers.serverLocation],
  network: [servers.network],
  operatingSystem: [servers.operatingSystem],
  teamOwner: [servers.teamOwner],
  domain: [servers.domain],
  function: [servers.primaryFunction, servers.secondaryFunction, servers.tertiaryFunction],
  hardwareModel: [servers.hardwareModel],
};
export const FIELD_NAMES: Record<Field, string> = {
  environment: 'environment',
  status: 'status',
  serverType: 'type',
  serverLocation: 'location',
  network: 'network zone',
  operatingSystem: 'operating system',
  teamOwner: 'team owner',
  domain: 'domain',
  function: 'function',
  hardwareModel: 'hardware model',
};
export type CountedField = Exclude<Field, 'function'>;
export const columnOf = (field: CountedField) => servers[field];

/** The closed lists in the words people use for them. */
const CLOSED: [Field, string, RegExp][] = [
  ['environment', 'production', /production|prod|prd/],
  ['environment', 'staging', /staging|stage|stg/],
  ['environment', 'development', /development|dev/],
  ['status', 'offline', /offline|down|unreachable|not (?:running|up|reachable|responding)|dead/],
  ['status', 'warning', /warnings?|degraded/],
  ['status', 'maintenance', /(?:in |under )?maintenance/],
  ['status', 'unknown', /unknown|never checked|unchecked/],
  [
    'status',
    'online',
    /online|healthy|reachable|(?<=(?:are|is|currently|servers|hosts|machines) )(?:up|running)(?= (?:$|in|at|and|now|right|currently))/,
  ],
  ['serverType', 'virtual', /virtual(?: machines?)?|vms?/],
  ['serverType', 'physical', /physical|bare metal|bare-metal/],
];
const NOT = String.raw`(?:not|arent|isnt|non|without|except|excluding|other than)(?: (?:in|on|at|running|currently|the|an|a)){0,2} `;
const LINUX = /linux|ubuntu|debian|centos|red hat|suse|rocky|alma|fedora/;

export function takeFilter(sentence: Sentence, vocabulary: Phrase[]): ServerFilter {
  const limits = takeLimits(sentence);
  const choices = takeNamed(sentence, vocabulary);
  for (const [field, value, pattern] of CLOSED) {
    const isNot = sentence.take(new RegExp(`${NOT}(?:${pattern.source})`)) !== undefined;
    if (isNot || sentence.take(pattern)) choices.push({ field, values: [value], isNot, label: value });
  }
  return { choices, limits, words: [] };
}

function takeNamed(sentence: Sentence, vocabulary: Phrase[]): Choice[] {
  const systems = vocabulary
    .filter(({ field }) => field === 'operatingSystem')
    .flatMap(({ values }) => values);
  const also = (words: string, pattern: RegExp): Phrase => ({
    field: 'operatingSystem',
    words,
    values: [...new Set(systems.filter((value) => pattern.test(value.toLowerCase())))],
  });
  const choices: Choice[] = [];
  for (const { words } of [...vocabulary, also('rhel', /red hat/), also('linux', LINUX)]) {
    for (;;) {
      const taken = sentence.takePhrase(words);
      if (!taken) break;
      const meanings = [...vocabulary, also('rhel', /red hat/), also('linux', LINUX)].filter(
        (phrase) => phrase.words === words,
      );
      const meant = meaningIn(taken.before, meanings);
      const isNot = new RegExp(` ${NOT}$`).test(taken.before);
      if (meant) choices.push({ field: meant.field, values: meant.values, isNot, label: words });
    }
  }
  return choices;
}

/** The same word can be a place and a team: what stands before it decides. */
function meaningIn(before: string, meanings: Phrase[]): Phrase | undefined {
  const cues: [NamedField, RegExp][] = [
    ['teamOwner', /(?:owned by|own|owns|owner|team|belong to|belongs to|of)(?: the)?(?: team)? $/],
    ['operatingSystem', /(?:running|run|runs|on) $/],
  ];
  const cued = cues.find(([field, cue]) => cue.test(before) && meanings.some((one) => one.field === field));
  return meanings.find(({ field }) => field === cued?.[0]) ?? meanings[0];
}

/** As SQL over the servers that are not in the bin. */
export function conditionsOf({ choices, limits, words }: ServerFilter): SQL | undefined {
  const wanted = Map.groupBy(
    choices.filter(({ isNot }) => !isNot),
    ({ field }) => field,
  );
  return and(
    notInBin(servers),
    ...[...wanted].map(([field, some]) =>
      oneOf(
        field,
        some.flatMap(({ values }) => values),
      ),
    ),
    ...choices
      .filter(({ isNot }) => isNot)
      .map(({ field, values }) => not(sql`coalesce(${oneOf(field, values)}, false)`)),
    ...limits.map(({ figure, sign, value }) => sql`${servers[figure]} ${sql.raw(sign)} ${value}::float8`),
    ...words.map((word) => sql`${servers.folded} like ${containing(word)}`),
  );
}

const oneOf = (field: Field, values: string[]): SQL | undefined =>
  or(...COLUMNS[field].map((column) => (values.length > 0 ? inArray(column, values) : sql`false`)));

export const isFiltered = ({ choices, limits, words }: ServerFilter): boolean =>
  choices.length + limits.length + words.length > 0;

/** What was understood, for people to check: "environment production, status not online, CPU usage over 80 %". */
export function describeFilter({ choices, limits, words }: ServerFilter): string {
  const fields = Map.groupBy(choices, ({ field, isNot }) => `${FIELD_NAMES[field]}${isNot ? ' not' : ''}`);
  return [
    ...[...fields].map(([name, some]) => `${name} ${some.map(({ label }) => literal(label)).join(' or ')}`),
    ...limits.map(({ label }) => label),
    ...words.map((word) => `the text “${literal(word)}”`),
  ].join(', ');
}
