import type { GroupField } from './dimensions.ts';
import { partsOf, subjectOf } from './filter-sql.ts';
import type { ServerFilter } from './filter-sql.ts';
import { EACH_FIGURE, FIGURES } from './figures.ts';
import { GROUP_NAMES } from './group-sql.ts';
import { attributeNamed, inSentence } from './host-answers.ts';
import type { Attribute } from './host-answers.ts';
import { WHO_LOOKS_AFTER } from './words.ts';
import type { Sentence } from './words.ts';

/** Fields and figures in the words that name them and nothing else, longest first where one has another in it. */
const NOUNS: [name: string, words: string][] = [
  ['status', 'status|statuses|state|health'],
  ['environment', 'environments?'],
  ['hostname', 'hostnames?|host names?|fqdns?'],
  ['IP address', 'ip address(?:es)?|ips?|address(?:es)?'],
  ['domain', 'domains?'],
  ['network zone', 'network zones?|networks?|zones?'],
  ['location', 'locations?|sites?|racks?|data cent(?:er|re)s?'],
  ['operating system', 'operating systems?|os|oses'],
  ['type', 'types?'],
  ['hardware model', 'hardware models?|hardware|models?'],
  ['function', 'functions?|roles?|purpose'],
  ['team owner', 'team owners?|owners?|teams?'],
  ['key contacts', '(?:key )?contacts?'],
  ['last health check', 'last (?:health )?checks?'],
  ['certificate expiry', '(?:tls |ssl )?cert(?:ificate)?s? (?:expiry|expiration)(?: dates?)?'],
  ['description', 'descriptions?'],
  ['notes', 'notes'],
  ['CPU usage', FIGURES.cpuUsage.pattern],
  ['memory usage', FIGURES.memoryUsage.pattern],
  ['disk usage', FIGURES.diskUsage.pattern],
  ['uptime', 'uptimes?'],
];
const NOUN = `(?:names?|${NOUNS.map(([, words]) => words).join('|')})(?: usage| use)?`;
const LIST = `${NOUN}(?: (?:(?:and|plus|also|the|their|its) )*${NOUN})*`;
const ENDS = String.raw`(?= (?:$|(?:and|in|at|on|of|for|from|please|that|which|sorted|ordered|by|running|too|·\d+) ))(?! (?:from|at|of|by|on|in) \d)`;
/** "and their owners", "with its IP" */
const THEIR = new RegExp(`(?:with|and|plus|including|showing|show|incl)(?: (?:also|as well as))? (?:their|its) ${LIST}${ENDS}`); // prettier-ignore
/** "name, IP and OS of each" */
const OF = new RegExp(`${LIST} (?:of|for)(?= (?:all|the|our|each|every|those|these) )`);
/** "list the mail relays with owner and location": those that have one are "with an owner" or "with owners". */
const WITH = new RegExp(`(?:with|including|plus|showing) ${LIST}${ENDS}`);
/** "what are their addresses?" */
const THEIRS = new RegExp(`(?<=^ (?:(?:and|also|what|whats|is|are|show|list|give|tell|me) )*)(?:their|its) ${LIST}(?= $)`); // prettier-ignore
/** What servers are not counted by, so that it is told of each. */
const OF_EACH = / (?:notes|descriptions?|hostnames?) /;
const ASKS_ALL = /^ (?:please |can you |could you )*(?:list|show|give|display|print|view)(?= )/;
/** "top 3 by cpu with ip" */
const ASKS_TOP = /^ (?:the )?(?:top|bottom) (?!.* with (?:.* )?(?:cpu|load|memory|ram|disk|storage|uptime) )/;
const ONE = /(?: os|status|[^s])$/;
const COUNTS = /how many|number of|count|average|mean|avg|median|total|sum|by|per|each(?= (?:team|site|environment|location|network))/; // prettier-ignore
const TURNED = / (?:max|maximum|min|minimum|highest|lowest|most|least|top|high|low|same|no|without|different|which|what) $/; // prettier-ignore

