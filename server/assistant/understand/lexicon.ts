import { DAYS_OF_WARNING } from '../../../contract/checks.ts';
import { fieldOf, serverFields, type ServerField } from '../../../contract/server-fields.ts';
import type { Meaning } from './meaning.ts';
import { wordsOf } from './tokens.ts';

type Cue = { words: string[]; meaning: Meaning };
const cues = (meaning: Meaning, phrases: string): Cue[] =>
  phrases.split('|').map((phrase) => ({ words: phrase.trim().split(/\s+/), meaning }));
const value = (field: ServerField, one: string, phrases: string): Cue[] =>
  cues({ is: 'value', field, values: [one], exact: true }, phrases);

/** An age of nothing, so that a stored query moves with the clock. */
export const NOW = '+0d';

/** Words without meaning in a question about the inventory. */
const FILLERS =
  'a|an|the|of|to|in|at|on|for|by|from|is|are|was|were|be|been|being|am|do|does|did|has|have|had|' +
  'having|get|got|give|me|us|i|we|you|our|my|your|it|its|there|here|that|which|what|whats|who|whos|' +
  'this|these|those|please|show|list|display|view|find|see|tell|name|print|let|know|want|need|would|' +
  'like|could|can|kindly|all|every|any|some|each|of ' +
  'them|currently|now|right|right now|at the ' +
  'moment|moment|today|running|run|runs|on|with|using|use|uses|used|as|so|ok|hey|hi|hello|thanks|thank|' +
  'exactly|equal to|equals|=|pls|plz|asap|urgent|help|r|u|wat|wats|anybody|somebody|someone|' +
  'make|makes|say|already|actual|very|kind|advance|in advance|subnet|range|' +
  'just|still|together|we own|recorded|set|assigned|configured|known|located|sitting|sits|sit|stand|' +
  'stands|standing|hosted|placed|deployed|belonging|belong|belongs|marked|where|whose|how|much|up|out|' +
  'about|into|within|level|usage|use|load|utilization|utilisation|mode|state|shown|up ' +
  'to|else|also|really|actually|live|one|ones|thing|things|anything|something|everything|anyone|list ' +
  'of|exist|exists|existing|present|way|spread|across|inventory|infrastructure|their|recent|' +
  'browse|operate|operated|different|distinct|works|work|working|fleet|estate|' +
  'called|named|starting with|starts with|beginning with|mention|mentions|mentioning|contain|contains|' +
  'containing|details|detail|how full|are there no|is there no|space|percent|percentage|%|?|go|going|look|looks|after|through|and';

/** An outage begins. "Down" alone also means that it lasts. */
const FAILING =
  'went down|go down|goes down|gone down|fell over|went offline|go offline|goes offline|gone offline|failed|crashed|died|' +
  'broke|broke down|stopped responding|became unreachable|dropped out';

const DOCUMENTS = 'documentation|docs|document|documents|article|articles';
/** The length of outages. */
const RECOVERIES = 'mttr|time to recovery|time to recover|time to repair|time to restore';
const AMOUNTS = 'total downtime|how much downtime|amount of downtime';

