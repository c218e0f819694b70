import type { Turn } from '../../contract/assistant.ts';

/** How answers tell whose a server is, or all of those that were asked for. */
const OWNER =
  /(?:\]\(\/infrastructure\?[^)]*\): team owner is \*\*|^- Team owner: |^- .* · team owner |by team owner:\n\n- (?=.+: \*\*\d+\*\*(?:\n\n|$(?!\n))))(?<owner>.+?)(?=\*\*\.| ·|: \*\*\d+\*\*|$)/gm;

/** The one owner whom the answer before told, whatever it was asked. */
export function ownerIn(answer: string): string | undefined {
  const owners = new Set(
    [...answer.matchAll(OWNER)].map(({ groups }) => groups?.['owner']?.replaceAll(/\\(?=[^\w\s])/g, '')),
  );
  const [owner, other] = owners;
  return other === undefined && owner !== 'not recorded' ? owner : undefined;
}

const THINGS = '(?:servers?|hosts?|machines?|vms?|boxes)';
const OWN = '(?:own|have|manage|look after|run|maintain|administer)';
/** "what system do they run" asks for no servers. */
const DO_THEY = new RegExp(
  `(?<!\\b(?:systems?|os|oses|software|versions?|hardware|models?) )\\b(?:do|does|did) (?:they|he|she) ${OWN}\\b(?! the same\\b)`,
  'i',
);
const THEIRS = new RegExp(`\\b(?:their|his|her) (?<which>(?:[\\w-]+ ){0,2}?)(?<things>${THINGS})\\b`, 'i');
const TO_THEM = /\b(?:belong(?:s|ing)? to (?:them|him|her)|(?:is|are) (?:theirs|his|hers))\b/i;
/** Beside the server that the answer before was about. */
const MORE = / ?\b(?:other|else)\b/i;

/** "how many servers do they own?" behind whose a server is: with the owner's name in the place of "they". */
export function withOwner(query: string, history: Turn[]): string {
  const said = history.at(-1);
  const owner = said?.type === 'assistant' ? ownerIn(said.content) : undefined;
  if (owner === undefined) return query;
  const named = query
    .replace(DO_THEY, () => `does ${owner} own`)
    .replace(THEIRS, (_, which: string, things: string) => `${which}${things} owned by ${owner}`)
    .replace(TO_THEM, () => `owned by ${owner}`);
  if (named === query) return query;
  const asked = named.replace(MORE, '');
  return new RegExp(`\\b${THINGS}\\b`, 'i').test(asked)
    ? asked
    : asked.replace(/\bhow many\b/i, 'how many servers').replace(/\b(?:what|which(?: ones)?)(?= does\b)/i, 'which servers'); // prettier-ignore
}

/** "which other servers do they own?" is answered by all of them, of which the one before is told to be one. */
export function ownAmong(query: string, history: Turn[]): string[] {
  if (!MORE.test(query) || withOwner(query, history) === query) return [];
  const links = new Set(history.at(-1)?.content.match(/\[[^\]]+\]\(\/infrastructure\?server=[^)]*\)/g));
  const [link, other] = links;
  return link !== undefined && other === undefined ? [`${link} is one of them.`] : [];
}
