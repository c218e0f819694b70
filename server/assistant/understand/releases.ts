import { fold } from '../../../contract/shared/fold.ts';
import type { Meaning } from './meaning.ts';
import type { Matched, Piece } from './pattern.ts';

const NUMBER = /\d+(?:\.\d+)*/;
const numberOf = (text = ''): string => NUMBER.exec(text)?.[0] ?? '';
/** The name before the number of the release. */
const nameOf = (system: string): string => fold(system).split(NUMBER)[0]?.trim() ?? '';
const textOf = (match: Matched, kind: string) => match.text(kind);

/** "Ubuntu older than 22.04": the recorded releases of that system on one side of it. */
export function releasesBeside(match: Matched): Piece | undefined {
  const system: Meaning | undefined = match.one('value');
  const named = match.one('field')?.of;
  const side = match.one('release', 'releases');
  if (!system?.values || !side || (named && named !== 'operatingSystem')) return undefined;
  const isIncluded = side.is === 'releases';
  const order = side.of === 'older' ? -1 : 1;
  const number = numberOf(match.has('number') ? textOf(match, 'number') : textOf(match, 'value'));
  if (number === '' || /[a-z%]/i.test(textOf(match, 'number'))) return undefined;
  const names = new Set(system.values.map(nameOf));
  // "Linux" is many systems, whose numbers say nothing about each other.
  if (new Set([...names].map((name) => name.split(' ')[0])).size > 1) return undefined;
  const values = match.context.vocabulary.all.flatMap(({ field, value }) => {
    const isOther = field !== 'operatingSystem' || !names.has(nameOf(value)) || numberOf(value) === '';
    const sign = Math.sign(numberOf(value).localeCompare(number, 'en', { numeric: true }));
    return isOther || !(sign === order || (isIncluded && sign === 0)) ? [] : value;
  });
  // Without such a release the condition shows what was asked for, and no server fulfils it.
  const word = textOf(match, side.is);
  const bound = isIncluded ? [number, word] : [word, number];
  if (values.length === 0) values.push([[...names].join(', '), ...bound].join(' '));
  return { where: [{ kind: 'is', field: 'operatingSystem', values, exact: true }] };
}

/** "Ubuntu 14.04" where no server has that release: the condition shows what was asked for, and no server fulfils it. */
export function releaseOf(match: Matched): Piece | undefined {
  const release = textOf(match, 'number');
  if (!/^\d{1,4}(?:\.\d{1,4})*$/.test(release) || /\d/.test(textOf(match, 'value'))) return undefined;
  const names = new Set((match.one('value')?.values ?? []).map(nameOf));
  return {
    where: [{ kind: 'is', field: 'operatingSystem', values: [...names].map((name) => `${name} ${release}`) }],
  };
}
