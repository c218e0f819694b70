import type { Field } from './filter-sql.ts';
import type { Sentence } from './words.ts';

const EACH = String.raw`(?:by|per|each|every|across|for each|in each|at each|on each|of each)(?: the| our| all| its| different)? `;
const ALL = String.raw`(?:which|what|list|show|view|all|our|the|different|have|has)(?: all| the| our| different)* `;

/** What servers are counted by, in the words for one and for many of it. */
const DIMENSIONS: [Field, string, string][] = [
  ['environment', 'environment', 'environments'],
  ['status', 'status|state|health', 'statuses|states'],
  [
    'serverLocation',
    'location|site|place|data cent(?:er|re)|rack|cabinet|room',
    'locations|location details|sites|places|data centers|data centres|racks|cabinets|rooms',
  ],
  ['network', 'network zone|network|zone', 'network zones|networks|zones|network topology|topology'],
  ['operatingSystem', 'operating system|os', 'operating systems|oses|os versions'],
  ['teamOwner', 'team owner|owner|team', 'team owners|owners|teams|team'],
  ['serverType', 'server type|type', 'server types|types|kinds'],
  ['domain', 'domain', 'domains'],
  ['hardwareModel', 'hardware model|model|hardware', 'hardware models|models|hardware'],
  ['function', '(?:primary )?function|role|purpose', '(?:primary )?functions|roles|purposes'],
];

const HOW_MANY = '(?:how many|number of|count(?: of)?)(?: the| all| different| distinct| of)* ';

/** "how many locations": asks for the values of a field, and not for servers. */
export function takeValues(sentence: Sentence): Field | undefined {
  for (const [field, , many] of DIMENSIONS) {
    const values = many.split('|').filter((word) => word.endsWith('s'));
    if (
      sentence.take(
        new RegExp(`${HOW_MANY}(?:${values.join('|')})(?! of(?! (?:the |our )?(?:servers|hosts|machines)))`),
      )
    )
      return field;
  }
  return undefined;
}

/** Asks for the team of servers, where servers are meant. */
export const WHO_OWNS =
  /who (?:owns|is responsible for|is in charge of|manages|maintains|looks after)|(?:who|whos)(?: is| are)? (?:the|their) (?:team )?owners?/;
/** "which sites have no offline servers": that is not how many have others. */
export const HAVE_NONE = /(?:have|has|owns?|runs?|with)(?: got)? (?:no|not|zero|none)|without|lack|lacks/;
/** "which site has the most offline servers": all of them, most first. */
const MOST = String.raw`(?: (?:in|at|on|of|with|the|our|servers?|·\d+)){0,6} (?:has|have|owns?|runs?|holds?)(?: the)? (?:most|fewest|least)`;
export const HAS_MOST = /(?:has|have|with|owns?|runs?|holds?)(?: the)? (?:most|fewest|least)/;
/** "what os are the mail relays on": that of each. */
const OF_WHICH = '(?= (?:are|is|do|does) (?:the|our|all|most|those|these|they|servers|hosts|·\\d+) )';
export const OF_THEM =
  /(?:which|what) (?:\S+ ){1,2}(?:are|is|do|does) (?:the|our|all|those|these|they|servers|hosts)/;
/** Where in a place a server stands is a part of its location. */
export const IN_PLACE = /racks?|cabinets?|rooms?|rows?/;
/** "per site" is without the racks, "per location" as it is recorded. */
export const OF_SITES = /sites?|data cent(?:er|re)s?/;

export function takeDimension(sentence: Sentence): Field | undefined {
  for (const [field, one, many] of DIMENSIONS) {
    const most = field === 'serverLocation' ? `${one}|${IN_PLACE.source}` : one;
    if (sentence.take(new RegExp(`(?:which|what) (?:${most})${MOST}`))) return field;
    if (sentence.take(new RegExp(`(?:which|what) (?:${one})${OF_WHICH}`))) return field;
    const each = new RegExp(
      `${EACH}(?:${one}|${many})|(?:${one}) (?:breakdown|distribution|split|overview|statistics)|(?:${one}|${many}) of(?= (?:all|the|our) (?:\\S+ ){0,4}servers )`,
    );
    if (sentence.take(each) ?? sentence.take(new RegExp(`${ALL}(?:${many})`))) return field;
  }
  if (sentence.take(/where are|where is/)) return 'serverLocation';
  if (sentence.take(WHO_OWNS)) return 'teamOwner';
  return undefined;
}

/** "which team has the highest average cpu": the values of a field by a figure. */
export function takeRankedBy(sentence: Sentence): Field | undefined {
  const has = '(?= (?:(?:has|have|with|uses?|runs?|is|are)|·\\d+) )';
  return DIMENSIONS.find(([, one, many]) =>
    sentence.take(new RegExp(`(?:which|what)(?: ·\\d+)? (?:${one}|${many})${has}`)),
  )?.[0];
}

/** "by colour", "per customer": counted by what nobody records. */
export const BY_UNKNOWN =
  / (?:(?<!(?:ed|run|en) )by|per|for each|in each|of each|for every|in every)(?: (?:the|our|its))? (?!servers? |hosts? |machines? |vms? |box |node |one |name |names |default )[a-z]\S*(?= )/;

/** "per environment and status": what servers are counted by besides. */
export function takeMoreDimensions(sentence: Sentence, first: Field): Field[] {
  const more: Field[] = [];
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
