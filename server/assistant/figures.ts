import type { Figure } from '../../contract/server-fields.ts';
import type { Sentence } from './words.ts';

/** A limit that a measured figure is over or under. Percent, or seconds for the uptime. */
export type FigureLimit = {
  figure: Figure;
  sign: '>' | '>=' | '<' | '<=';
  value: number;
  label: string;
  /** Of the words in the question. */
  mark: number;
};

export const FIGURES: Record<Figure, { pattern: string; name: string }> = {
  cpuUsage: { pattern: 'cpu|cpus|processor|load', name: 'CPU usage' },
  memoryUsage: { pattern: 'memory|ram|mem', name: 'memory usage' },
  diskUsage: { pattern: 'disk|disks|storage|disc', name: 'disk usage' },
  uptime: {
    pattern:
      'uptime|up time|(?:been )?(?:up|running) for|been up|(?<=(?:longest|shortest) )running|(?:been )?(?:up|run|runs|running)(?= (?:the )?(?:longest|shortest))',
    name: 'uptime',
  },
};
export const EACH_FIGURE = Object.entries(FIGURES) as [Figure, (typeof FIGURES)[Figure]][];

export const figureName = (figure: Figure): string => FIGURES[figure].name;

export const percentText = (value: number): string => `${Math.round(value * 100) / 100} %`;

const SIGNS: [FigureLimit['sign'], string][] = [
  ['>=', '>=|at least|no less than|not less than|not under|not below'],
  ['<=', '<=|at most|no more than|not more than|up to|not over|not above'],
  [
    '>',
    '>|over|above|more than|greater than|higher than|exceeding|exceeds|exceed|beyond|past|longer than|bigger than',
  ],
  ['<', '<|under|below|less than|lower than|fewer than|beneath|shorter than|smaller than'],
];
const SECONDS: Record<string, number> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 30 * 86_400,
  year: 365 * 86_400,
};
const NUMBER = String.raw`(?<value>\d{1,9}(?:\.\d{1,6})?|a|an|one)`;
const UNITS = String.raw`%|percent|per cent|seconds?|minutes?|hours?|days?|weeks?|months?|years?`;
/** What is measured is told in percent, and nobody knows how much there is of it in all. */
const NO_SIZE = '(?! (?:[kmgt]i?b|gigs?|gigabytes?|terabytes?|bytes|cores?|ghz) )';
const UNIT = `(?: (?<unit>${UNITS}))?${NO_SIZE}`;
/** Few words may stand between the figure and its limit: "cpu usage is currently over 80". */
const BETWEEN = String.raw`(?: (?:usage|use|utilisation|utilization|load|of|is|are|was|has|have|being|currently|that|which|an|a|their|the)){0,4}`;
/** Above this a figure is high, where nobody says how high. */
const HIGH_PERCENT = 80;
/** Figures are measured more finely than they are shown. */
const SAME = 0.005;

/** The ways to say a limit, each with the limits it means. */
const WAYS: [string, (value: number, to: number, step: number) => [FigureLimit['sign'], number][]][] = [
  [String.raw`(?:between|from) ${NUMBER}${UNIT} (?:and|to) (?<to>\d{1,9}(?:\.\d{1,6})?)(?: (?<unit2>${UNITS}))?`, (value, to) => [['>=', value], ['<=', to]]],
  ...SIGNS.map(([sign, words]): (typeof WAYS)[number] => [`(?:${words}) ${NUMBER}${UNIT}`, (value) => [[sign, value]]]),
  [`(?:exactly|precisely|equal to|equals|=|==|at|of|is) ${NUMBER}${UNIT}`, (value, _, step) => [['>=', value - (step > 1 ? 0 : SAME)], ['<', value + (step > 1 ? step : SAME)]]],
]; // prettier-ignore

/** "high cpu", "about to run out of disk", "disk nearly full". */
const nearlyFull = (pattern: string): string =>
  [
    `high (?:${pattern})(?: usage| use| load)?`,
    `(?:(?:about|going|likely) to |soon |will )?(?:(?:run|runs|running) (?:out of|low on|short of)|low on|short of|almost out of|nearly out of) (?:${pattern})(?: space)?`,
    `(?:low|little)(?: free)? (?:${pattern}) space`,
    `(?:(?:nearly|almost) )?full (?:${pattern})`,
    `(?:${pattern}) (?:is |are )?(?:nearly |almost )?full`,
  ].join('|');

/** The limit in the words of the question, so that everybody sees how it was read. */
function labelOf(name: string, limit: string, isDays: boolean): string {
  const hasUnit = new RegExp(`(?:${UNITS})$`).test(limit);
  return `${name} ${limit.replace(/percent|per cent/, '%')}${hasUnit ? '' : isDays ? ' days' : ' %'}`;
}

