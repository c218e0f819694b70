import { createHash } from 'node:crypto';

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
  return textOf(n, below, () =>
    below(3) > 0 ? (COMMON[below(COMMON.length)] ?? '') : rareWord(below(6_000)),
  );
}

function textOf(n: number, below: (most: number) => number, word: () => string): string {
  const sentence = () => `${Array.from({ length: 6 + below(9) }, word).join(' ')}.`;
  const section = (place: number) =>
    `## ${word()} ${word()} ${place}\n\n` +
    `${Array.from({ length: 4 + below(4) }, sentence).join(' ')}\n\n- ${sentence()}\n` +
    `- ${sentence()}\n\n\`\`\`sh\nsystemctl restart ${word()}-${n}\n\`\`\`\n`;
  return `# Runbook ${n}\n\n${Array.from({ length: 4 + below(8) }, (_, place) => section(place)).join('\n')}`;
}

/** Words without meaning, which every text holds. */
const EMPTY = COMMON.slice(0, 4);
const SUBJECTS = COMMON.slice(4);
const TOPICS = 200;
const WORDS_OF_TOPIC = 20;
const subjectOf = (topic: number) => SUBJECTS[topic % SUBJECTS.length] ?? '';
const wordOfTopic = (topic: number, place: number) => rareWord(topic * WORDS_OF_TOPIC + place);

/**
 * The same, but each text has words of its own, as in a real knowledge base: those of its topic, a few of the frequent words and many
 * that hardly any other text holds.
 */
export function aTopicText(n: number): string {
  const chance = numbers(n);
  const below = (most: number) => chance.next().value % most;
  const topic = n % TOPICS;
  const words = [
    subjectOf(topic),
    ...Array.from({ length: WORDS_OF_TOPIC }, (_, place) => wordOfTopic(topic, place)),
    ...SUBJECTS.filter(() => below(25) === 0),
    ...Array.from({ length: 80 }, () => rareWord(4_000 + below(26_000))),
  ];
  return textOf(n, below, () =>
    below(5) < 2 ? (EMPTY[below(EMPTY.length)] ?? '') : (words[below(words.length)] ?? ''),
  );
}

/** Queries for such texts: a word of a topic beside a frequent one, and frequent words alone, each in about a tenth of the texts. */
export const OF_TOPIC = [3, 57, 91, 120, 166].map((topic) => `${wordOfTopic(topic, 2)} ${subjectOf(topic)}`);
export const OF_SUBJECTS = [
  'disk alert',
  'certificate expired',
  'restart service',
  'backup restore',
  'memory error',
];

/** Queries for words that occur in a few dozen texts, and in nearly all. */
export const RARE = [7, 1_234, 2_345, 3_456, 4_567].map((n, place) => `${rareWord(n)} ${COMMON[8 + place]}`);
export const FREQUENT = [
  'disk alert',
  'certificate expired',
  'restart service',
  'backup restore volume',
  'node memory error',
];

/** The size of an instance, from which all other counts follow. */
export type Size = { documents: number; servers: number };

const CATEGORIES = 40;
const TAGS = 200;
const DOCUMENTS_OF_TOPIC = 20;
const TYPES = [null, 'work_instruction', 'how_to_guide', 'build_document'] as const;
/** Unlike other words, like the names of products. */
const SYLLABLES = 'qua wyx jor hex cyb thry zhu kwe yol phi xan whi jud qir cly'.split(' ');

/** A pseudo-random integer, the same in every run. */
const scattered = (n: number, salt: number) => Math.imul((n + 1) * 2_654_435_761, 2 * salt + 7_919) >>> 8;

/** The id of a document is derived from its number, so that texts can link to each other. */
export const documentId = (n: number): string => {
  const hex = createHash('md5').update(`document ${n}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
};

/** A made-up word that occurs in 20 documents, whatever their total. */
export const topicOf = (n: number, { documents }: Size): string => {
  const topic = n % Math.max(1, documents / DOCUMENTS_OF_TOPIC);
  const syllables = [1, 15, 225, 3_375].map(
    (place) => SYLLABLES[Math.floor(topic / place) % SYLLABLES.length],
  );
  return syllables.join('');
};

/** A document that mentions a topic and a server and links to another document. Its version is the last of `versions`. */
export function aGrownDocument(n: number, size: Size, versions: number) {
  const other = scattered(n, 1) % size.documents;
  const secondsAgo = (scattered(n, 2) % (365 * 86_400)) + 60;
  const updatedAt = new Date(Date.now() - secondsAgo * 1_000);
  return {
    id: documentId(n),
    title: `Runbook ${n} of ${topicOf(n, size)}`,
    content:
      `${aRunbookText(n)}\nRuns on srv-${scattered(n, 3) % size.servers}. ` +
      `See [runbook ${other}](/knowledge-base?doc=${documentId(other)}).\n`,
    category: `Area ${scattered(n, 4) % CATEGORIES}`,
    tags: [`tag-${scattered(n, 5) % TAGS}`, `tag-${(scattered(n, 5) + 1 + (scattered(n, 6) % 20)) % TAGS}`],
    templateType: TYPES[scattered(n, 7) % TYPES.length] ?? null,
    version: versions,
    createdAt: new Date(updatedAt.getTime() - versions * 86_400_000),
    updatedAt,
  };
}