const CUES: Cue[] = [
  ...cues(
    { is: 'source', from: 'servers' },
    'server|servers|host|hosts|machine|machines|box|boxes|node|nodes|vms and servers|systems|fleet',
  ),
  ...cues(
    { is: 'source', from: 'outages' },
    `outage|outages|incident|incidents|downtime|downtimes|${RECOVERIES}|${AMOUNTS}`,
  ),
  ...cues(
    { is: 'source', from: 'changes' },
    'what changed|what has changed|changes|what happened|whats new|what is new|recent changes|who changed|' +
      'who added|who created|who touched|who modified|who edited|who updated|last change|latest change|last changes|history',
  ),
  ...cues(
    { is: 'source', from: 'members' },
    'team members|team member|members|user|users|colleagues|people|staff|employees|person|contact support team',
  ),
  ...value('environment', 'production', 'production|prod|prd'),
  ...value('environment', 'staging', 'staging|stage|stg'),
  ...value('environment', 'development', 'development|dev'),
  ...value('status', 'offline', 'offline|red|unreachable|dead|not reachable|not responding|not up'),
  ...value(
    'status',
    'online',
    'online|healthy|green|reachable|up and running|alive|are up|is up|be up|that are up|currently up',
  ),
  ...value('status', 'warning', 'warning|warnings|degraded|in warning|yellow'),
  ...value('status', 'maintenance', 'maintenance|under maintenance|in maintenance|maintenance mode'),
  ...value('status', 'unknown', 'unknown status|status unknown|status is unknown|unknown'),
  ...value(
    'serverType',
    'virtual',
    'virtual|vm|vms|virtual machine|virtual machines|virtualised|virtualized',
  ),
  ...value('serverType', 'physical', 'physical|bare metal|physical hardware'),
  ...cues({ is: 'down' }, `down|was down|were down|${FAILING}`),
  ...cues({ is: 'began' }, FAILING),
  ...cues({ is: 'past' }, 'was|were|did|had|was down|were down'),
  ...cues(
    { is: 'attention' },
    'wrong|broken|unhealthy|problem|problems|issue|issues|trouble|need attention|needs ' +
      'attention|attention|recent issues|in trouble|alerting|not ok|ok|okay|fine',
  ),
  ...cues(
    { is: 'reboot' },
    'rebooted|restarted|booted|boot|reboot|last reboot|last boot|last restart|started|came up',
  ),
  ...cues({ is: 'running' }, 'been running|have been up|has been up|been up|up for|running for'),
  ...cues({ is: 'event', event: 'added' }, 'added|did we add|created|registered|new since|onboarded'),
  ...cues(
    { is: 'event', event: 'changed' },
    'changed|did we change|updated|did we update|modified|edited|touched',
  ),
  ...cues(
    { is: 'event', event: 'recovered' },
    'recovered|recover|came back|come back|came back up|come back up|came back online|come back online|is back|' +
      'are back|is back up|are back up|back online',
  ),
  ...cues({ is: 'event', event: 'checked' }, 'checked|last checked|health checked'),
  ...cues({ is: 'event', event: 'certificate' }, 'expires|expire|expiring|expired'),
  ...cues({ is: 'time', time: { to: NOW } }, 'expired'),
  // A check warns from this day.
  ...cues({ is: 'time', time: { to: `+${DAYS_OF_WARNING}d` } }, 'soon|shortly'),
  ...cues(
    { is: 'extreme', direction: 'asc', by: 'certificate' },
    'expires next|expire next|expires first|expire first|expires soonest|expire soonest|next to expire',
  ),
  ...cues(
    { is: 'figure', figure: 'cpuUsage' },
    'cpu|cpu usage|cpu load|processor|processor usage|cpu utilization|cpu utilisation',
  ),
  ...cues({ is: 'figure', figure: 'memoryUsage' }, 'memory|ram|memory usage|ram usage|mem'),
  ...cues({ is: 'figure', figure: 'diskUsage' }, 'disk|disks|disk usage|disk space|storage|disk space usage'),
  ...cues({ is: 'figure', figure: 'uptime' }, 'uptime|up time'),
  ...cues(
    { is: 'full' },
    'full|fullness|running out of|run out of|ran out of|almost full|nearly full|too full|high|very high|too high',
  ),
  ...cues(
    { is: 'low' },
    'low|little|very low|very little|too low|low on|running low on|short of|short on|almost out of|nearly out of',
  ),
  ...cues({ is: 'extreme', direction: 'desc' }, 'high|very high|too high'),
  ...cues({ is: 'extreme', direction: 'asc' }, 'low|very low|too low'),
  ...cues({ is: 'free' }, 'free|available|left|remaining|unused'),
  ...cues(
    { is: 'compare', op: '>' },
    'over|above|more than|higher than|greater than|exceed|exceeds|exceeding|longer than|>|beyond|bigger than',
  ),
  ...cues(
    { is: 'compare', op: '<' },
    'under|below|less than|lower than|fewer than|smaller than|shorter than|<',
  ),
  ...cues(
    { is: 'compare', op: '>=' },
    'with no less than|not less than|not below|not under|at least|or more|or higher|minimum of|no less than|>=',
  ),
  ...cues(
    { is: 'compare', op: '<=' },
    'with no more than|not more than|not above|not over|at most|or less|or lower|maximum of|no more than|up to|<=',
  ),
  ...cues({ is: 'between' }, 'between'),
  ...cues({ is: 'release', order: -1 }, 'older than|earlier than|prior to|before|below'),
  ...cues({ is: 'release', order: 1 }, 'newer than|later than|after|above'),
  ...cues({ is: 'release', order: -1, isIncluded: true }, 'or older|and older|or earlier|and earlier'),
  ...cues({ is: 'release', order: 1, isIncluded: true }, 'or newer|and newer|or later|and later'),
  ...cues(
    { is: 'versus' },
    'vs|versus|compare|compared to|compared with|comparison|than|more|fewer|less|or rather',
  ),
  ...cues(
    { is: 'extreme', direction: 'desc' },
    'highest|most|top|largest|biggest|maximum|max|greatest|busiest by|commonest|most ' +
      'common|most used|most often|most frequently|most popular',
  ),
  ...cues(
    { is: 'extreme', direction: 'asc' },
    'lowest|least|smallest|minimum|min|fewest|bottom|rarest|least common|least used',
  ),
  // The worst place is not that with the most servers.
  ...cues({ is: 'extreme', direction: 'desc', isOfFigure: true }, 'worst|heaviest'),
  ...cues({ is: 'extreme', direction: 'desc', by: 'responseTime' }, 'slowest'),
  ...cues({ is: 'extreme', direction: 'asc', by: 'responseTime' }, 'fastest'),
  ...cues({ is: 'extreme', direction: 'desc', by: 'cpuUsage' }, 'busiest'),
  ...cues({ is: 'extreme', direction: 'desc', by: 'diskUsage' }, 'fullest'),
  ...cues({ is: 'extreme', direction: 'asc', by: 'cpuUsage' }, 'least busy|idlest'),
  ...cues({ is: 'extreme', direction: 'asc', by: 'diskUsage' }, 'emptiest'),
  ...cues(
    { is: 'extreme', direction: 'desc', by: 'createdAt' },
    'newest|most recently added|latest added|most recent|recently added',
  ),
  ...cues({ is: 'extreme', direction: 'asc', by: 'createdAt' }, 'oldest'),
  ...cues(
    { is: 'extreme', direction: 'desc', by: 'uptime' },
    'longest running|up longest|been up longest|has been up longest|up the longest|been up the longest|' +
      'has been up the longest|have been up the ' +
      'longest|running the longest|running longest',
  ),
  ...cues(
    { is: 'extreme', direction: 'asc', by: 'uptime' },
    'most recently rebooted|rebooted most recently|last rebooted|rebooted last|most recently restarted|' +
      'restarted most recently|last restarted|restarted last',
  ),
  ...cues({ is: 'extreme', direction: 'desc', by: 'duration' }, 'longest'),
  ...cues({ is: 'order', direction: 'desc' }, 'last|latest|most recent|most recently'),
  ...cues({ is: 'order', direction: 'asc' }, 'earliest'),
  ...cues({ is: 'extreme', direction: 'asc', by: 'duration' }, 'shortest'),
  ...cues(
    { is: 'ask', ask: 'count' },
    'how many|how many times|how often|number of|amount of|count|count of|total number of|total|in total|how big',
  ),
  ...cues(
    { is: 'ask', ask: 'share' },
    'what percentage|what percent|what %|% of|percentage of|percent of|share of|what share|proportion of|' +
      'what proportion|what fraction|fraction of',
  ),
  ...cues({ is: 'ask', ask: 'all' }, 'are all|is every|are all of|are every|do all|does every|have all'),
  ...cues(
    { is: 'ask', ask: 'average' },
    'average|mean|avg|on average|median|typical|typically|percentile|p50|p90|p95|p99|mttr|' + AMOUNTS,
  ),
  ...[50, 90, 95, 99].flatMap((place) => cues({ is: 'percentile', place }, `p${place}`)),
  ...cues({ is: 'percentile', place: 50 }, 'median|typical|typically'),
  ...cues({ is: 'percentile' }, 'percentile'),
  ...cues({ is: 'measure', of: 'responseTime' }, 'response time|response times|latency|latencies'),
  ...cues(
    { is: 'measure', of: 'duration' },
    `length|lengths|duration|durations|last|lasted|downtime|downtimes|${RECOVERIES}|${AMOUNTS}`,
  ),
  ...cues(
    { is: 'ask', ask: 'why' },
    'why|how come|what is wrong with|whats wrong with|what wrong with|what happened to|whats up with|what up with|reason',
  ),
  ...cues(
    { is: 'ask', ask: 'availability' },
    'availability|sla|uptime percentage|uptime percent|percentage uptime|percent uptime',
  ),
  ...cues(
    { is: 'ask', ask: 'overview' },
    'check server status|status of our servers|status of all servers|status of the servers|health of ' +
      'all servers|server status|health of our servers|health of the servers',
  ),
  ...cues(
    { is: 'each' },
    'by|per|for each|in each|at each|on each|each|each of|grouped by|broken down by|breakdown ' +
      'by|breakdown of|breakdown|distribution of|across|overview of|topology',
  ),
  ...cues(
    { is: 'duplicate' },
    'duplicate|duplicates|duplicated|the same|same|used twice|used more than once|share a|share an|share the|share the ' +
      'same|sharing a|sharing an|sharing the|sharing the same|share same',
  ),
  ...cues(
    { is: 'extreme', direction: 'desc', isSort: true },
    'sorted by|ordered by|ranked by|sort by|order by',
  ),
  ...cues(
    { is: 'howLong' },
    'how long|how long has|how long have|how long is|how long was|how long do|how long does|since when|for how long',
  ),
  ...cues(
    { is: 'contact' },
    'email|emails|mail address|phone|phone number|telephone|extension|contact details|title|department|role|job',
  ),
  ...cues(
    { is: 'not' },
    'not|isnt|arent|dont|doesnt|havent|hasnt|non|except|exclude|excluding|outside|outside of|other than|apart ' +
      'from|all but|minus|wasnt|werent|never in|anywhere but|but not|besides|nor|neither',
  ),
  ...cues({ is: 'or' }, 'or|either|nor'),
  ...cues({ is: 'and' }, 'and|as well as|plus|both|but'),
  ...cues(
    { is: 'none' },
    'without|with o|without a|without an|no|with no|missing|lacking|lack|lacks|have no|has no|is missing|are ' +
      'missing|dont have|doesnt have|is not recorded|not recorded|is empty|never been measured|never ' +
      'measured|not measured|unmeasured|never been measured for',
  ),
  ...cues({ is: 'filter', condition: { kind: 'filled', field: 'check' } }, 'monitored'),
  ...cues(
    { is: 'filter', condition: { kind: 'filled', field: 'check', not: true } },
    'not monitored|unmonitored|isnt monitored|arent monitored',
  ),
  ...cues({ is: 'with' }, 'have a|has a|having a|with a|that have a|have an|with an|has an'),
  ...cues(
    { is: 'nobody' },
    'nobody owns|owned by nobody|owned by no one|no one owns|noone owns|unowned|nobody is responsible for|without owner',
  ),
  ...cues({ is: 'never' }, 'never|never been|never were|were never|not yet'),
  ...cues(
    { is: 'refer' },
    'them|those|these|they|of them|of those|of these|that|their|its|it|the same|he|she|him|her|his',
  ),
  ...cues({ is: 'only' }, 'only|just'),
  ...cues({ is: 'also' }, 'and|what about|how about|which ones|ok and|same for'),
  ...cues(
    { is: 'owns' },
    'owns|own|owned by|who runs|responsible for|looks after|look after|in charge of|belong to|belongs to|who ' +
      'owns|managed by|maintained by|maintains|owned',
  ),
  ...cues({ is: 'where' }, 'where|where is|where are'),
  ...cues({ is: 'who' }, 'who|whom|who is'),
  ...cues({ is: 'when' }, 'when|when was|when were|how long ago'),
  ...cues(
    { is: 'manual' },
    'how do|how to|how can|how should|how does|should i|should we|can i|can we|may i|may we|must ' +
      'i|must we|what should|what to do|what do i|what do we do|what ' +
      'must|procedure|procedures|steps|instructions|runbook|runbooks|guide|policy|explain|who may|who ' +
      'can|how often|how many times|how long ' +
      `does|difference|knowledge base|${DOCUMENTS}`,
  ),
  ...cues({ is: 'documents' }, DOCUMENTS),
  ...cues({ is: 'filler' }, FILLERS),
];

