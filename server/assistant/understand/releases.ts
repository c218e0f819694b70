import { fold } from '../../../contract/fold.ts';
import type { Vocabulary } from './entities.ts';
import { is, isOnlyFiller, meaningOf, near, type Add, type Span } from './spans.ts';

const NUMBER = /\d+(?:\.\d+)*/;
const numberOf = (text = ''): string => NUMBER.exec(text)?.[0] ?? '';
/** The name before the number of the release. */
const nameOf = (system: string): string => fold(system).split(NUMBER)[0]?.trim() ?? '';
const systemsOf = (span: Span): string[] =>
  span.meanings.flatMap((one) => (one.is === 'value' && one.field === 'operatingSystem' ? one.values : []));

/** "Ubuntu older than 22.04", "an OS newer than Debian 11": the recorded releases of that system before or after it. */
export function readReleases(spans: Span[], { all }: Vocabulary, add: Add): void {
  for (const [index, span] of spans.entries()) {
    const order = meaningOf(span, 'release')?.order;
    const limit = order && spans.slice(index + 1).find((one) => !isOnlyFiller(one));
    const number = numberOf(limit?.text);
    const isSystem = (one: Span) => !one.isUsed && systemsOf(one).length > 0;
    const system = limit && (isSystem(limit) ? limit : near(spans, index, -3, isSystem));
    const isOfFigure =
      (limit?.number?.unit ?? '') !== '' || (limit && is(spans[spans.indexOf(limit) + 1], 'figure'));
    if (!limit || !system || number === '' || isOfFigure) continue;
    const names = new Set(systemsOf(system).map(nameOf));
    // "Linux" is many systems, whose numbers say nothing about each other.
    if (new Set([...names].map((name) => name.split(' ')[0])).size > 1) continue;
    const values = all.flatMap(({ field, value }) => {
      const isOther = field !== 'operatingSystem' || !names.has(nameOf(value)) || numberOf(value) === '';
      const sign = Math.sign(numberOf(value).localeCompare(number, 'en', { numeric: true }));
      return isOther || sign !== order ? [] : value;
    });
    const field = near(spans, index, -2, (one) => meaningOf(one, 'field')?.field === 'operatingSystem');
    // Without such a release the condition shows what was asked for, and no server fulfils it.
    if (values.length === 0) values.push(`${[...names].join(', ')} ${span.text.toLowerCase()} ${number}`);
    const used = [...new Set([system, span, limit, ...(field ? [field] : [])])];
    add({ kind: 'is', field: 'operatingSystem', values, exact: true }, used);
  }
}
