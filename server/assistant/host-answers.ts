import { isSane } from '../../contract/sane-figure.ts';
import type { Figure } from '../../contract/server-fields.ts';
import { toldTime } from './account-time.ts';
import { code, listed, literal, serverLink } from './literal.ts';
import { figureName, percentText } from './figures.ts';
import type { ServerRow } from '../servers/queries.ts';
import type { Sentence } from './words.ts';

export type Attribute = {
  name: string;
  cue: RegExp;
  value: (row: ServerRow, timeZone: string) => string | null;
};

const percent = (figure: Figure, value: number | null) => (isSane(figure, value) ? percentText(value) : null);
const plain = (value: string | null) => (value?.trim() ? literal(value) : null);
const asCode = (value: string | null) => (value?.trim() ? code(value.trim()) : null);

export function durationText(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  return days > 0 ? `${days} d ${hours} h` : hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}

const instantText = (instant: Date | null, timeZone: string) => instant && toldTime(instant, timeZone);

const functionsOf = (row: ServerRow) =>
  listed(
    [row.primaryFunction, row.secondaryFunction, row.tertiaryFunction].flatMap((text) => plain(text) ?? []),
  ) || null;

/** What the inventory knows of a server, in the order of an answer that tells everything. */
const ATTRIBUTES: Attribute[] = [
  {
    name: 'Status',
    cue: /status|state|health(?! checks?)|healthy|(?<!(?:what|whats|what is|what else is) |how long (?:has|have|is|was) (?:\S+ ){1,4}?)(?:running|(?<!(?:backs|backed|(?:to|i|we|you) back|sets?|cleaned|looked|built) )up)|online|offline|down|warning|maintenance|alive|reachable|ok/,
    value: ({ status }) => status,
  },
  {
    name: 'Environment',
    cue: /environment|production|staging|development|prod|dev/,
    value: ({ environment }) => environment,
  },
  {
    name: 'IP address',
    cue: /ips?|ip address(?:es)?|address(?:es)?/,
    value: ({ ipAddress }) => asCode(ipAddress),
  },
  {
    name: 'Hostname',
    cue: /hostnames?|fqdn|host names?|dns(?: name)?/,
    value: ({ hostname }) => asCode(hostname),
  },
  { name: 'Domain', cue: /domain/, value: ({ domain }) => asCode(domain) },
  { name: 'Network zone', cue: /network|zone|network zone/, value: ({ network }) => plain(network) },
  {
    name: 'Location',
    cue: /where|stands?|location|located|site|datacenter|data centre|data center|rack/,
    value: ({ serverLocation }) => plain(serverLocation),
  },
  {
    name: 'Operating system',
    cue: /os|operating system|(?:which|what) (?:linux|windows|version|system)|(?<!(?:what|who) )runs/,
    value: ({ operatingSystem }) => plain(operatingSystem),
  },
  { name: 'Type', cue: /type|virtual|physical|vm|bare metal/, value: ({ serverType }) => serverType },
  {
    name: 'Hardware model',
    cue: /hardware|model|hardware model/,
    value: ({ hardwareModel }) => plain(hardwareModel),
  },
  {
    name: 'Function',
    cue: /functions?|role|purpose|used for|for what|what does|what is it for|what are they for|what do they do|(?<=what |whats |what is |what else is )run(?:s|ning)(?= on)/,
    value: functionsOf,
  },
  {
    name: 'Team owner',
    cue: /owners?|owns|own|owned|whose|team|responsible|in charge(?: of)?|looks? after|takes? care of|manages?|maintains?|administers?|(?<=who )(?:runs?|operates)|belongs?|on call|on-call|oncall|(?:do|should|can|to|must) (?:i |we )?(?:call|contact|phone|ask)/,
    value: ({ teamOwner }) => plain(teamOwner),
  },
  {
    name: 'Key contacts',
    cue: /(?:key )?contacts?|on call|on-call|oncall|call|phone|reach|ask/,
    value: ({ keyContacts }) => plain(keyContacts),
  },
  { name: 'CPU usage', cue: /cpu|processor|load/, value: ({ cpuUsage }) => percent('cpuUsage', cpuUsage) },
  {
    name: 'Memory usage',
    cue: /memory|ram|mem/,
    value: ({ memoryUsage }) => percent('memoryUsage', memoryUsage),
  },
  { name: 'Disk usage', cue: /disk|storage|disc/, value: ({ diskUsage }) => percent('diskUsage', diskUsage) },
  {
    name: 'Uptime',
    cue: /uptime|(?:last )?(?:re-?)?booted|(?:last )?re-?started|how long(?! .*cert(?:ificate)?s? | (?:are|do|does|did|can|may|must|should|will|would) )|up for|how many (?:days|hours)(?! (?:until|till|before) )/,
    value: ({ uptime }) => (isSane('uptime', uptime) ? durationText(uptime) : null),
  },
  {
    name: 'Last health check',
    cue: /last check|last checked|(?:last )?health checks?|when checked|checked/,
    value: ({ lastHealthCheck }, timeZone) => instantText(lastHealthCheck, timeZone),
  },
  {
    name: 'Certificate expiry',
    cue: /(?:(?:tls|ssl|https) )*cert(?:ificate)?s?|expir(?:e|es|ed|y|ing|ation)(?: (?:soon|dates?))?/,
    value: ({ certificateExpiresAt: at }, timeZone) =>
      at && `${toldTime(at, timeZone)}${at.getTime() < Date.now() ? ', so it has expired' : ''}`,
  },
  {
    name: 'Time added',
    cue: /added|created|registered/,
    value: ({ createdAt }, timeZone) => instantText(createdAt, timeZone),
  },
  {
    name: 'Last change',
    cue: /changed|updated|modified|edited/,
    value: ({ updatedAt }, timeZone) => instantText(updatedAt, timeZone),
  },
  {
    name: 'Description',
    cue: /description|described|purpose|used for|for what|what does(?= (?:\S+ ){0,3}do )|what do they do|(?<=what |whats |what is |what else is )run(?:s|ning)(?= on)/,
    value: ({ description }) => plain(description),
  },
  { name: 'Notes', cue: /notes?/, value: ({ notes }) => plain(notes) },
];
const FIGURE_NAMES = new Set(
  ['cpuUsage', 'memoryUsage', 'diskUsage', 'uptime'].map((figure) => figureName(figure as 'uptime')),
);