const plural = (word: string) =>
  word.endsWith('y') ? `${word.slice(0, -1)}ies` : word.endsWith('s') ? `${word}es` : `${word}s`;

/** Field names from the table. Plurals ask for all values. */
const fieldCues = serverFields.flatMap((field): Cue[] => {
  const { label, short = label, operator, synonyms = [] } = fieldOf(field);
  const phrases = new Set([label, short, operator, ...synonyms].map((phrase) => wordsOf(phrase).join(' ')));
  return [...phrases].filter(Boolean).flatMap((phrase): Cue[] => [
    { words: phrase.split(' '), meaning: { is: 'field', field } },
    { words: plural(phrase).split(' '), meaning: { is: 'field', field, isPlural: true } },
  ]);
});
const OTHER_FIELDS: Cue[] = [
  ...cues(
    { is: 'field', field: 'keyContacts' },
    'who should i call|who do i call|whom do i call|whom should i call|who to call|who should we ' +
      'call|who can i call|who do i contact|who to contact|who should i contact|who do i wake up|who should i ' +
      'wake up|who do i page|who should i page|who gets paged',
  ),
  ...cues(
    { is: 'field', field: 'lastHealthCheck' },
    'last health check|health check|last check|check result',
  ),
  ...cues({ is: 'field', field: 'operatingSystem' }, 'os version'),
  ...cues({ is: 'field', field: 'certificate' }, 'certificate|certificates|tls certificate|ssl certificate'),
  ...cues(
    { is: 'field', field: 'document' },
    'linked document|linked documents|linked runbook|linked documentation|document|documents|runbook|' +
      'runbooks|documentation',
  ),
  ...cues({ is: 'field', field: 'outage' }, 'recorded outage|any outage'),
  ...cues(
    { is: 'field', field: 'check' },
    'monitoring|check|checks|health check|health checks|configured check',
  ),
  ...cues({ is: 'field', field: 'serverLocation', isPlural: true }, 'location details'),
  ...cues({ is: 'field', field: 'network', isPlural: true }, 'network topology|zones'),
];

