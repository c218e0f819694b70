import type { Db } from '../db/open.ts';
import { listLinkedDocuments } from '../servers/queries.ts';
import { documentLink } from './literal.ts';
import { LISTED } from './server-answers.ts';
import { Sentence } from './words.ts';

const DOCUMENTS = '(?:linked )?(?:runbooks?|documents?|documentation|docs|guides?)';
const SERVERS = /servers|hosts|machines|vms|boxes/;
/** "list offline servers and the runbook", "the runbooks of the offline servers". */
const BEHIND = new RegExp(` (?:and|plus|including|together with|with their)(?: (?:the|their|its|any|linked))* ${DOCUMENTS} $`); // prettier-ignore
const BEFORE = new RegExp(`^ (?:(?:list|show|give|me|find|all|the|what|which|are) )*${DOCUMENTS} (?:(?:are )?(?:linked|attached) to |of (?=(?:the|all|our|every) ))`); // prettier-ignore

/** The question for servers alone, where it asks for the documents of those besides. */
export function withoutTheirDocuments(query: string): string | undefined {
  const { text } = new Sentence(query);
  const servers = text.replace(BEHIND, ' ').replace(BEFORE, ' list ');
  return servers !== text && SERVERS.test(servers) ? servers.trim() : undefined;
}

/** The documents that somebody linked to the servers that an answer names; none where it names no server. */
export async function documentsOfAll(db: Db, answer: string): Promise<string[]> {
  const links = [...answer.matchAll(/(\[(?:\\.|[^\]\\])+\])\(\/infrastructure\?server=([\da-f-]{36})\)/g)];
  const named = new Map(links.map(([link, , id = '']) => [id, link]));
  if (named.size === 0) return [];
  const lines = await Promise.all(
    [...named].slice(0, LISTED).map(async ([id, link]) => {
      const documents = await listLinkedDocuments(db, id);
      const titles = documents.map(documentLink);
      return titles.length > 0 ? [`- ${link}: ${titles.join(', ')}`] : [];
    }),
  );
  if (lines.flat().length === 0) return ['No document is linked to any of these servers.'];
  return [['Documents linked to them, where there are any:', '', ...lines.flat()].join('\n')];
}
