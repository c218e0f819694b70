import type { Field } from './filter-sql.ts';
import { NUMBER_WORD, numberOf, WHO_LOOKS_AFTER } from './words.ts';
import type { Sentence } from './words.ts';

const NUMBER = String.raw`\d{1,2}|${NUMBER_WORD}`;

/** What servers are counted by; a rack is a part of a location, and a site is a location without it. */
export type GroupField = Field | 'rack' | 'site';

const EACH = String.raw`(?:by|per|each|every|across|for each|in each|at each|on each|of each)(?: the| our| all| its| different)? `;
const ALL = String.raw`(?:which|what|list|show|view|all|our|the|different|have|has)(?: all| the| our| different)* `;

/** What servers are counted by, in the words for one and for many of it. */
const DIMENSIONS: [GroupField, string, string][] = [
  ['environment', 'environment', 'environments'],
  ['status', 'status|state|health', 'statuses|states'],
  ['rack', 'rack|cabinet', 'racks|cabinets'],
  ['function', 'primary function|function|role|purpose', 'functions|roles|purposes'],
  [
    'serverLocation',
    'location|site|place|data cent(?:er|re)',
    'locations|location details|sites|places|data centers|data centres',
  ],
  ['network', 'network zone|network|zone', 'network zones|networks|zones|network topology|topology'],
  ['operatingSystem', 'operating system|os', 'operating systems|oses|os versions'],
  ['teamOwner', 'team owner|owner|team', 'team owners|owners|teams|team'],
  ['serverType', 'server type|type', 'server types|types|kinds'],
  ['domain', 'domain', 'domains'],
  ['hardwareModel', 'hardware model|model|hardware', 'hardware models|models|hardware'],
];

const severalOf = (many: string) =>
  many
    .split('|')
    .filter((word) => word.endsWith('s'))
    .join('|');
/** "operating systems in staging" */
const STANDS = '(?= (?:in|at|on|of|for|used|we|per|$) )';
/** "what type of servers are in Leeds" */
const OF_THINGS = '(?= (?:servers|hosts|machines|boxes) (?:are|is|do|does|run|runs|stand) )';
const RANKED = '(?= (?:has|have|uses?|is|are|shows?|with|runs?|·\\d+) )';
/** The whole of them, and not each: "the highest cpu across all sites". */
const OVERALL =
  /(?:across|over|of|in) all (?:the |our )?(?:environments|locations|sites|places|data cent(?:er|re)s|networks|zones|teams|owners)/;

const HOW_MANY = '(?:how many|number of|count(?: of)?)(?: the| all| different| distinct| of)* ';

/** "how many locations": asks for the values of a field, and not for servers. */
export function takeValues(sentence: Sentence): GroupField | undefined {
  for (const [field, , many] of DIMENSIONS) {
    if (
      sentence.take(
        new RegExp(`${HOW_MANY}(?:${severalOf(many)})(?! of(?! (?:the |our )?(?:servers|hosts|machines)))`),
      )
    )
      return field;
  }
  return undefined;
}

const WHICH_TEAM = /(?:which|what) team (?:is responsible for|is in charge of|looks after)/;
/** Asks for the team of servers, where servers are meant. */
export const WHO_OWNS = new RegExp(
  `${WHO_LOOKS_AFTER}|who is (?:responsible for|in charge of)|(?:who|whos)(?: is| are)? (?:(?:the|their) (?:team )?owners?|(?:responsible|in charge)(?= $))`,
);
/** "which sites have no offline servers": that is not how many have others. */
export const HAVE_NONE = /(?:have|has|owns?|runs?|with)(?: got)? (?:no|not|zero|none)|without|lack|lacks/;
/** "which site has the most offline servers": all of them, most first. */
const MOST = String.raw`(?: (?:in|at|on|of|with|the|our|servers?|·\d+)){0,6} (?:has|have|owns?|runs?|holds?)(?: the)? (?:most|fewest|least)`;
export const HAS_MOST = /(?:has|have|with|owns?|runs?|holds?)(?: the)? (?:most|fewest|least)/;
/** "the most common operating system", of what is found; "our biggest site" */
const COMMONEST = '(?:most|least) (?:(?:often|commonly|frequently|widely) )?(?:common|used|popular|frequent|widespread|found|deployed)|commonest|rarest'; // prettier-ignore
const BIGGEST = 'biggest|largest|smallest';
const LEADS = '(?:(?:which|what|whats|show|list|name|tell|me|is|are|the|our) )*';
const IS = '(?: (?:is|are|do|does|we|you|the|our))*';

/**
 * Which value most or fewest servers have; `isOfFound`: of the values that those have which are meant; `isOfTeams`: of teams,
 * where owners may be persons.
 */
export type Extreme = {
  isLeast: boolean;
  isOfFound: boolean;
  isOfTeams: boolean;
  said: string;
  most?: number | undefined;
};

const VALUES = DIMENSIONS.map(([, , many]) => severalOf(many)).join('|');
const OF_ORDER = `${COMMONEST}|${BIGGEST}`;
/** "top 3 operating systems", "the three biggest sites" */
const TOP = new RegExp(
  ` (?:(?<end>top|bottom) (?<number>${NUMBER})|(?:(?<before>${OF_ORDER}) )?(?<count>${NUMBER}))(?: (?<behind>${OF_ORDER}))?(?= (?:${VALUES}) )`,
);
/** "which sites have the most servers, top 2" */
const TOP_AT_END = new RegExp(` (?:only )?(?:the )?top (?<count>${NUMBER}) $`);
const BY_SERVERS =
  / by (?:the )?(?:(?:number|count) of (?:their )?)?(?:servers?|hosts|machines|vms)(?: count)?(?= )/;

