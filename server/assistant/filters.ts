import { writeAsRecorded } from './as-recorded.ts';
import { takeExpiry } from './certificates.ts';
import { readExceptions, takeNegations } from './exceptions.ts';
import { takeLimits } from './figures.ts';
import type { Choice, Field, MissingField, Part, ServerFilter } from './filter-sql.ts';
import { FIELD_NAMES } from './filter-sql.ts';
import { takeInTime, takeNeverDown } from './in-time.ts';
import { takeNameParts } from './name-parts.ts';
import { takeRanges } from './ranges.ts';
import { takeOwnersByKind } from './owners-by-kind.ts';
import { withinEachOther } from './places.ts';
import { takeVersions, writeOutVersions } from './versions.ts';
import { NAMED_FIELDS } from './vocabulary.ts';
import type { NamedField, Phrase, Vocabulary } from './vocabulary.ts';
import type { Sentence } from './words.ts';

/** The closed lists in the words people use for them. */
const CLOSED: [Field, string, RegExp][] = [
  ['environment', 'production', /production|prod|prd/],
  ['environment', 'staging', /staging|stage|stg/],
  ['environment', 'development', /development|dev/],
  [
    'status',
    'offline',
    /offline|down|unreachable|not (?:up|reachable|responding)|not running(?= (?:$|in|at|and|or|now|right|currently|properly|fine))|dead/,
  ],
  [
    'status',
    'offline',
    /(?<= (?:is|are|in|on|shown|marked|all|those|now|status) )red(?! hat)|red(?= servers?| hosts?| machines?)/,
  ],
  ['status', 'warning', /warnings?|warn|degraded/],
  ['status', 'maintenance', /(?:in |under )?maintenance/],
  ['status', 'unknown', /unknown/],
  [
    'status',
    'online',
    /online|healthy|reachable|(?<=(?:are|is|currently|servers|hosts|machines|many|ones?|those|only|about) )(?:up|running)(?= (?:$|in|at|and|now|right|currently))/,
  ],
  ['serverType', 'virtual', /virtual(?: machines?)?|vms?/],
  ['serverType', 'physical', /physical(?: hardware)?(?! models?)|phys|bare metal|bare-metal/],
];
const LINUX = /linux|ubuntu|debian|centos|red hat|suse|rocky|alma|fedora/;

const MISSING: [MissingField, string][] = [
  ['teamOwner', '(?:team )?owners?|owning team|team'],
  ['hardwareModel', 'hardware(?: models?)?|models?'],
  ['serverLocation', 'locations?|site'],
  ['ipAddress', 'ips?(?: address(?:es)?)?|address(?:es)?'],
  ['hostname', 'hostnames?|host names?|fqdn'],
  ['operatingSystem', 'os|operating systems?'],
  ['function', '(?:primary )?functions?|roles?|purpose'],
  ['network', 'network(?: zone)?|zone'],
  ['domain', 'domains?'],
  ['serverType', '(?:server )?types?'],
  ['keyContacts', '(?:key )?contacts?'],
  ['description', 'descriptions?'],
  ['notes', 'notes?'],
  ['lastHealthCheck', 'last health checks?'],
  ['check', '(?:health )?checks?|monitoring'],
  ['outage', 'outages?'],
  ['document', '(?:linked )?(?:runbooks?|documents?|documentation|docs|guides?)'],
];
const NOBODY = '(?:nobody|no one|noone|no team|no-one)';
const OWNS =
  '(?:owns?|is (?:responsible|in charge)(?: (?:for|of))?|looks? after|look after|manages?|maintains?)';
const NOBODY_OWNS = new RegExp(
  `unowned|(?:(?:that|which|does|do) )*${NOBODY} ${OWNS}|(?:(?:that|which|are|is) )*(?:owned|managed) by ${NOBODY}`,
);
/** "that have an owner", "with notes": not where a value of it is named. */
const FILLED = String.raw`(?:have|has|having|with|some)(?: (?:an?|any|some|the|recorded|known|assigned)){0,2} `;
const NO_VALUE = String.raw`(?= (?:$|(?:and|or|but|in|at|that|which|are|is|·\d+) ))`;
const NONE = String.raw`(?:without|with no|no|missing|lacking|lacks?|(?:have|has|having) no|(?:dont|doesnt|not) have) (?:(?:an?|any|the|recorded|known|assigned|its|their) ){0,2}`;
const ANY_FIELD = MISSING.map(([, words]) => words).join('|');
/** "without OS or IP" is without the one and without the other; what is missing the one or the other may have one of them. */
const WITHOUT_BOTH = new RegExp(` (?<none>without|with no|(?:have|has|having) no|(?:dont|doesnt|not) have)(?<one> (?:(?:an?|any) )?(?:${ANY_FIELD})) (?:or|nor)(?= (?:(?:an?|any) )?(?:${ANY_FIELD}) )`, 'g'); // prettier-ignore
const IS_NONE =
  '(?: is| are)? (?:missing|empty|blank|not set|not recorded|not known|not assigned|unassigned|unknown)';

