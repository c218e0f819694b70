import type { Choice, Part } from './filter-sql.ts';
import type { Sentence } from './words.ts';

/** Turns around what comes behind it: "not in Leeds", "that are not owned by", "outside of". */
export const NOT = String.raw`(?:not|neither|arent|isnt|dont|doesnt|non|no|without|except|excluding|other than|outside|besides)(?: (?:in|on|at|of|by|for|from|run|runs|running|owned|managed|located|belong|belongs|belonging|to|part|currently|have|has|having|with|any|those|ones|that|which|are|is|the|an|a)){0,4} `;
const EXCEPT =
  / (?:(?:apart|aside) from|minus|ignoring|ignore|exclude|omitting|omit|skipping|barring|disregarding|save for|leaving out|leave out|with the exception of|not (?:counting|including))(?= )/g;
const ALL = new RegExp(' (?:everything|anything|every|each|all|any|everyone|everybody|anyone|anybody)(?= )');
const OF_SOME = / (?:in|at|on|with|without|that|which|are|is|have|has|running|owned|from|over|under) /;
const GOES_ON =
  /^(?:not|without|no|only|also|still|are|is|was|has|have|with|which|that|how|what|who|where|dont|doesnt|arent|isnt) /;
const ADDS =
  /^(?:in|at|on|of|by|running|run|owned|over|under|above|below|less|more|offline|online|down|up|unknown|virtual|physical|degraded|warning|maintenance|healthy) /;

/** "all but the Dublin servers" leaves them out, "in production but offline" does not; where it may be either, "but" is left. */
export function readExceptions(sentence: Sentence) {
  sentence.text = sentence.text.replace(EXCEPT, ' except');
  const at = sentence.text.indexOf(' but ');
  if (at < 0) return;
  const [before, behind] = [`${sentence.text.slice(0, at)} `, sentence.text.slice(at + 5)];
  const all = ALL.exec(before);
  const isOfOthers =
    new RegExp('^(?:for|the|those|any) ').test(behind) &&
    (!/ (?:is|are|was|were) /.test(behind) || /^(?:the ones|those) (?:that|which) /.test(behind));
  const isPlain = all !== null && !OF_SOME.test(before.slice(all.index));
  const word =
    before.trim() === '' || GOES_ON.test(behind)
      ? 'yet'
      : isOfOthers || isPlain
        ? 'except'
        : all === null && ADDS.test(behind)
          ? 'yet'
          : 'but';
  sentence.text = `${before}${word} ${behind}`;
}

const SEVERAL =
  /(?:servers|hosts|machines|vms|boxes|ones|which|what|list|show|those|these|of them|·\d+)(?= )/;

/** "except the print servers and": kinds that are left out in front of names. */
const KINDS = String.raw`(?<kinds>(?: (?!(?:in|at|on|of|with|that|which|who|are|is|and|or) )[^\s·]+){1,4}| (?:those|the ones) (?:in|at|on|of|from|with|running)(?: (?!(?:and|or) )[^\s·]+){1,4})(?: (?:and|or|nor))?`;

/** "every server but web-1 and web-2": `text` leaves out these names of several by one word, and `without` has none of them. */
export function exceptedIn(sentence: string, names: string[]): { text: string; without: string } | undefined {
  const name = `(?:${names.map((one) => RegExp.escape(one)).join('|')})`;
  const listed = `(?: (?:for|the|servers?|hosts?|machines?|called|named))*(?<listed> ${name}(?:(?: (?:and|or|nor|also|the))* ${name})*)(?= )`;
  const own = sentence.replaceAll(EXCEPT, ' except');
  const match = new RegExp(
    ` (?:except|excluding|other than|besides|(?<isNot>but not|and not)|(?<isBut>but))(?:${KINDS})??${listed}(?<more> (?:and|or|nor)(?= the ))?`,
  ).exec(own);
  if (names.length === 0 || !match) return undefined;
  const before = `${own.slice(0, match.index)} `;
  const { isNot, isBut, kinds, more, listed: left = '' } = match.groups ?? {};
  const isOfSeveral = isBut ? ALL.test(before) : !isNot || SEVERAL.test(before);
  // Kinds that are left out beside names are left out for themselves.
  const others = `${kinds ? ` except${kinds}` : ''}${more ? ' except' : ''}`;
  return isOfSeveral
    ? { text: own.replace(match[0], ` except${left}${others}`), without: own.replace(match[0], others) }
    : undefined;
}

