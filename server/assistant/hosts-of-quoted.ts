import type { Turn } from '../../contract/assistant.ts';
import type { Db } from '../db/open.ts';
import type { ServerRow } from '../servers/queries.ts';
import { QUOTING } from './document-answers.ts';
import { counted } from './literal.ts';
import { oneBefore, takeServers } from './named.ts';
import { lineOf } from './server-answers.ts';
import { Sentence } from './words.ts';

const SERVERS = '(?:servers?|hosts?|machines?|vms?|box|boxes)';
const THAT =
  '(?:that|this|it|these|those|they)(?: (?:document|procedure|passage|report|article|guide|policy))?';
const ABOUT = '(?:about|on|for|in|of|affect|concern|apply to|mean|name|mention|refer to|meant|named|mentioned|affected|concerned|run on|happen on|done on)'; // prettier-ignore
/** "which servers is that about?", "on which host do I do that?" */
const WHICH = new RegExp(
  `^ (?:(?:and|so|ok|but) )*(?:on |for )?(?:which|what) ${SERVERS}(?: (?:is|are|was|were|does|do|did|would))?(?: i| we)?(?: (?:do|run|need|use|used|needed|taken|there))?(?: for| to do)? ${THAT}(?: ${ABOUT})? $|^ (?:(?:and|so|ok|but) )*(?:which|what) ${SERVERS} (?:is|are|was|were) (?:meant|named|mentioned|affected|concerned)(?: (?:by|in|there|here)(?: ${THAT})?)? $`,
);

const NAMES = 'What was quoted from the documents names';

/** The servers that the passages name which the answer before quoted; undefined for any other question. */
export async function answerHostsOfQuoted(
  db: Db,
  query: string,
  history: Turn[],
): Promise<string | undefined> {
  const said = history.at(-1)?.content ?? '';
  if (!said.startsWith(QUOTING) || !WHICH.test(new Sentence(query).text)) return undefined;
  const rows = await hostsQuoted(db, said);
  if (rows.length === 0) {
    const [earlier] = await oneBefore(db, history.slice(0, -1));
    return `${NAMES} no server of the inventory${earlier ? `. The one that was named before is:\n\n${lineOf(earlier, [], [])}` : ': the answer before was about no servers.'}`;
  }
  const head = `${NAMES} ${counted(rows.length, 'server')}:`;
  return [head, '', ...rows.map((row) => lineOf(row, [], []))].join('\n');
}

/** The servers that the quotations of an answer name. */
export async function hostsQuoted(db: Db, said: string): Promise<ServerRow[]> {
  const lines = said.split('\n').filter((line) => /^(?:> |\*\*\[)/.test(line));
  const quoted = lines.map(withoutLinks).join(' ');
  return takeServers(db, new Sentence(quoted), quoted);
}

const withoutLinks = (line: string) => line.replaceAll(/\]\([^)]*\)/g, ' ').replaceAll(/\\(?=[^\w\s])/g, '');