/** Takes what says which servers are meant out of the question; without a time zone no day is read. */
export function takeFilter(sentence: Sentence, vocabulary: Vocabulary, timeZone?: string): ServerFilter {
  sentence.text = sentence.text.replaceAll(/ non-(?=\p{L})/gu, ' non ');
  sentence.text = sentence.text.replaceAll(WITHOUT_BOTH, ' $<none>$<one> and $<none>');
  writeOutVersions(sentence, vocabulary);
  const others: ServerFilter['others'] = [
    ...(timeZone ? [...takeExpiry(sentence, timeZone), ...takeInTime(sentence, timeZone)] : []),
    ...takeRanges(sentence),
    ...takeNameParts(sentence),
    ...takeLimits(sentence),
  ];
  writeAsRecorded(sentence, vocabulary);
  const ofKind = takeOwnersByKind(sentence, vocabulary);
  if (ofKind.some(({ isNot }) => isNot))
    others.push({ missing: 'teamOwner', isNot: true, mark: sentence.mark });
  readExceptions(sentence);
  if (takeNeverDown(sentence)) others.push({ missing: 'outage', mark: sentence.mark });
  if (sentence.take(NOBODY_OWNS)) others.push({ missing: 'teamOwner', mark: sentence.mark });
  for (const [missing, words] of MISSING)
    if (
      sentence.take(new RegExp(`${NONE}(?:${words})(?: recorded| set| assigned| configured| at all)?`)) ??
      sentence.take(new RegExp(`(?:${words})${IS_NONE}`))
    )
      others.push({ missing, mark: sentence.mark });
  if (sentence.take(/(?:have |has |were |was |are )?(?:been )?(?:never (?:been )?checked|unchecked)/))
    others.push({ missing: 'lastHealthCheck', mark: sentence.mark });
  for (const [missing, words] of MISSING)
    if (sentence.take(new RegExp(`${FILLED}(?:${words})(?: recorded| set| assigned)?${NO_VALUE}`)))
      others.push({ missing, isNot: true, mark: sentence.mark });
  const choices = withinEachOther(sentence, [
    ...ofKind,
    ...takeVersions(sentence, vocabulary),
    ...takeNamed(sentence, vocabulary),
  ]);
  for (const [field, value, pattern] of CLOSED)
    if (sentence.take(pattern))
      choices.push({ field, values: [value], isNot: false, label: value, mark: sentence.mark });
  const listed = takeNegations(sentence, choices, others);
  const either = takeBoth(sentence, choices).map((choice) => [choice]);
  sentence.text = sentence.text.replace(/ but (?!·)/, ' yet ');
  return joined(sentence, { choices, others, either, words: [] }, listed);
}

/** "name servers that are also time servers", "both print and file servers": of one field both values, and not either. */
const BOTH =
  / (?:·(?<one>\d+)(?: (?:servers|hosts|machines|vms|that|which|are|is|act|acts|serve|serves))* also(?: (?:as|the|an?|used))* ·(?<other>\d+)|(?:are|is|as) both (?:an? |the )?·(?<first>\d+)(?: servers?)? and (?:an? |the )?·(?<second>\d+))(?= )/;

/** A server has up to three functions: what is wanted besides another leaves the choices, of which one is enough. */
function takeBoth(sentence: Sentence, choices: Choice[]): Choice[] {
  const { one, other, first, second } = BOTH.exec(sentence.text)?.groups ?? {};
  const [a, b] = [one ?? first, other ?? second].map((mark) =>
    choices.find((choice) => choice.mark === Number(mark)),
  );
  if (a?.field !== 'function' || b?.field !== 'function') return [];
  sentence.text = sentence.text.replace(/ both(?= )/, '');
  choices.splice(choices.indexOf(b), 1);
  return [b];
}

const JOIN =
  / ·(?<one>\d+) (?<word>or|and|nor) (?:(?:in|at|on|of|by|with|the|that|which|are|is|have|having|has|an?|those|ones|servers|hosts|machines|owned|running|run|located|environment|location|network|zone|operating|system|team|owner|status|type|domain|function|hardware|model) )*·(?<other>\d+)(?= )/;

/** In the place of an "or" that is not understood, until all are looked at. */
const UNCLEAR = 'OR ';

