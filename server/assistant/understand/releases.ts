import { fold } from '../../../contract/fold.ts';
import type { Vocabulary } from './entities.ts';
import { is, isOnlyFiller, meaningOf, means, near, type Add, type Span } from './spans.ts';

const NUMBER = /\d+(?:\.\d+)*/;

/** "Ubuntu older than 22.04", "an OS newer than Debian 11": the recorded releases of that system before or after it. */
export function readReleases(spans: Span[], { all }: Vocabulary, add: Add): void {
  for (const [index, span] of spans.entries()) {
    const order = meaningOf(span, 'release')?.order;
    const limit = order && spans.slice(index + 1).find((one) => !isOnlyFiller(one));
    const number = NUMBER.exec(limit?.text ?? '')?.[0];
    const isOfFigure =
      (limit?.number?.unit ?? '') !== '' || is(spans[spans.indexOf(limit ?? span) + 1], 'figure');
    if (!limit || number === undefined || isOfFigure) continue;
    const isSystem = (one: Span) => systemsOf(one).length > 0;
    const system = isSystem(limit) ? limit : near(spans, index, -3, isSystem);
    if (!system) continue;
    const names = new Set(systemsOf(system).map(nameOf));
    const releases = all.filter(
      ({ field, value }) => field === 'operatingSystem' && names.has(nameOf(value)),
    );
    const values = releases.flatMap(({ value }) =>
      Math.sign(compared(NUMBER.exec(value)?.[0] ?? number, number)) === order ? value : [],
    );
    const fields = spans
      .slice(0, index)
      .filter((one) => meaningOf(one, 'field')?.field === 'operatingSystem');
    // Without such a release the condition says so, and no server fulfils it.
    const none = `${[...names].join(', ')} ${span.text.toLowerCase()} ${number}`;
    add({ kind: 'is', field: 'operatingSystem', values: values.length > 0 ? values : [none], exact: true }, [
      ...new Set([system, ...fields, span, limit]),
    ]);
  }
}

const systemsOf = (span: Span): string[] =>
  is(span, 'value') && !means(span, 'source')
    ? span.meanings.flatMap((one) =>
        one.is === 'value' && one.field === 'operatingSystem' ? one.values : [],
      )
    : [];

/** The name before the number of the release. */
const nameOf = (system: string): string => fold(system).split(NUMBER)[0]?.trim() ?? '';

const compared = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
