import { FIGURE_LABELS, filterLabel } from '../../../contract/shared/filter-labels.ts';
import {
  FIGURE_OPERATORS,
  fieldsByOperator,
  filledByWord,
  operatorNamed,
  readFilter,
  writeFilter,
} from '../../../contract/shared/filter-text.ts';
import { fold } from '../../../contract/shared/fold.ts';
import { QueryEvent } from '../../../contract/shared/inventory-query.ts';
import {
  fieldOf,
  serverFields,
  type Figure,
  type ServerField,
} from '../../../contract/shared/server-fields.ts';

export type Suggestion = {
  /** Text in the list. */
  label: string;
  /** Explanation; empty if the label is clear. */
  hint: string;
  /** Text of the box after the suggestion is taken. */
  text: string;
  /** Whether the text is a condition; otherwise a value must follow. */
  isComplete: boolean;
};

const MOST_VALUES = 20;

type Operator = { written: string; hint: string; words: string[]; canBeNegated: boolean };

const AGES: Record<QueryEvent, { below: string; above: string; examples: string[] }> = {
  added: {
    below: 'Added within the last …',
    above: 'Added longer ago than …',
    examples: ['<1d', '<7d', '<30d', '>1y'],
  },
  changed: {
    below: 'Changed within the last …',
    above: 'Changed longer ago than …',
    examples: ['<1d', '<7d', '<30d', '>1y'],
  },
  outage: {
    below: 'Down within the last …',
    above: 'Down longer ago than …',
    examples: ['<1d', '<7d', '<30d', '>30d'],
  },
  failed: {
    below: 'Went down within the last …',
    above: 'Went down longer ago than …',
    examples: ['<1h', '<1d', '<7d', '<30d'],
  },
  down: {
    below: 'Still down, for less than …',
    above: 'Still down, for more than …',
    examples: ['>1h', '>1d', '>7d', '<1h'],
  },
  recovered: {
    below: 'Recovered within the last …',
    above: 'Recovered longer ago than …',
    examples: ['<1h', '<1d', '<7d', '<30d'],
  },
  checked: {
    below: 'Checked within the last …',
    above: 'Checked longer ago than …',
    examples: ['<1h', '<1d', '>1h', '>1d'],
  },
  certificate: {
    below: 'Certificate expires within …',
    above: 'Certificate expires later than …',
    examples: ['<14d', '<30d', '<90d', '>90d'],
  },
};
const LEVELS = ['>80', '>90', '<10', '<50'];
const FIGURE_EXAMPLES: Record<Figure, string[]> = {
  cpuUsage: LEVELS,
  memoryUsage: LEVELS,
  diskUsage: LEVELS,
  uptime: ['>30d', '>365d', '<1h', '<1d'],
};

const OPERATORS: Operator[] = [
  ...serverFields.map((field) => {
    const { operator, label, short = label, synonyms = [] } = fieldOf(field);
    const words = [operator, label, short, ...synonyms];
    return { written: `${operator}:`, hint: label, words, canBeNegated: true };
  }),
  ...Object.entries(FIGURE_OPERATORS).flatMap(([operator, figure]) => {
    const label = FIGURE_LABELS[figure];
    const unit = figure === 'uptime' ? '' : ' percent';
    const more = { words: [operator, label], canBeNegated: false };
    return [
      { written: `${operator}>`, hint: `${label} over …${unit}`, ...more },
      { written: `${operator}<`, hint: `${label} under …${unit}`, ...more },
    ];
  }),
  ...QueryEvent.options.flatMap((event) => [
    { written: `${event}<`, hint: AGES[event].below, words: [event], canBeNegated: true },
    { written: `${event}>`, hint: AGES[event].above, words: [event], canBeNegated: true },
  ]),
  { written: 'has:', hint: 'Filled in', words: ['has', 'filled in'], canBeNegated: true },
];

/** The word at the cursor: the last word of the box. */
type Token = { before: string; sign: string; name: string; op: string; value: string };

function lastToken(text: string): Token {
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\' && isQuoted) at++;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /\s/.test(text[at] ?? '')) start = at + 1;
  }
  const {
    sign = '',
    name = '',
    op = '',
    value = '',
  } = /^(?<sign>-?)(?:(?<name>[a-z0-9]*)(?<op>:|<=|>=|<|>))?(?<value>.*)$/is.exec(text.slice(start))
    ?.groups ?? {};
  return { before: text.slice(0, start), sign, name: name.toLowerCase(), op, value };
}

