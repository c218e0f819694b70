import * as z from 'zod/mini';
import { plainLine } from './fields.ts';
import { fold } from './fold.ts';
import {
  AGE_PATTERN,
  EXTRA_FILLED,
  Moment,
  QueryEvent,
  type Comparison,
  type Condition,
  type FilledField,
  type Filter,
} from './inventory-query.ts';
import { QUERY_LIMITS } from './server-words.ts';
import { fieldOf, serverFields, type Figure, type ServerField } from './server-fields.ts';

/**
 * The text form of a filter, as people type it: `os:ubuntu team:"Network Operations" cpu>80 -status:online checked<1h`.
 * Conditions stand side by side and all must hold; `OR` joins its two neighbours; a comma joins values; `=` before a text
 * looks for the whole word. `readFilter` and `writeFilter` are inverse. What does not fit is text that is looked for: never
 * an error, never an empty result.
 */

/** Operators of figures; `uptime` takes a duration such as `30d`, others a percentage. */
export const FIGURE_OPERATORS: Record<string, Figure> = {
  cpu: 'cpuUsage',
  memory: 'memoryUsage',
  disk: 'diskUsage',
  uptime: 'uptime',
};
export const fieldsByOperator = new Map(serverFields.map((field) => [fieldOf(field).operator, field]));
/** The names of the API and of CSV files stand for the operators too: `environment:production`, `cpuUsage>80`. */
const operatorByName = new Map([
  ...serverFields.map((field) => [field.toLowerCase(), fieldOf(field).operator] as const),
  ...Object.entries(FIGURE_OPERATORS).map(([operator, figure]) => [figure.toLowerCase(), operator] as const),
]);
const WORDS_OF_EXTRA: Partial<Record<FilledField, string>> = {
  lastHealthCheck: 'result',
  cpuUsage: 'cpu',
  memoryUsage: 'memory',
  diskUsage: 'disk',
};
/** Words after `has:` with their meaning. */
export const filledByWord = new Map<string, FilledField>([
  ...serverFields.map((field): [string, FilledField] => [fieldOf(field).operator, field]),
  ...EXTRA_FILLED.map((field): [string, FilledField] => [WORDS_OF_EXTRA[field] ?? field, field]),
]);
const wordOfFilled = new Map([...filledByWord].map(([word, field]) => [field, word]));
const wordOfFigure = new Map(Object.entries(FIGURE_OPERATORS).map(([word, figure]) => [figure, word]));

/** Every name that can stand before an operator sign, and the operator it means. */
const meanings = new Map<string, string>([
  ...[...fieldsByOperator.keys(), ...Object.keys(FIGURE_OPERATORS), ...QueryEvent.options, 'has', 'id'].map(
    (operator): [string, string] => [operator, operator],
  ),
  ...operatorByName,
]);
export const operatorNames = [...meanings.keys()];
export const operatorNamed = (name: string): string | undefined => meanings.get(name.toLowerCase());

const QUOTED = String.raw`"(?:[^"\\]|\\.)*(?:"|$)`;
const TOKEN = new RegExp(
  String.raw`(?<sign>-)?(?:(?<name>[a-z0-9]+)(?<op>:|<=|>=|<|>)(?<value>(?:${QUOTED}|[^\s"])+)(?=\s|$)` +
    String.raw`|(?<exact>=(?=\S))?(?:(?<quoted>${QUOTED})|(?<plain>\S+)))`,
  'giu',
);
const VALUE = new RegExp(String.raw`(?:(?<quoted>${QUOTED})|(?<plain>[^\s",]+))(?:,|$)`, 'yu');
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f]/g;

/** Parses a filter. Every text is valid. */
export function readFilter(typed: string): Filter {
  const text = plainLine(typed.toWellFormed())
    .slice(0, QUERY_LIMITS.filter)
    .toWellFormed()
    .replaceAll(CONTROLS, ' ');
  const filter: Filter = [];
  let isJoined = false;
  const tokens = [...text.matchAll(TOKEN)];
  for (const [index, token] of tokens.entries()) {
    const isBetween = filter.length > 0 && !isJoined && index < tokens.length - 1;
    if (token[0] === 'OR' && isBetween) {
      isJoined = true;
      continue;
    }
    const condition = conditionOf(token);
    if (!condition) continue;
    if (isJoined) filter.at(-1)?.push(condition);
    else filter.push([condition]);
    isJoined = false;
  }
  return filter;
}

