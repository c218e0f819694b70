/**
 * Texts with about the length and word distribution of real runbooks: a few words occur in nearly every text, most are
 * rare. They are the same in every run.
 */
const COMMON = (
  'the of and to check service node volume disk alert restart certificate expired pod cluster ' +
  'queue backup restore host port network memory error log team'
).split(' ');
const LETTERS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';

/** One of thousands of made-up words. */
const rareWord = (n: number) =>
  Array.from(
    { length: 4 },
    (_, place) =>
      (LETTERS[(n >> (place * 3)) % LETTERS.length] ?? '') +
      (VOWELS[(n >> (place * 2)) % VOWELS.length] ?? ''),
  ).join('');

/** Pseudo-random numbers from a seed. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed * 2_654_435_761 + 12_345;
  for (;;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    yield state >> 8;
  }
}

/** Between 2 and 8 KB of markdown. */
export function aRunbookText(n: number): string {
  const chance = numbers(n);
  const below = (most: number) => chance.next().value % most;
  const word = () => (below(3) > 0 ? (COMMON[below(COMMON.length)] ?? '') : rareWord(below(6_000)));
  const sentence = () => `${Array.from({ length: 6 + below(9) }, word).join(' ')}.`;
  const section = (place: number) =>
    `## ${word()} ${word()} ${place}\n\n` +
    `${Array.from({ length: 4 + below(4) }, sentence).join(' ')}\n\n- ${sentence()}\n` +
    `- ${sentence()}\n\n\`\`\`sh\nsystemctl restart ${word()}-${n}\n\`\`\`\n`;
  return `# Runbook ${n}\n\n${Array.from({ length: 4 + below(8) }, (_, place) => section(place)).join('\n')}`;
}

/** Queries for words that occur in a few dozen texts, and in nearly all. */
export const RARE = [7, 1_234, 2_345, 3_456, 4_567].map((n, place) => `${rareWord(n)} ${COMMON[8 + place]}`);
export const FREQUENT = [
  'disk alert',
  'certificate expired',
  'restart service',
  'backup restore volume',
  'node memory error',
];
