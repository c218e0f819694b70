import type { Choice } from './filter-sql.ts';
import type { Sentence } from './words.ts';

const LINKS = '(?:in|on|at|of|the|our|that|which|are|is|and|stand|located|servers|hosts|machines)';
const BESIDE = new RegExp(` ·(?<one>\\d+)(?= (?:${LINKS} )*·(?<other>\\d+) )`, 'g');

/** The values that both places have: a floor and the town that it is in. */
export function bothPlaces(one: Choice, other: Choice): Choice | undefined {
  const values = one.values.filter((value) => other.values.includes(value));
  const [first, second] = values;
  if (first === undefined) return undefined;
  return { ...other, values, label: second === undefined ? first : `${one.label}, ${other.label}` };
}

/** "floor 5 in Oslo", "Bergen, in the basement": what is part of a place is not meant in other places. */
export function withinEachOther(sentence: Sentence, choices: Choice[]): Choice[] {
  let left = choices;
  for (const { groups } of sentence.text.matchAll(BESIDE)) {
    const [one, other] = [groups?.['one'], groups?.['other']].map((mark) =>
      left.find((choice) => choice.field === 'serverLocation' && choice.mark === Number(mark)),
    );
    const both = one && other && bothPlaces(one, other);
    if (!both) continue;
    left = left.flatMap((choice) => (choice === one ? [] : [choice === other ? both : choice]));
    sentence.text = sentence.text.replace(` ·${one.mark} `, ' ');
  }
  return left;
}