export const writeFilter = (filter: Filter): string =>
  filter.map((group) => group.map(writeCondition).join(' OR ')).join(' ');

function conditionOf({ 0: whole, groups = {} }: RegExpMatchArray): Condition | undefined {
  const { sign, exact, quoted, name, op, value, plain } = groups;
  const not = sign ? ({ not: true } as const) : {};
  const how = { ...(exact && { exact: true as const }), ...not };
  if (quoted !== undefined) return textOf(unquoted(quoted), how);
  if (name !== undefined && op !== undefined && value !== undefined) {
    const word = name.toLowerCase();
    return operatorOf(operatorNamed(word) ?? word, op, value, not) ?? textOf(whole, {});
  }
  // Options such as --force and a lone dash exclude nothing.
  const isWord = plain !== undefined && (exact || (sign && !plain.startsWith('-')));
  return isWord ? textOf(plain, how) : textOf(whole, {});
}

function textOf(text: string, how: { exact?: true; not?: true }): Condition | undefined {
  const cut = text.trim().slice(0, QUERY_LIMITS.value).toWellFormed().trim();
  return cut === '' ? undefined : { kind: 'text', text: cut, ...how };
}

const unquoted = (quoted: string): string =>
  quoted
    .replace(/^"/, '')
    .replace(/((?:^|[^\\])(?:\\\\)*)"$/, '$1')
    .replaceAll(/\\(.)/g, '$1');

function operatorOf(name: string, op: string, value: string, not: { not?: true }): Condition | undefined {
  const figure = FIGURE_OPERATORS[name];
  if (figure) return op === ':' || not.not ? undefined : figureOf(figure, op as Comparison, value);
  const event = QueryEvent.safeParse(name);
  if (event.success) return timeOf(event.data, op, value, not);
  if (op !== ':') return undefined;
  if (name === 'has') {
    const field = filledByWord.get(value.toLowerCase());
    return field && { kind: 'filled', field, ...not };
  }
  if (name === 'id') {
    const ids = z.array(z.uuid()).safeParse(value.split(','));
    return ids.success ? { kind: 'server', ids: ids.data, ...not } : undefined;
  }
  if (name === 'ip' && z.union([z.cidrv4(), z.cidrv6()]).safeParse(value).success)
    return { kind: 'address', cidr: value, ...not };
  const field = fieldsByOperator.get(name);
  return field && isOf(field, value, not);
}

function isOf(field: ServerField, typed: string, not: { not?: true }): Condition | undefined {
  const isExact = typed.startsWith('=') || (field === 'ipAddress' && isAddress(typed));
  const values = valuesIn(typed.replace(/^=/, ''), isExact);
  if (!values || values.some((value) => value === '' || value.length > QUERY_LIMITS.value)) return undefined;
  const { options } = fieldOf(field);
  const isOption = (value: string) => options?.some((option) => option.startsWith(fold(value))) ?? true;
  if (!values.every(isOption)) return undefined;
  return { kind: 'is', field, values, ...(isExact && { exact: true }), ...not };
}

const isAddress = (text: string) => z.union([z.ipv4(), z.ipv6()]).safeParse(text).success;

/** Undefined when the text is not a list of values. Values are beginnings anyway, so `web*` is web. */
function valuesIn(text: string, isExact: boolean): string[] | undefined {
  const values: string[] = [];
  for (let at = 0; at < text.length || text.endsWith(',');) {
    VALUE.lastIndex = at;
    const match = VALUE.exec(text);
    if (!match || values.length === QUERY_LIMITS.values) return undefined;
    const { quoted, plain = '' } = match.groups ?? {};
    const beginning = isExact ? plain : plain.replace(/(?<=.)\*$/u, '');
    values.push((quoted === undefined ? beginning : unquoted(quoted)).trim());
    at = VALUE.lastIndex;
    if (at === text.length && !text.endsWith(',')) break;
    if (at === text.length) return undefined;
  }
  return values.length > 0 ? values : undefined;
}

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800, mo: 2_592_000, y: 31_536_000 };
const NUMBER = /^(\d+(?:\.\d+)?(?:e[+-]?\d+)?)(%|mo|[smhdwy])?$/i;
const HIGHEST = 10_000_000_000;

function figureOf(field: Figure, op: Comparison, text: string): Condition | undefined {
  const [, digits, unit = ''] = NUMBER.exec(text) ?? [];
  const isFitting = field === 'uptime' ? unit !== '%' : unit === '' || unit === '%';
  if (digits === undefined || !isFitting) return undefined;
  const value = Number(digits) * (SECONDS[unit.toLowerCase() as keyof typeof SECONDS] ?? 1);
  return value <= HIGHEST ? { kind: 'figure', field, op, value } : undefined;
}

const isMoment = (text: string) => Moment.safeParse(text).success;
const isAge = (text: string) => AGE_PATTERN.test(text);
const isDay = (text: string) => z.iso.date().safeParse(text).success;

function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

/**
 * `added<7d` is within seven days, `added>7d` longer ago. Certificates look ahead: `certificate<30d` expires within a
 * month.
 */
function timeOf(event: QueryEvent, op: string, text: string, not: { not?: true }): Condition | undefined {
  const time = (span: { from?: string; to?: string }): Condition => ({
    kind: 'time',
    event,
    ...span,
    ...not,
  });
  if (op === ':') {
    if (isDay(text)) return time({ from: text, to: dayAfter(text) });
    const [from, to, ...more] = text.split('..');
    if (to === undefined || more.length > 0 || from === undefined || !(from || to)) return undefined;
    if ((from && !isMoment(from)) || (to && !isMoment(to))) return undefined;
    return time({ ...(from && { from }), ...(to && { to }) });
  }
  if (isAge(text) && !text.startsWith('+')) {
    const isBelow = op.startsWith('<');
    if (event === 'certificate') return time(isBelow ? { to: `+${text}` } : { from: `+${text}` });
    return time(isBelow ? { from: text } : { to: text });
  }
  if (!isDay(text)) return undefined;
  if (op === '>') return time({ from: dayAfter(text) });
  if (op === '>=') return time({ from: text });
  return time({ to: op === '<' ? text : dayAfter(text) });
}

function writeCondition(condition: Condition): string {
  const sign = 'not' in condition && condition.not ? '-' : '';
  switch (condition.kind) {
    case 'is': {
      const { field, values, exact } = condition;
      return `${sign}${fieldOf(field).operator}:${exact ? '=' : ''}${values.map((value) => writeValue(value, field)).join(',')}`;
    }
    case 'figure':
      return `${wordOfFigure.get(condition.field)}${condition.op}${condition.value}`;
    case 'filled':
      return `${sign}has:${wordOfFilled.get(condition.field)}`;
    case 'time':
      return sign + writeTime(condition.event, condition.from, condition.to);
    case 'address':
      return `${sign}ip:${condition.cidr}`;
    case 'server':
      return `${sign}id:${condition.ids.join(',')}`;
    case 'text':
      return writeText(condition, sign);
  }
}

const inQuotes = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** A quoted address range is a plain value, and so is a value that starts with `=`. */
const writeValue = (value: string, field: ServerField): string =>
  /[\s",\\]|^=|\/|\*$/.test(value) || (field === 'ipAddress' && isAddress(value)) ? inQuotes(value) : value;

/** Quotes are omitted when the text parses the same without them. */
function writeText({ text, exact }: Condition & { kind: 'text' }, sign: string): string {
  const mark = sign + (exact ? '=' : '');
  const [[read] = [], ...others] = readFilter(mark + text);
  const isSame =
    read?.kind === 'text' &&
    read.text === text &&
    read.exact === exact &&
    Boolean(read.not) === (sign !== '');
  return isSame && others.length === 0 && text !== 'OR' ? mark + text : mark + inQuotes(text);
}

function writeTime(event: QueryEvent, from = '', to = ''): string {
  const isAhead = event === 'certificate';
  const only = from && to ? '' : from || to;
  const isShort = isAge(only) && only.startsWith('+') === isAhead;
  if (!isShort) return `${event}:${from}..${to}`;
  const isWithin = isAhead ? to !== '' : from !== '';
  return `${event}${isWithin ? '<' : '>'}${only.replace('+', '')}`;
}