const PERCENTS = `(?:${EACH_FIGURE.filter(([figure]) => figure !== 'uptime').map(([, { pattern }]) => pattern).join('|')})(?: (?:usage|use|load|utilisation|utilization))?`; // prettier-ignore
const ANY_LIMIT = `(?:${WAYS.map(([way]) => way.replaceAll(/\(\?<\w+>/g, '(?:')).join('|')})`;
const LIST = `(?:(?:both|either) )?(?<figures>${PERCENTS}(?: (?:or |and )?${PERCENTS})* (?<word>or|and) ${PERCENTS})`;
const OF_SEVERAL = [
  new RegExp(` ${LIST}(?<behind>${BETWEEN} ${ANY_LIMIT})(?= )`),
  new RegExp(` (?<before>(?:${ANY_LIMIT}|high)(?: (?:of|on|for|in))?) ${LIST}(?= )`),
];

/** "cpu or memory over 80 %": the limit is one of each. */
function readSeveral(sentence: Sentence) {
  for (const pattern of OF_SEVERAL) {
    const { figures = '', word = '', before = '', behind = '' } = pattern.exec(sentence.text)?.groups ?? {};
    const all = figures.match(new RegExp(`(?<= |^)${PERCENTS}(?= |$)`, 'g')) ?? [];
    if (all.length < 2 || figures.includes(word === 'or' ? ' and ' : ' or ')) continue;
    const each = all.map((figure) => [before, `${figure}${behind}`].filter(Boolean).join(' '));
    sentence.text = sentence.text.replace(pattern, () => ` ${each.join(` ${word} `)}`);
  }
}

const FREE = '(?:free|available|unused|spare|remaining|left)';
const SPACE = '(?: space| capacity)?';

/** "less than 10 % free disk" is a disk that is used by more than 90 %. */
function readFree(sentence: Sentence) {
  for (const [, { pattern }] of EACH_FIGURE.filter(([figure]) => figure !== 'uptime'))
    for (const [way, meaning] of WAYS) {
      const limit = `${way}(?: (?:of|their|its|the))*`;
      const figure = `(?<figure>${pattern})${SPACE}`;
      const said = [
        `${FREE} ${figure}${BETWEEN} ${way}`,
        `${figure} (?:(?:is|are) )?${FREE}${BETWEEN} ${way}`,
        `${limit} ${FREE} ${figure}`,
        `${limit} ${figure} (?:(?:is|are) )?${FREE}`,
      ]
        .map((words) => new RegExp(` ${words}(?= )`).exec(sentence.text))
        .find(Boolean);
      if (!said?.groups) continue;
      const { value = '', to = '', figure: name } = said.groups;
      const [first, more] = meaning(Number(value), Number(to), 1);
      const turned = more || !first ? 'exactly' : TURNED[first[0]];
      const used = to ? `between ${100 - Number(to)} and` : turned;
      sentence.text = sentence.text.replace(said[0], ` ${name} ${used} ${100 - Number(value)} %`);
    }
}
const TURNED: Record<FigureLimit['sign'], string> = {
  '>': 'under',
  '>=': 'at most',
  '<': 'over',
  '<=': 'at least',
};

/** Takes every limit out of the question: "cpu over 80 %", "between 20 and 40 percent memory", "up for over 2 months". */
export function takeLimits(sentence: Sentence): FigureLimit[] {
  const limits: FigureLimit[] = [];
  readSeveral(sentence);
  readFree(sentence);
  for (const [figure, { pattern, name }] of EACH_FIGURE) {
    const read = (match: RegExpExecArray, meaning: (typeof WAYS)[number][1]) => {
      const { value = '', to = '', unit = '', unit2 = '' } = match.groups ?? {};
      const said = (unit || unit2).replace(/s$/, '');
      const isTime = figure === 'uptime';
      const step = isTime ? (SECONDS[said] ?? SECONDS['day'] ?? 1) : 1;
      const number = (text: string) => (/^\d/.test(text) ? Number(text) : 1) * step;
      const label = labelOf(name, match.groups?.['limit'] ?? '', isTime && said === '');
      for (const [sign, limit] of meaning(number(value), number(to), step))
        limits.push({ figure, sign, value: limit, label, mark: sentence.mark });
    };
    for (const [way, meaning] of WAYS) {
      const before = `(?:${pattern})${BETWEEN} (?<limit>${way})`;
      const after = `(?<limit>${way})(?: (?:of|on|for|in|their|its|the|used)){0,3} (?:${pattern})(?: usage| use| load| used)?`;
      // "exactly 28 %" is said of a figure before or after it; "at", "of" and "is" only behind one.
      const match = sentence.take(new RegExp(before)) ?? sentence.take(new RegExp(after));
      if (!match) continue;
      read(match, meaning);
      // "over 50 and under 70": the second limit is of the same figure.
      for (const [sign, words] of SIGNS) {
        const more = sentence.take(
          new RegExp(`·${sentence.mark} (?:and|but) (?<limit>(?:${words}) ${NUMBER}${UNIT})`),
        );
        if (more) read(more, (value) => [[sign, value]]);
      }
      break;
    }
    if (figure !== 'uptime' && sentence.take(new RegExp(nearlyFull(pattern))))
      limits.push({
        figure,
        sign: '>',
        value: HIGH_PERCENT,
        label: `${name} over ${HIGH_PERCENT} %`,
        mark: sentence.mark,
      });
  }
  return limits;
}