const EXCEPTED_BETWEEN =
  /^(?<head>[^,?]+?),? (?<excepted>(?:except|excluding|apart from|other than|but not)\b[^,]*), (?<rest>(?:with|having|that|which|in|on|over|under|running)\b[^,?]*)(?<end>\W*)$/i;

/** "all databases, except those of X, with cpu over 50": between commas the exception says nothing of what is behind it. */
export const withExceptionLast = (question: string): string =>
  question.replace(EXCEPTED_BETWEEN, '$<head> $<rest>, $<excepted>$<end>');

const EXCEPTING = /^ (?:except|excluding|other than|besides) /;
const LINKS =
  '(?:in|at|on|of|by|with|the|that|which|are|is|have|having|has|an?|those|ones|servers|hosts|machines|vms|owned|running|run|located|environment|location|network|zone|operating|system|team|owner|status|type|domain|function|hardware|model)';

/** "except the print servers and the Ubuntu ones": each kind is left out for itself. */
const EXCEPTED_BESIDE =
  /( (?:except|excluding|other than|besides)(?: (?:the|those|an?y|all))* ·\d+(?: (?:servers|hosts|machines|vms|ones))?) (?:and|or|nor)(?= (?:the|those|an?y|all) ·)/;

/** Turns round what stands behind a negation: one value, or all that are listed with it. */
export function takeNegations(sentence: Sentence, choices: Choice[], others: Part[]) {
  const excepted = new Set<number>();
  while (EXCEPTED_BESIDE.test(sentence.text))
    sentence.text = sentence.text.replace(EXCEPTED_BESIDE, '$1 except');
  for (const choice of choices) {
    const negation = new RegExp(` ${NOT}·${choice.mark}(?= )`).exec(sentence.text);
    if (!negation) continue;
    const isExcepting = EXCEPTING.test(negation[0]);
    // "all but the print servers in Leeds" leaves out those in Leeds alone, or is about Leeds alone.
    const behind = sentence.text.slice(negation.index + negation[0].length);
    const [, of = '', next] = new RegExp(`^((?: ${LINKS}| and)*) ·(\\d+) `).exec(behind) ?? [];
    const isOfSome = / (?:those|ones|the) /.test(negation[0]) || /^ (?:servers|hosts|machines|vms|ones)/.test(of) || / and ./.test(of); // prettier-ignore
    const other = [...choices.filter(({ isNot }) => !isNot), ...others].find(({ mark }) => mark === Number(next)); // prettier-ignore
    if (isExcepting && isOfSome && other && !isAlike(choice, other)) continue;
    sentence.take(new RegExp(`${NOT}·${choice.mark}`));
    choice.isNot = true;
    choice.mark = sentence.mark;
    if (isExcepting) excepted.add(choice.mark);
  }
  const listed = [...sentence.text.matchAll(/·(\d+)/g)].map((match) => ({
    part: choices.find(({ mark }) => mark === Number(match[1])),
    from: match.index,
    to: match.index + match[0].length,
  }));
  const under = new Set<Choice>();
  for (const [place, { part: one, to }] of listed.entries()) {
    const [next, third] = [listed[place + 1], listed[place + 2]];
    if (!one || !next?.part || next.part.isNot) continue;
    const between = sentence.text.slice(to, next.from).trim();
    const isList = between === '' || (new RegExp(`^${LINKS}(?: ${LINKS})*$`).test(between) && third !== undefined && /^ (?:or|nor) /.test(sentence.text.slice(next.to, third.from))); // prettier-ignore
    const isJoined = /^(?:|and|or|nor)$/.test(between) || (isList && isAlike(one, next.part));
    const isNeither = one.isNot && new RegExp(`^nor(?: ${LINKS})*$`).test(between);
    const isExcepted = excepted.has(one.mark) && isJoined;
    if (isNeither || isExcepted || (one.isNot && isList && isAlike(one, next.part))) next.part.isNot = true;
    else if ((one.isNot || under.has(one)) && isList) under.add(next.part);
    if (isExcepted) excepted.add(next.part.mark);
  }
  return under;
}

const isAlike = (one: Choice, other: Part): boolean => 'field' in other && one.field === other.field;