/** Writes it as it is said without the number of values that are asked for, and answers with that. */
export function takeNumberOfValues(sentence: Sentence): number | undefined {
  const last = sentence.has(HAS_MOST) ? TOP_AT_END.exec(sentence.text)?.groups?.['count'] : undefined;
  if (last) sentence.text = sentence.text.replace(TOP_AT_END, ' ');
  if (last) return numberOf(last);
  const { end, number, before, count, behind } = TOP.exec(sentence.text)?.groups ?? {};
  const order = before ?? behind ?? (end && `${end === 'top' ? 'most' : 'least'} common`);
  if (!order && !(count && sentence.has(HAS_MOST))) return undefined;
  sentence.text = sentence.text.replace(TOP, order ? ` ${order}` : '').replace(BY_SERVERS, '');
  return numberOf(number ?? count ?? '');
}

export function extremeIn(sentence: Sentence): Extreme | undefined {
  const isOfFound = sentence.has(new RegExp(COMMONEST));
  if (!isOfFound && !sentence.has(HAS_MOST) && !sentence.has(new RegExp(BIGGEST))) return undefined;
  const isLeast = sentence.has(/fewest|least|rarest|smallest/);
  const isOfTeams = sentence.has(/teams?/) && !sentence.has(/(?:team )?owners?/);
  return {
    isLeast,
    isOfFound,
    isOfTeams,
    said: HAS_MOST.exec(sentence.text)?.[0] ?? (isLeast ? 'least' : 'most'),
  };
}

/** "what os are the mail relays on": that of each. */
const OF_WHICH =
  '(?= (?:are|is|do|does) (?:most (?:of )?)?(?:the|our|all|those|these|they|servers|hosts|·\\d+) )';
export const OF_THEM =
  /(?:which|what) (?:\S+ ){1,2}(?:are|is|do|does) (?:the|our|all|those|these|they|servers|hosts)/;
/** "owners of the backup servers" */
export const FIELD_OF =
  /(?:owners?|teams?|os|operating systems?|locations?|domains?|networks?|types?|models?|functions?|roles?) of (?:all|the|our)/;
/** Where in a place a server stands is a part of its location. */
export const IN_PLACE = /racks?|cabinets?|rooms?|rows?/;
/** Told without the racks; a location is so where places are recorded with racks or rooms. */
export const OF_SITES = /sites?|data cent(?:er|re)s?/;
export const LOCATIONS = /locations?(?! details)|places?/;

/** `isRanked`: of a figure that is told for each of them ("which site has the highest average cpu"). */
export function takeDimension(sentence: Sentence, isRanked = false): GroupField | undefined {
  if (isRanked) sentence.take(OVERALL);
  if (sentence.take(WHICH_TEAM)) return 'teamOwner';
  for (const [field, one, many] of DIMENSIONS) {
    const most = field === 'serverLocation' ? `${one}|${IN_PLACE.source}` : one;
    if (sentence.take(new RegExp(`(?:which|what) (?:${most}|${many})${MOST}`))) return field;
    const each = `(?:${one}|${many}${field === 'operatingSystem' ? '|systems?' : ''})`;
    if (sentence.take(new RegExp(`${LEADS}(?:${COMMONEST}) ${each}|(?:which|what) ${each}${IS} (?:${COMMONEST})`))) return field; // prettier-ignore
    if (/Location|Owner|network/.test(field) && sentence.take(new RegExp(`${LEADS}(?:${BIGGEST}) ${each}|(?:which|what) ${each}${IS} (?:${BIGGEST})`))) return field; // prettier-ignore
    if (sentence.take(new RegExp(`(?:which|what) (?:${one})${OF_WHICH}`))) return field;
    if (sentence.take(new RegExp(`(?:which|what) (?:${one}|${many}) of${OF_THINGS}`))) return field;
    if (isRanked && sentence.take(new RegExp(`(?:which|what) (?:${one}|${many})${RANKED}`))) return field;
    if (sentence.take(new RegExp(`(?<=^ )(?:${severalOf(many)})${STANDS}`))) return field;
    if (isRanked && sentence.take(new RegExp(`(?<=^ (?:(?:show|list|give|me|what|which|are|the) )*·\\d+ )(?:${severalOf(many)})(?= (?:by|with|ordered|sorted|·\\d+) )`))) return field; // prettier-ignore
    const grouped = new RegExp(
      `${EACH}(?:${one}|${many})|(?:${one}) (?:breakdown|distribution|split|overview|statistics)|(?:${one}|${many}) of(?= (?:all|the|our) (?:(?:\\S+ ){0,4}servers|·\\d+(?! (?:server|host|machine)s? )) )|(?:breakdown|distribution|split|share|percentages?) of (?:the |our |all )?(?:${severalOf(many)})`,
    );
    if (sentence.take(grouped) ?? sentence.take(new RegExp(`${ALL}(?:${many})`))) return field;
  }
  if (sentence.take(/where are|where is/)) return 'serverLocation';
  if (sentence.take(WHO_OWNS)) return 'teamOwner';
  return undefined;
}

/** "per environment and status": what servers are counted by besides. */
export function takeMoreDimensions(sentence: Sentence, first: GroupField): GroupField[] {
  const more: GroupField[] = [];
  for (let isMore = true; isMore;) {
    isMore = false;
    for (const [field, one, many] of DIMENSIONS)
      if (
        field !== first &&
        sentence.take(new RegExp(`·\\d+(?: (?:and|by|then|per|the|also|&|each))+ (?:${one}|${many})`))
      )
        isMore = more.push(field) > 0;
  }
  return more;
}
