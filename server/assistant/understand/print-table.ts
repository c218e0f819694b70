import { writeFilter } from '../../../contract/shared/filter-text.ts';
import type { InventoryQuery } from '../../../contract/shared/inventory-query.ts';
import { timesIn } from '../../text/times-in-words.ts';
import type { At } from '../../../contract/shared/time-zone.ts';
import { ASK_PATTERNS, UNRECORDED } from './ask-patterns.ts';
import { CONDITION_PATTERNS } from './condition-patterns.ts';
import { vocabularyOf } from './entities.ts';
import { FIGURE_PATTERNS } from './figure-patterns.ts';
import { isOfFuture } from './lexicon.ts';
import { OUTAGE_PATTERNS } from './outage-patterns.ts';
import { read, type Reading } from './parse.ts';
import type { Pattern } from './pattern.ts';
import type { Known } from './spans.ts';
import { TIME_PATTERNS } from './time-patterns.ts';
import { tokensOf } from './tokens.ts';

/** A Wednesday. The examples are read at this moment, so that the page is the same on every day. */
const AT: At = { now: new Date('2026-03-11T12:00:00Z'), timeZone: 'UTC' };
const HOST = { id: '00000000-0000-4000-8000-000000000001', name: 'web-1' };

/** The inventory of the examples. */
const VOCABULARY = vocabularyOf(
  [
    { field: 'serverLocation', value: 'Leeds' },
    { field: 'serverLocation', value: 'Dublin' },
    { field: 'operatingSystem', value: 'Ubuntu 20.04 LTS' },
    { field: 'operatingSystem', value: 'Ubuntu 22.04 LTS' },
    { field: 'operatingSystem', value: 'Debian 12' },
    { field: 'network', value: 'DMZ' },
    { field: 'primaryFunction', value: 'Mail Relay' },
    { field: 'teamOwner', value: 'Web Team' },
    { field: 'teamOwner', value: 'Databases' },
  ],
  ['Jane Doe', 'DBA', 'Operations'],
);

/** Reads an example. The question before the last one is the one that it follows. */
export function readExample(example: string): Reading {
  const questions = example.split(/(?<=\?)\s+/);
  let previous: InventoryQuery | undefined;
  let reading: Reading | undefined;
  for (const question of questions) {
    reading = read(question, knownOf(question), AT, previous);
    previous = reading.understood.query;
  }
  if (!reading) throw new Error('An example has a question');
  return reading;
}

function knownOf(question: string): Known {
  const isAhead = tokensOf(question).some(({ word }) => isOfFuture(word));
  return {
    vocabulary: VOCABULARY,
    hosts: new Map([[HOST.name, [HOST]]]),
    alike: new Set(),
    times: timesIn(question, { ...AT, isAhead }),
    held: new Map([
      ['cve-2024-3094', { isWhole: true }],
      ['syd', { isWhole: true }],
      ['mel', { isWhole: true }],
    ]),
  };
}

export const SECTIONS: [heading: string, patterns: readonly Pattern[]][] = [
  ['Which servers', CONDITION_PATTERNS],
  ['Figures', FIGURE_PATTERNS],
  ['Times', TIME_PATTERNS],
  ['Outages', OUTAGE_PATTERNS],
  ['What to say about them', ASK_PATTERNS],
];

const INTRODUCTION = `# What the assistant understands

The built-in engine reads a question with the patterns of this page. \`[kind]\` is a phrase with this meaning,
\`?\` makes a part optional, \`+\` repeats it, and \`…\` skips what other patterns read. The phrases of each kind are in
\`server/assistant/understand/lexicon.txt\`, field names come from \`contract/shared/server-fields.ts\`, and values from the
inventory.

The engine chooses the patterns that leave the fewest words unread. It shows the words that remain, and no figure
without them. If several readings are equally good, it shows them as a choice. A question mark ends a question.

This page is printed from the patterns. \`npx vitest run server/assistant/understand/table.test.ts -u\` prints it again.
`;

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);

/** The ask, and the filter unless it is only the server of the example. */
function meaningOf({ understood: { query } }: Reading): string {
  const { ask, from, where } = query;
  const details = Object.entries(ask).flatMap(([key, value]) => {
    if (key === 'kind' || value === undefined) return [];
    if (key === 'of' && ask.kind === 'share') return `of ${writeFilter(ask.of)}`;
    if (key === 'sides' && ask.kind === 'compare')
      return ask.sides.map((side) => writeFilter([[side]])).join(' and ');
    return Array.isArray(value) && value.length === 0 ? [] : `${key} ${String(value)}`;
  });
  const filter = writeFilter(where).replaceAll(HOST.id, HOST.name);
  return [
    `${ask.kind}${from === 'servers' ? '' : ` of ${from}`}`,
    ...details,
    ...(filter ? [`\`${filter}\``] : []),
  ].join(', ');
}

const rowText = ([shape, example]: Pattern): string => {
  const reading = readExample(example);
  const meaning = reading.isManual
    ? 'documents'
    : reading.noServers.length > 0
      ? 'no server'
      : meaningOf(reading);
  return `| \`${cell(shape)}\` | ${cell(example)} | ${cell(meaning)} |`;
};

/** The page about the patterns. */
export function printTable(): string {
  const tables = SECTIONS.map(
    ([heading, patterns]) =>
      `## ${heading}\n\n| pattern | example | meaning |\n| --- | --- | --- |\n${patterns.map(rowText).join('\n')}\n`,
  );
  const unrecorded = UNRECORDED.map(({ shape, example }) => `| \`${cell(shape)}\` | ${example} |`).join('\n');
  const last = `## What is not recorded\n\nThese words stay unread.\n\n| pattern | example |\n| --- | --- |\n${unrecorded}\n`;
  return [INTRODUCTION, ...tables, last].join('\n');
}

/** Examples that the screens show, by their pattern. */
const IN_CHAT = [
  '[down|value:status] … [time]',
  '[figure]+ [compare] [number] [full]?',
  '[none|not] [field|figure]',
  '[not]? [expires] … [time|soon]',
  '[group] [owns]? … [most|least] [servers]',
  '[down|value:status] … [longest|shortest] … [time]?',
];
const IN_FILTER_BOX = [
  '[not]? [field] [value]+',
  '[figure]+ [compare] [number] [full]?',
  '[none|not] [field|figure]',
  '[not]? [event] … [time]',
  '[not]? [expires] … [time|soon]',
  '[down|value:status] [compare] [number:time]',
  '[not]? [address]',
];

const exampleOf = (shape: string): string => {
  const pattern = SECTIONS.flatMap(([, patterns]) => patterns).find(([own]) => own === shape);
  if (!pattern) throw new Error(`There is no pattern ${shape}`);
  return pattern[1];
};
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`\'`)}'`;

/** The examples of the screens, as a module of the contract. */
export function printExamples(): string {
  const filters = IN_FILTER_BOX.map((shape) => {
    const example = exampleOf(shape);
    return `  { words: ${quoted(example)}, filter: ${quoted(readExample(example).understood.filter)} },`;
  });
  return `/** Printed from the patterns of the assistant: \`npx vitest run server/assistant/understand/table.test.ts -u\` */

/** Questions that the empty chat shows. */
export const QUESTION_EXAMPLES = [
${IN_CHAT.map((shape) => `  ${quoted(exampleOf(shape))},`).join('\n')}
];

/** Conditions in words, and as the filter box takes them. */
export const FILTER_EXAMPLES = [
${filters.join('\n')}
];
`;
}