const THEM = '(?:they|them|those|these|it|each(?: one)?|(?:each|every one|all) of (?:them|those|these))';
/** "and where are they", "and who owns them": what is asked besides, of each. */
const BESIDES: [name: string, words: string][] = [
  ['location', `where(?: (?:are|is|do|does) ${THEM}(?: (?:located|all|stand|sit|live|run))?| ${THEM} (?:are|is|stands?|runs?)(?: located)?)?(?= (?:$|and |·))`],
  ['team owner', `(?:${WHO_LOOKS_AFTER}|who (?:is|are) (?:responsible|in charge)(?: (?:for|of)(?= ${THEM} ))?|whose are|(?:who|whos)(?: is| are)? (?:the|their|its) (?:team )?owners?)(?: (?:of )?${THEM})?(?= (?:$|and |·))`],
  ['function', `what (?:are|is|do|does) ${THEM} (?:there )?(?:for|do|used for)(?= (?:$|and |·))`],
  ['operating system', `(?:(?:on )?(?:what|which) (?:(?:operating )?systems?|os|oses) (?:are|is|do|does) ${THEM} (?:on|run|running|use)|on what (?:are|is|do|does) ${THEM} (?:run|running))(?= (?:$|and |·))`],
  ['key contacts', `who(?:m)? (?:do|should|can|must) (?:i|we) (?:call|contact|ask|phone)(?: (?:about|for) ${THEM})?(?= (?:$|and |·))`],
]; // prettier-ignore
const AND = '(?:(?:and|plus|also|or)(?: also)?) ';
/** "which print servers do we have, where are they?", "what is down? Where?" */
const BEHIND = String.raw`(?<= (?!(?:me|know|say|see|please|ok|so|just|exactly) )\S+ )(?=(?:where|whose) (?:$|\S+ (?:they|those|these) ))`;
/** The first of two things that are asked: "where are the mail relays and who owns them". */
const ASKED_FIRST: [name: string, words: RegExp][] = [
  ['location', /(?<=^ (?:and )?)where(?: are| is| do we have)/],
  ['team owner', new RegExp(`(?<=^ (?:and )?)(?:${WHO_LOOKS_AFTER}|who (?:is|are) (?:responsible|in charge) (?:for|of))`)],
]; // prettier-ignore

/** Takes out two things that are asked of the same servers, which each of them is told with. */
export function takeBesides(sentence: Sentence): Attribute[] {
  if (sentence.has(COUNTS)) return [];
  const besides = BESIDES.filter(([, words]) => sentence.take(new RegExp(`${AND}${words}`)) ?? sentence.take(new RegExp(`${BEHIND}${words}`))); // prettier-ignore
  if (besides.length === 0) return [];
  const first = ASKED_FIRST.filter(([, words]) => sentence.take(words));
  const their = sentence.take(new RegExp(`(?:their|its) ${LIST}${ENDS}`))?.[0] ?? '';
  const named = [...first, ...besides].flatMap(([name]) => attributeNamed(name) ?? []);
  return [...new Set([...attributesIn(their), ...named])];
}

/** Takes out what is asked of each server of a list. */
export function takeColumns(sentence: Sentence): Attribute[] {
  const taken = [sentence.take(THEIR)?.[0] ?? sentence.take(THEIRS)?.[0] ?? ''];
  const isTop = ASKS_TOP.test(sentence.text);
  if (isTop || !sentence.has(COUNTS)) {
    const [of] = new RegExp(` (?:${OF.source})(?= )`).exec(sentence.text) ?? [];
    const before = of === undefined ? '' : sentence.text.slice(0, sentence.text.indexOf(of) + 1);
    const isSeveral = (text: string) => attributesIn(text).length + (/ names? /.test(`${text} `) ? 1 : 0) > 1;
    if (of !== undefined && (isSeveral(of) || OF_EACH.test(of)) && !TURNED.test(before))
      taken.push(sentence.take(OF)?.[0] ?? '');
    const [list] = new RegExp(` (?:${WITH.source})`).exec(sentence.text) ?? [];
    if (list !== undefined && (isTop || ASKS_ALL.test(sentence.text)) && (isSeveral(list) || ONE.test(list)))
      taken.push(sentence.take(WITH)?.[0] ?? '');
  }
  return [...new Set(taken.flatMap(attributesIn))];
}

/** Takes out every field that is still named, and no figure: "the IP and the OS of the busiest server". */
export const takeNamedFields = (sentence: Sentence): Attribute[] =>
  NOUNS.flatMap(([name, words]) =>
    !FIGURE_NAMES.has(name) && sentence.take(new RegExp(words)) ? (attributeNamed(name) ?? []) : [],
  );

