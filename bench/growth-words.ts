import { createHash } from 'node:crypto';
import { aRunbookText } from './runbook-texts.ts';

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