type Lexicon = Map<string, Meaning[]>;

/** Meanings by phrase. Neighbours decide between several meanings. */
export const LEXICON: Lexicon = new Map();
for (const { words, meaning } of [...CUES, ...fieldCues, ...OTHER_FIELDS]) {
  const phrase = words.join(' ');
  LEXICON.set(phrase, [...(LEXICON.get(phrase) ?? []), meaning]);
}
/** Known words, which spelling correction must not change. */
export const LEXICON_WORDS = new Set([...LEXICON.keys()].flatMap((phrase) => phrase.split(' ')));
/** Whether a word says that the question is about the future, where certificates expire. "Expired" is of the past. */
export function isOfFuture(word: string): boolean {
  const meanings = LEXICON.get(word) ?? [];
  const isOfEnd = meanings.some((meaning) => meaning.is === 'event' && meaning.event === 'certificate');
  return isOfEnd && !meanings.some(({ is }) => is === 'time');
}
export const isFiller = (word: string): boolean => meansA(word, 'filler');
/** "documents", which no document has to mention. */
export const isOfDocuments = (word: string): boolean => meansA(word, 'documents');

const meansA = (word: string, kind: Meaning['is']): boolean =>
  LEXICON.get(word)?.some(({ is }) => is === kind) ?? false;
