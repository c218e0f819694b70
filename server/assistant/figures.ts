import type { Figure } from '../../contract/server-fields.ts';
import type { Sentence } from './words.ts';

/** A limit that a measured figure is over or under. Percent, or seconds for the uptime. */
export type FigureLimit = { figure: Figure; sign: '>' | '>=' | '<' | '<='; value: number; label: string };

const FIGURES: Record<Figure, { pattern: string; name: string }> = {
  cpuUsage: { pattern: 'cpu|cpus|processor|load', name: 'CPU usage' },
  memoryUsage: { pattern: 'memory|ram|mem', name: 'memory usage' },
  diskUsage: { pattern: 'disk|disks|storage|disc', name: 'disk usage' },
  uptime: { pattern: 'uptime|up time', name: 'uptime' },
};
const EACH = Object.entries(FIGURES) as [Figure, (typeof FIGURES)[Figure]][];

export const figureName = (figure: Figure): string => FIGURES[figure].name;

const SIGNS: [FigureLimit['sign'], string][] = [
  ['>=', '>=|at least|no less than|not less than|not under|not below'],
  ['<=', '<=|at most|no more than|not more than|up to|not over|not above'],
  [
    '>',
    '>|over|above|more than|greater than|higher than|exceeding|exceeds|exceed|beyond|past|longer than|bigger than',
  ],
  ['<', '<|under|below|less than|lower than|fewer than|beneath|shorter than|smaller than'],
];
const SIGN_WORDS: Record<FigureLimit['sign'], string> = {
  '>': 'over',
  '>=': 'at least',
  '<': 'under',
  '<=': 'at most',
};

const SECONDS: Record<string, number> = { second: 1, minute: 60, hour: 3_600, day: 86_400, week: 604_800 };
const NUMBER = String.raw`(?<value>\d{1,9}(?:\.\d{1,6})?)`;
const UNIT = String.raw`(?: (?<unit>%|percent|per cent|seconds?|minutes?|hours?|days?|weeks?))?`;
/** Few words may stand between the figure and its limit: "cpu usage is currently over 80". */
const BETWEEN = String.raw`(?: (?:usage|use|utilisation|utilization|load|of|is|are|was|has|have|being|currently|that|which|an|a|their|the)){0,4}`;
/** Above this a figure is high, where nobody says how high. */
const HIGH_PERCENT = 80;

/** Takes every limit out of the question: "cpu over 80 %", "more than 90 percent memory", "up for over 30 days". */
export function takeLimits(sentence: Sentence): FigureLimit[] {
  const limits: FigureLimit[] = [];
  for (const [figure, { pattern, name }] of EACH) {
    for (const [sign, words] of SIGNS) {
      const limit = `(?:${words}) ${NUMBER}${UNIT}`;
      const match =
        sentence.take(new RegExp(`(?:${pattern})${BETWEEN} ${limit}`)) ??
        sentence.take(
          new RegExp(
            `${limit}(?: (?:of|on|for|in|their|its|used))? (?:${pattern})(?: usage| use| load| used)?`,
          ),
        );
      if (!match) continue;
      const unit = match.groups?.['unit']?.replace(/s$/, '') ?? '';
      const times = figure === 'uptime' ? (SECONDS[unit] ?? SECONDS['day'] ?? 1) : 1;
      const value = Number(match.groups?.['value']);
      const said = figure === 'uptime' ? `${value} ${SECONDS[unit] ? unit : 'day'}s` : `${value} %`;
      limits.push({ figure, sign, value: value * times, label: `${name} ${SIGN_WORDS[sign]} ${said}` });
      break;
    }
    if (figure !== 'uptime' && sentence.take(new RegExp(`high (?:${pattern})(?: usage| use| load)?`)))
      limits.push({ figure, sign: '>', value: HIGH_PERCENT, label: `${name} over ${HIGH_PERCENT} %` });
  }
  return limits;
}

export type Ranking = { kind: 'most' | 'least' | 'average'; figure: Figure; count: number };

const MOST = 'highest|most|top|busiest|largest|biggest|max|maximum|longest|greatest|heaviest';
const LEAST = 'lowest|least|smallest|min|minimum|shortest|fewest|bottom';
const RANKED = 5;
const MAX_RANKED = 50;

/** "top 5 servers by cpu", "the lowest disk usage", "average memory". */
export function takeRanking(sentence: Sentence): Ranking | undefined {
  const named = EACH.find(([, { pattern }]) => sentence.has(new RegExp(pattern)))?.[0];
  const figure = named ?? (sentence.has(/busiest/) ? 'cpuUsage' : undefined);
  if (!figure) return undefined;
  const pattern = new RegExp(`(?:${FIGURES[figure].pattern})(?: usage| use| load)?`);
  const kind = sentence.take(/average|mean|avg/)
    ? 'average'
    : sentence.has(new RegExp(`(?:the )?(?:${MOST})`))
      ? 'most'
      : sentence.has(new RegExp(LEAST))
        ? 'least'
        : undefined;
  if (!kind) return undefined;
  const count =
    sentence.take(/(?:top|bottom|busiest|first|the) (\d{1,4})/) ??
    sentence.take(/(\d{1,4})(?= servers| hosts| machines)/);
  sentence.take(new RegExp(`${MOST}|${LEAST}`));
  sentence.take(pattern);
  const isOne =
    !count &&
    sentence.has(/(?:which|what) (?:server|host|machine)|the server|server/) &&
    !sentence.has(/servers|hosts|machines/);
  return {
    kind,
    figure,
    count: Math.max(1, Math.min(MAX_RANKED, count ? Number(count[1]) : isOne ? 1 : RANKED)),
  };
}
