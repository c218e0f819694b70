import type { Choice } from './filter-sql.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { Sentence } from './words.ts';

const OLDER = 'older|lower|earlier|before|below';
const NEWER = 'newer|higher|later|after|above';
const THINGS = '(?: (?:servers?|hosts?|machines?|vms?|boxes))?';

/** "ubuntu 22.04 or 24.04": what stands before one version stands before each. */
export function writeOutVersions(sentence: Sentence, vocabulary: Vocabulary) {
  const known = new Set(vocabulary.map(({ words }) => words));
  for (const { field, words } of vocabulary) {
    const head = words.slice(0, words.lastIndexOf(' ') + 1);
    if (head === '' || !(field === 'operatingSystem' || field === 'hardwareModel')) continue;
    sentence.text = sentence.text.replace(
      new RegExp(`(?<= ${RegExp.escape(words)} (?:or|and|nor) )(\\S+)(?= )`),
      (version) => (known.has(head + version) ? head + version : version),
    );
  }
}

const versionOf = (value: string): number => Number(/\d+(?:\.\d+)?/.exec(value)?.[0] ?? Number.NaN);

/** "rhel older than version 9": of a system, those whose number is less. */
export function takeVersions(sentence: Sentence, vocabulary: Vocabulary): Choice[] {
  const choices: Choice[] = [];
  for (const { field, words, values } of vocabulary) {
    if (field !== 'operatingSystem' || /\d/.test(words)) continue;
    const pattern = `${RegExp.escape(words)}${THINGS}(?: (?:that|which|is|are))* (?:(?<older>${OLDER})|${NEWER}) (?:than )?(?:version |release )?(?:${RegExp.escape(words)} )?(?<limit>\\d+(?:\\.\\d+)?)`;
    const { older, limit } = sentence.take(new RegExp(pattern))?.groups ?? {};
    if (limit === undefined) continue;
    const isMeant = (version: number) => (older ? version < Number(limit) : version > Number(limit));
    choices.push({
      field,
      values: values.filter((value) => isMeant(versionOf(value))),
      isNot: false,
      label: `${words} ${older ? 'older' : 'newer'} than ${limit}`,
      mark: sentence.mark,
    });
  }
  return choices;
}
