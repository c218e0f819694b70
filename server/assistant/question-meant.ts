import type { Inquiry } from './answerer.ts';
import { answerOfDocuments } from './documents-before.ts';
import { restated } from './follow-up.ts';
import { answerHostsOfQuoted } from './hosts-of-quoted.ts';
import { withPartOf } from './part-of-answer.ts';
import { AFTER } from './reply.ts';
import type { Reply } from './reply.ts';
import { withThing } from './told-beside.ts';
import { readVocabulary } from './vocabulary.ts';
import { withTeamNamed } from './whose-team.ts';

/** The question as it would be asked without the conversation before it, or its answer where that alone tells it. */
export async function questionMeant(inquiry: Inquiry, timeZone: string): Promise<string | Reply> {
  const { db, query, conversationHistory: history } = inquiry;
  const named = await withTeamNamed(db, query, history);
  if (typeof named !== 'string') return named;
  const ofDocuments = await answerOfDocuments({ ...inquiry, query: named }, timeZone);
  if (ofDocuments)
    return {
      text: ofDocuments,
      suggestedActions: AFTER.documents,
      isNothing: /^I (?:found nothing|did not)/.test(ofDocuments),
    };
  const hosts = await answerHostsOfQuoted(db, named, history);
  if (hosts) return { text: hosts, suggestedActions: AFTER.servers };
  const answer = history.findLast(({ type }) => type === 'assistant')?.content ?? '';
  const part = await withPartOf(db, named, answer);
  if (part !== undefined) return part;
  const [said = ''] = answer.split('\n');
  const asked = / servers? with /.test(said) ? withThing(named, said, await readVocabulary(db)) : named;
  return (await restated(db, asked, history, timeZone)) ?? asked;
}
