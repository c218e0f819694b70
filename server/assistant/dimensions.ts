import type { CountedField } from './filter-sql.ts';
import type { Sentence } from './words.ts';

const EACH = String.raw`(?:by|per|each|every|across|for each|in each|at each|on each|of each)(?: the| our| all| its| different)? `;
const ALL = String.raw`(?:which|what|list|show|view|all|our|the|different|have|has)(?: all| the| our| different)* `;

/** What servers are counted by, in the words for one and for many of it. */
const DIMENSIONS: [CountedField, string, string][] = [
  ['environment', 'environment', 'environments'],
  ['status', 'status|state|health', 'statuses|states'],
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

const HOW_MANY = '(?:how many|number of|count(?: of)?)(?: the| all| different| distinct| of)* ';

/** "how many locations": asks for the values of a field, and not for servers. */
export function takeValues(sentence: Sentence): CountedField | undefined {
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
export const WHO_OWNS = /who (?:owns|is responsible for|manages|looks after)/;
/** "which site has the most offline servers": all of them, most first. */
const MOST = String.raw`(?: has| have| owns?| runs?| holds?)(?: the)? (?:most|fewest|least)`;
/** "per site" is without the racks, "per location" as it is recorded. */
export const OF_SITES = /sites?|data cent(?:er|re)s?/;

export function takeDimension(sentence: Sentence): CountedField | undefined {
  for (const [field, one, many] of DIMENSIONS) {
    if (sentence.take(new RegExp(`(?:which|what) (?:${one})${MOST}`))) return field;
    const each = new RegExp(
      `${EACH}(?:${one}|${many})|(?:${one}) (?:breakdown|distribution|split|overview|statistics)|(?:${one}|${many}) of(?= (?:all|the|our) (?:\\S+ ){0,4}servers )`,
    );
    if (sentence.take(each) ?? sentence.take(new RegExp(`${ALL}(?:${many})`))) return field;
  }
  if (sentence.take(/where are|where is/)) return 'serverLocation';
  if (sentence.take(WHO_OWNS)) return 'teamOwner';
  return undefined;
}