const attributesIn = (text: string): Attribute[] =>
  NOUNS.flatMap(([name, words]) =>
    new RegExp(` (?:${words})(?= )`).test(`${text} `) ? (attributeNamed(name) ?? []) : [],
  );

/** What the answer tells or counts by anyway. */
type Used = {
  grouped: GroupField[];
  columns: Attribute[];
  isOfSites: boolean;
  isOfPeople: boolean;
  isStatus: boolean;
  isAddresses: boolean;
};

/** Fields and figures that are still named after everything else has been read; of two figures one alone would be half of the answer. */
export function unreadFields(
  sentence: Sentence,
  filter: ServerFilter,
  used: Used,
  words: string[],
): string[] {
  const { grouped, columns, isOfSites, isOfPeople, isStatus, isAddresses } = used;
  const read = new Set([
    // "in the production environment"
    ...partsOf(filter).map(subjectOf),
    ...grouped.map((field) => GROUP_NAMES[field]),
    ...columns.map(inSentence),
    ...(isOfSites || grouped.includes('rack') ? ['location'] : []),
    ...(isOfPeople ? ['key contacts', 'team owner'] : []),
    ...(isStatus ? ['status'] : []),
    ...(isAddresses ? ['IP address'] : []),
  ]);
  return NOUNS.filter(([name]) => !read.has(name)).flatMap(([name, nouns]) => {
    const [said] = new RegExp(` (?:${nouns})(?= )`).exec(sentence.text) ?? [];
    return said === undefined || words.some((text) => ` ${text} `.includes(`${said} `))
      ? []
      : [FIGURE_NAMES.has(name) ? name : said.trim()];
  });
}

const FIGURE_NAMES = new Set(EACH_FIGURE.map(([, { name }]) => name));

/** The figures that a question names. */
export const figuresIn = (sentence: Sentence): Attribute[] =>
  EACH_FIGURE.filter(([, { pattern }]) => sentence.has(new RegExp(pattern))).flatMap(
    ([, { name }]) => attributeNamed(name) ?? [],
  );

const BY =
  / (?:by|per|for each|for every|in each|in every|of each|of every|at each|on each|each|every) (?!·|each |every |servers? |hosts? |machines? |vms? |one |ones |of |names? |the |our |my |other |default |now |hour |day |week |month |year )(\p{L}\S*)(?= )/u;

/** "and who owns them", where nothing read it. */
export const unreadBesides = (sentence: Sentence): string | undefined =>
  / \S+ (?:and|also|plus) (?<said>(?:where|who|whom|whose|on (?:what|which))(?: [^·\s]+){0,3})(?= )/.exec(sentence.text)?.groups?.['said']; // prettier-ignore

/** "per rack room": what servers shall be counted by, where nothing read it. */
export const unreadGrouping = (sentence: Sentence): string | undefined => BY.exec(sentence.text)?.[0].trim();

const THINGS = '(?:servers|hosts|machines|vms|boxes)';
/** "how many users are on the file servers", "the extension for the print servers": asks for no servers. */
const OF_THEM = [
  new RegExp(
    ` (how many (?!${THINGS} )(\\p{L}+)) (?:(?:are|is|do|does|have|has|were|can|on|in|of|use) )+(?:the |our |all |·\\d+ )*${THINGS} `,
    'u',
  ),
  /^ (?:(?:what|whats|is|give|me|show|list|find|the|our) )*(((?!servers|hosts|machines|vms|boxes)\p{L}+ ){1,3}?)(?:of|for) (?:the|our|all|each) /u,
];

/** What is asked for of servers that they have no field for, and that their texts have by chance. */
export function unreadThings(sentence: Sentence, words: string[], absent: string[]): string[] {
  if (/ how much /.test(sentence.text)) return ['how much'];
  return OF_THEM.flatMap((pattern) => {
    const [, said = ''] = pattern.exec(sentence.text) ?? [];
    const isText = (word: string) =>
      words.includes(word) && (said.startsWith('how many') || !absent.includes(word));
    return said.split(' ').some(isText) ? [said.trim()] : [];
  });
}