/** Whether the text is words to look for: no condition, and none that is being typed. */
export function isPlain(text: string): boolean {
  const { name, op } = lastToken(text);
  const isConditionBegun = op !== '' && operatorNamed(name) !== undefined;
  return (
    !isConditionBegun &&
    !/(?:^|\s)OR\s/.test(text) &&
    readFilter(text)
      .flat()
      .every(({ kind }) => kind === 'text')
  );
}

/** The completed values, as written, and the value being typed, without quotes. */
function splitValues(value: string): { head: string; typed: string } {
  const at = /^(?:=?(?:"(?:[^"\\]|\\.)*"|[^",])*,)*/s.exec(value)?.[0].length ?? 0;
  const isExact = at === 0 && value.startsWith('=');
  const start = isExact ? 1 : at;
  return { head: value.slice(0, start), typed: value.slice(start).replace(/^"|"$/g, '') };
}

/** The field whose values the server should return, and the text they must contain. */
export function valueRequest(text: string): { field: ServerField; q: string } | undefined {
  const { name, op, value } = lastToken(text);
  const field = op === ':' ? fieldsByOperator.get(name) : undefined;
  if (!field || fieldOf(field).options) return undefined;
  return { field, q: splitValues(value).typed };
}

/** Completions of the last word in the box. `held` are the values that servers have in its field. */
export function suggestionsFor(text: string, held: string[]): Suggestion[] {
  const token = lastToken(text);
  const { before, sign, name, op, value } = token;
  if (op === '') {
    const typed = fold(value);
    const meant = OPERATORS.filter(
      (operator) => (sign === '' || operator.canBeNegated) && isMeant(operator, typed),
    );
    const isNamed = ({ written }: Operator) => written.startsWith(typed);
    return [...meant.filter(isNamed), ...meant.filter((each) => !isNamed(each))].map(({ written, hint }) => ({
      label: sign + written,
      hint,
      text: before + sign + written,
      isComplete: false,
    }));
  }
  const field = op === ':' ? fieldsByOperator.get(name) : undefined;
  const written = field ? valuesFor(field, token, held) : restsFor(name, op + value);
  return written.flatMap(({ label, rest }) => {
    const condition = sign + name + rest;
    const filter = readFilter(condition);
    // Numeric fields cannot be excluded: the text would be searched as a word.
    if (filter.flat().every(({ kind }) => kind === 'text')) return [];
    return [{ label, hint: field ? '' : filterLabel(filter), text: before + condition, isComplete: true }];
  });
}

const isMeant = ({ words }: Operator, typed: string): boolean =>
  words.some((word) => {
    const folded = fold(word);
    return folded.startsWith(typed) || folded.includes(` ${typed}`);
  });

type Rest = { label: string; rest: string };

function valuesFor(field: ServerField, { value }: Token, held: string[]): Rest[] {
  const { head, typed } = splitValues(value);
  const { options, suggestions = [] } = fieldOf(field);
  const needle = fold(typed.trim());
  const fitting = options
    ? options.filter((option) => option.startsWith(needle))
    : [...held, ...suggestions].filter((offered) => fold(offered).includes(needle));
  const seen = new Set<string>();
  return fitting
    .filter((offered) => seen.size !== seen.add(fold(offered)).size)
    .slice(0, MOST_VALUES)
    .map((offered) => ({ label: offered, rest: `:${head}${writtenValue(field, offered, head === '')}` }));
}

/** The value in text form, quoted if needed. A single address needs no quotes if it parses as that address. */
function writtenValue(field: ServerField, value: string, isAlone: boolean): string {
  if (isAlone && field === 'ipAddress') {
    const [[read] = []] = readFilter(`${fieldOf(field).operator}:${value}`);
    if (read?.kind === 'is' && read.values[0] === value) return value;
  }
  const written = writeFilter([[{ kind: 'is', field, values: [value] }]]);
  return written.slice(written.indexOf(':') + 1);
}

/** Examples for figures and times, all words for `has:`. */
function restsFor(name: string, typed: string): Rest[] {
  const event = QueryEvent.safeParse(name);
  const figure = FIGURE_OPERATORS[name];
  const rests = event.success
    ? AGES[event.data].examples
    : figure
      ? FIGURE_EXAMPLES[figure]
      : name === 'has'
        ? [...filledByWord.keys()].map((word) => `:${word}`)
        : [];
  return rests
    .filter((rest) => rest.startsWith(typed.toLowerCase()))
    .map((rest) => ({ label: name + rest, rest }));
}