/** "production or in Leeds" is either of the two; "not in Leeds or Dublin" is neither. */
export function joined(
  sentence: Sentence,
  filter: ServerFilter,
  behindNot: ReadonlySet<Part> = new Set(),
): ServerFilter {
  const parts: Part[] = [...filter.choices, ...filter.others];
  const groups: Set<number>[] = [];
  for (;;) {
    const match = JOIN.exec(sentence.text);
    const { one = '', word = '', other = '' } = match?.groups ?? {};
    if (!match) break;
    const [a, b] = [one, other].map((mark) => parts.find((part) => part.mark === Number(mark)));
    const isSame = a && b && 'field' in a && 'field' in b && a.field === b.field;
    // "not in Leeds or Windows" may be neither of the two, or either of them.
    const isUnclear =
      word === 'or' &&
      a &&
      b &&
      !isSame &&
      'field' in a &&
      (a.isNot || behindNot.has(a)) &&
      !('field' in b && b.isNot);
    sentence.text = sentence.text.replace(match[0], ` ·${one} ${isUnclear ? UNCLEAR : ''}·${other}`);
    if (!a || !b || isUnclear) continue;
    if (isSame && a.isNot) b.isNot = true;
    if (isSame || word !== 'or') continue;
    const group = groups.find((marks) => marks.has(a.mark)) ?? new Set([a.mark]);
    if (group.size === 1) groups.push(group);
    group.add(b.mark);
  }
  sentence.text = sentence.text.replaceAll(UNCLEAR, 'or ');
  const isAlone = ({ mark }: Part) => !groups.some((marks) => marks.has(mark));
  return {
    ...filter,
    choices: filter.choices.filter(isAlone),
    others: filter.others.filter(isAlone),
    either: [...filter.either, ...groups.map((marks) => parts.filter(({ mark }) => marks.has(mark)))],
  };
}

/** "name servers" and "print or backup servers" are what servers do, "name the servers" and "no backup" are not. */
const OF_SERVERS = String.raw`(?= (?:(?:and|or|nor) \S+ ){0,2}(?:servers?|hosts?|machines?|vms?|boxes) | (?:and|or|nor) ·\d+ )`;

function takeNamed(sentence: Sentence, vocabulary: Vocabulary): Choice[] {
  const systems = vocabulary
    .filter(({ field }) => field === 'operatingSystem')
    .flatMap(({ values }) => values);
  const linux: Phrase = {
    field: 'operatingSystem',
    words: 'linux',
    values: [...new Set(systems.filter((value) => LINUX.test(value.toLowerCase())))],
  };
  const phrases = [...vocabulary, linux];
  const choices: Choice[] = [];
  for (const { words, isOfServers } of phrases) {
    for (;;) {
      const taken = isOfServers
        ? sentence.take(new RegExp(`${RegExp.escape(words)}${OF_SERVERS}`))
        : sentence.takePhrase(words);
      if (!taken) break;
      const meant = meaningIn(
        'before' in taken ? taken.before : taken.input.slice(0, taken.index + 1),
        phrases.filter((phrase) => phrase.words === words && phrase.isOfServers === isOfServers),
      );
      if (meant)
        choices.push({
          field: meant.field,
          values: meant.values,
          isNot: false,
          label: labelOf(meant),
          mark: sentence.mark,
        });
    }
  }
  return choices;
}

/** The value itself where the words mean a single one. */
const labelOf = ({ values, words }: Phrase): string => (values.length === 1 ? (values[0] ?? words) : words);

/** "in the annexes": rather where than what is done there. */
const IN_PLACE: [NamedField, RegExp] = ['serverLocation', /(?:in|at)(?: (?:all|the|our))* $/];

/** The same word can be a place and a team: what stands before it decides. */
function meaningIn(before: string, meanings: readonly Phrase[]): Phrase | undefined {
  const cues: [NamedField, RegExp][] = [
    ...NAMED_FIELDS.map((field): [NamedField, RegExp] => [
      field,
      new RegExp(`${FIELD_NAMES[field]}(?: not)? $`),
    ]),
    ['teamOwner', /(?:owned by|own|owns|owner|team|belong to|belongs to|of)(?: the)?(?: team)? $/],
    ['operatingSystem', /(?:running|run|runs|on) $/],
    ...(meanings[0]?.field === 'function' ? [IN_PLACE] : []),
  ];
  const cued = cues.find(([field, cue]) => cue.test(before) && meanings.some((one) => one.field === field));
  return meanings.find(({ field }) => field === cued?.[0]) ?? meanings[0];
}

/** A word that only the names of teams have means what they own: "security servers". */
export function valuesWith(word: string, vocabulary: Vocabulary): Choice[] {
  const having = vocabulary.filter(({ words }) => ` ${words} `.includes(` ${word} `));
  const field = having.some((one) => one.field === 'teamOwner') ? 'teamOwner' : having[0]?.field;
  if (!field) return [];
  const values = new Set(having.filter((one) => one.field === field).flatMap((one) => one.values));
  return [...values].map((label) => ({ field, values: [label], isNot: false, label, mark: 0 }));
}