/** Of what is used, what is left. */
const FREE = /(?:still )?(?:left|free|available|remaining|unused|spare|headroom)(?: space)?|space/;
const freeOf = (name: string, figure: 'diskUsage' | 'memoryUsage' | 'cpuUsage'): Attribute => ({
  name,
  cue: FREE,
  value: ({ [figure]: used }) =>
    isSane(figure, used) ? `${percentText(100 - Number(used))} (${percentText(Number(used))} used)` : null,
});
const FREE_OF: Record<string, Attribute> = {
  'Disk usage': freeOf('Free disk', 'diskUsage'),
  'Memory usage': freeOf('Free memory', 'memoryUsage'),
  'CPU usage': freeOf('Free CPU', 'cpuUsage'),
};

/** "how much disk is left": of a figure that is asked for so, the rest of it. */
export function takeFree(sentence: Sentence, asked: Attribute[]): Attribute[] {
  const isOfFigure = asked.some(({ name }) => FREE_OF[name] !== undefined);
  if (!isOfFigure || !sentence.has(FREE)) return asked;
  const isOfRest = sentence.has(/left|free|available|remaining|unused|spare|headroom/);
  while (sentence.take(FREE));
  return isOfRest ? asked.map((one) => FREE_OF[one.name] ?? one) : asked;
}

const CARD = ATTRIBUTES.filter(({ name }) => !['Time added', 'Last change'].includes(name));
/** Characters of a text of one server where more than that is told. */
const SHORT = 300;

/** A text of many lines, as far as it fits beside everything else. */
export const shortened = (text: string): string =>
  text.length > SHORT
    ? `${text
        .slice(0, SHORT)
        .replace(/\\?\S*$/, '')
        .trimEnd()} …`
    : text;

/** The cues of the attributes that were asked for are taken out; none asked for means all. */
export function takeAttributes(sentence: Sentence): Attribute[] {
  const asked = ATTRIBUTES.filter(({ cue }) => sentence.has(cue));
  for (const { cue } of asked) while (sentence.take(cue));
  return asked;
}

/** That which stands for a field or a figure of this name, if one server can be told of it. */
export const attributeNamed = (name: string): Attribute | undefined =>
  ATTRIBUTES.find((attribute) => attribute.name.toLowerCase() === name.toLowerCase());

/** One line for each thing that was asked about each server, behind a yes or no where that is what was asked. */
export function describeHosts(
  rows: ServerRow[],
  { attributes, holds }: { attributes: Attribute[]; holds?: ReadonlySet<string> },
  timeZone: string,
): string {
  const isSo = ({ id }: ServerRow) => (holds ? `${holds.has(id) ? 'Yes' : 'No'}. ` : '');
  return rows
    .map(
      (row) =>
        isSo(row) + (attributes.length > 0 ? askedLines(row, attributes, timeZone) : card(row, timeZone)),
    )
    .join('\n\n');
}

/** The name of a field within a sentence. */
export const inSentence = ({ name }: { name: string }): string =>
  /^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);

const askedLines = (row: ServerRow, asked: Attribute[], timeZone: string) =>
  asked
    .flatMap(({ name, value }) => {
      const known = value(row, timeZone);
      // What a server does tells its function, and its description where it has one.
      if (known === null && name === 'Description' && asked.some((one) => one.name === 'Function')) return [];
      const verb = name === 'Key contacts' || name === 'Notes' ? 'are' : 'is';
      const said = known === null ? `${verb} not recorded` : `${verb} **${known.replace(/^\*+|\*+$/g, '')}**`;
      return `${serverLink(row)}: ${inSentence({ name })} ${said}.${ageOf(row, name, timeZone)}`;
    })
    .join('\n\n');

/** A figure is as old as the check that measured it. */
function ageOf(row: ServerRow, name: string, timeZone: string): string {
  const isFigure =
    name === 'Status' ||
    name.startsWith('Free ') ||
    FIGURE_NAMES.has(name) ||
    FIGURE_NAMES.has(name.charAt(0).toLowerCase() + name.slice(1));
  if (!isFigure) return '';
  const at = instantText(row.lastHealthCheck, timeZone);
  if (at === null) return ' It was never checked.';
  return ` Checked ${at}${row.simulated ? ', simulated' : ''}.`;
}

const card = (row: ServerRow, timeZone: string) =>
  [
    `**${serverLink(row)}**`,
    '',
    ...CARD.flatMap(({ name, value }) => {
      const known = value(row, timeZone);
      return known === null ? [] : [`- ${name}: ${shortened(known)}`];
    }),
  ].join('\n');
