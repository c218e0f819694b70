import type { Inquiry } from './answerer.ts';
import { answerOfDocuments } from './documents-before.ts';
import { restated } from './follow-up.ts';
import { AFTER } from './reply.ts';
import type { Reply } from './reply.ts';
import { withThing } from './told-beside.ts';
import { readVocabulary } from './vocabulary.ts';
import { withTeamNamed } from './whose-team.ts';

/** The question as it would be asked without the conversation before it, or its answer where that alone tells it. */
export async function questionMeant(
  { db, query, conversationHistory: history }: Inquiry,
  timeZone: string,
): Promise<string | Reply> {
  const named = await withTeamNamed(db, query, history);
  if (typeof named !== 'string') return named;
  const ofDocuments = await answerOfDocuments(db, named, history, timeZone);
  if (ofDocuments) return { text: ofDocuments, suggestedActions: AFTER.documents };
  const said = history.findLast(({ type }) => type === 'assistant')?.content.split('\n')[0] ?? '';
  const asked = / servers? with /.test(said) ? withThing(named, said, await readVocabulary(db)) : named;
  return (await restated(db, asked, history, timeZone)) ?? asked;
}
