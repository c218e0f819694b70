import type { Db } from '../db/open.ts';
import { aboutHosts } from './about-hosts.ts';
import {
  askedBehind,
  HALF,
  isAstray,
  isProcedure,
  isRepeated,
  isToldIn,
  isToldOfAll,
} from './asked-behind.ts';
import type { Answerer, Inquiry } from './answerer.ts';
import { timeZoneOf } from './account-time.ts';
import { answerAboutAvailability } from './availability.ts';
import { answerAboutChanges } from './changes.ts';
import { answerFromDocuments, QUOTING, topicOf } from './document-answers.ts';
import { fromDocuments } from './from-documents.ts';
import { askedByCategory } from './documents-of-category.ts';
import { withExceptionLast } from './exceptions.ts';
import { answerBesideFields } from './host-questions.ts';
import { answerAboutServers } from './inventory.ts';
import { listed, literal } from './literal.ts';
import { questionsOf } from './message.ts';
import { corrected } from './misspelt.ts';
import { asksOfOne, serversBefore, SINCE, takeServers } from './named.ts';
import { nearNames } from './near-names.ts';
import { asksOfFound } from './of-found.ts';
import { answerAboutOutages } from './outages.ts';
import { ownAmong } from './owner-before.ts';
import { asksIn, isAsked, sentencesIn } from './parts-of-question.ts';
import { departmentOf, peopleBefore, withoutDepartments } from './people-meant.ts';
import type { People } from './people-meant.ts';
import { answerAboutPeople, CONTACT, MINE, NO_PERSON, OWNING } from './people-questions.ts';
import { ofAllServers, readBefore } from './follow-up.ts';
import { byName, CAN } from './found-by-name.ts';
import { documentsOfAll, withoutTheirDocuments } from './linked-documents.ts';
import { notInEnglish } from './other-language.ts';
import { questionMeant } from './question-meant.ts';
import { BETWEEN_ADDRESSES } from './ranges.ts';
import { AFTER } from './reply.ts';
import type { Reply } from './reply.ts';
import { OF_FOUND } from './told-beside.ts';
import { isPlaceUnknown } from './unknown-place.ts';
import { readVocabulary } from './vocabulary.ts';
import { NO_SERVERS } from './whose-team.ts';
import { answerWhy } from './why.ts';
import { withDocuments, withIncidents } from './with-documents.ts';
import { MAY, Sentence } from './words.ts';

/** Sentences of one question that are read each for itself. */
const SENTENCES = 4;

/** Asks for what was written down rather than for the state of things. */
const WRITTEN =
  /how (?:do|to|can|should|shall|would|does|must|did)|how (?:is|are) (?:\S+ ){1,4}[a-z]{3,}ed(?: up| over| down| back)?(?= $)|whats the (?:procedure|process|way)|procedures?|(?<!(?:servers|hosts|machines|vms) (?:that |which )?)process|runbooks?|guides?|how-to|manual|steps|instructions?|explain|why|troubleshoot(?:ing)?|requirements?|prerequisites?|fix|documents?|documentation|docs?|articles?|policy|policies|knowledge base|wiki|written|what (?:do|should|shall|must|can) (?:i|we|you) do|what (?:does|do) (?:\S+ ){1,4}mean|what to do|(?:does|do) (?:\S+ ){1,7}(?:say|recommend|advise|mention)|who (?:last )?(?:wrote|authored)|authors? of|when (?:do|should|shall|must|may|can|will) (?:i|we|you|one)|(?:how often|when) (?:is|are|do|does|should|must) (?:\S+ ){1,5}(?:done|run|made|taken|performed|due|allowed|scheduled|renewed|rotated|patched)(?= $)/;
const SERVERS = /servers?|hosts?|machines?|vms?/;
/** Asks for servers by what is linked to them. */
const LINKED =
  /(?:servers|hosts|machines|vms)(?: that| which)?(?: without| lack| with(?: no)?| (?:do not |dont )?have(?: no)?| missing)(?: a| any?| linked)* (?:runbooks?|documents?|documentation|docs|guides?)/;
/** Asks what something is there for, or is done with, which no field of a server tells. */
const PURPOSE =
  /^ (?:how to |what (?:is|are) (?:the|our|an?) (?:(?!of |in |on |at |used )\S+ ){1,4}(?:used )?for $|what (?:does|do) (?:the|our|an?) (?:(?!of |in |on |at )\S+ ){1,4}do $)/;
const COMMAND = /^\W*(?:what|which) commands?(?= )/i;
/** Asks for the clock or a sum, whose words documents hold by chance. */
const NOT_RECORDED =
  /^ (?:(?:what|whats) (?:time|day|date)(?: is| it| today| now)* |(?:what is |whats |calculate |how much is )?\d+(?:\.\d+)? ?[-+/x×] ?\d+(?:\.\d+)? )$/;
const ADDRESS = /\d{1,3}(?:\.\d{1,3}){3}/;

/**
 * Answers without any model and without the network: what the question names is looked up in the inventory, the
 * documents and the team at this moment, and what is found is quoted. The same question over the same data has the same
 * answer. Nothing that a document says is ever taken as an instruction, since nothing here follows any.
 */
export const answersWithoutModel: Answerer = async function* (inquiry) {
  const { text, suggestedActions } = await replyTo(inquiry);
  for (const chunk of text.match(/(?:\S+\s*){1,6}|\s+/g) ?? []) {
    if (inquiry.signal.aborted) return;
    yield { chunk };
  }
  yield { suggestedActions };
};

/** The whole answer at once, for what a model is given. Questions of one message are answered one after another. */
export async function replyTo(inquiry: Inquiry): Promise<Reply> {
  if (await isPlaceUnknown(inquiry.db, inquiry.query, inquiry.conversationHistory))
    return { text: NO_PLACE, suggestedActions: AFTER.servers, isNothing: true };
  const questions = await questionsOf(inquiry.db, inquiry.query);
  const [first = inquiry.query] = questions;
  const query = questions.length === 1 ? first : inquiry.query;
  const several = await replyToEach(inquiry, questions);
  if (several && !several.isOfWhole) return several;
  const reply = await replyToOne({ ...inquiry, query });
  const each = await replyToClauses(inquiry, questions.flatMap(asksIn), reply.text);
  if (each || !reply.isNothing) return each ?? reply;
  return (await replyToEach(inquiry, sentencesIn(query))) ?? reply;
}

/** Several questions or sentences, of which some ask for what is known: those are answered, and the others named. */
async function replyToEach(
  inquiry: Inquiry,
  queries: string[],
): Promise<(Reply & { isOfWhole: boolean }) | undefined> {
  if (queries.length < 2 || queries.length > SENTENCES) return undefined;
  const replies: (Reply & { query: string; written: string })[] = [];
  const history = [...inquiry.conversationHistory];
  for (const written of queries) {
    const before = replies.at(-1);
    const procedure = replies.findLast(isProcedure);
    // oxlint-disable-next-line no-await-in-loop -- A few questions.
    const query = procedure ? await askedBehind(inquiry.db, written, procedure) : written;
    // "Which of them are online?" of servers that there are none of.
    if (before?.isNothing && before.suggestedActions === AFTER.servers && OF_FOUND.test(query)) {
      if (replies.every(({ isNothing }) => isNothing)) return { ...before, isOfWhole: false };
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- A few questions, each of several reads, and each may go on from the one before.
    const answer = await replyToOne({ ...inquiry, query, conversationHistory: history });
    const isElsewhere = procedure && query === written && isAstray(query, answer.text, procedure.text);
    const reply = isElsewhere ? { ...answer, isNothing: true, suggestedActions: AFTER.documents } : answer;
    replies.push({ query, written, ...reply });
    if (!reply.isNothing || (reply.text.includes(QUOTING) && !isElsewhere))
      history.push({ type: 'user', content: query }, { type: 'assistant', content: reply.text });
  }
  const found = replies.filter(({ isNothing }) => !isNothing);
  if (found.length === 0) return undefined;
  // That there is no such server is an answer too.
  const told = replies.filter(
    ({ isNothing, suggestedActions }) => !isNothing || suggestedActions === AFTER.servers,
  );
  const texts = told.map(({ text }) => text).filter((text, at, all) => !isRepeated(text, all.slice(0, at)));
  const unknown = replies
    .filter((reply) => !told.includes(reply) && !isToldIn(reply.written, texts, HALF))
    .map(({ written }) => written);
  const lack = unknown.length > 0 ? [`I found nothing about ${listed(unknown.map((text) => `“${literal(text)}”`))}.`] : []; // prettier-ignore
  const isWritten = told.every(({ text }) => text.startsWith(QUOTING));
  return {
    text: [...texts, ...lack].join('\n\n'),
    suggestedActions: found[0]?.suggestedActions ?? [],
    // What is quoted from documents may be quoted for all at once, and what is no thing was no part of its own.
    isOfWhole: isWritten || !unknown.every(isAsked),
  };
}

/**
 * "How do I restart the relay, and who do I call?": what is asked behind something that is written is asked for itself, unless
 * the passages for the whole question tell it too.
 */
async function replyToClauses(
  inquiry: Inquiry,
  [question = '', ...others]: string[],
  whole: string,
): Promise<Reply | undefined> {
  // "When and where is it?" is one question.
  if (others.length === 0 || others.length >= SENTENCES || topicOf(question).length === 0) return undefined;
  const reply = await replyToOne({ ...inquiry, query: question });
  if (!isProcedure({ query: question, ...reply }) || isToldOfAll(whole, reply.text, others)) return undefined;
  return replyToEach(inquiry, [question, ...others]);
}

/** Where nothing is found, misspelt words are read as what they are near to, and servers are offered whose names are. */
async function replyToOne(inquiry: Inquiry): Promise<Reply> {
  const timeZone = await timeZoneOf(inquiry.db, inquiry.userId);
  const ofServers = withoutTheirDocuments(inquiry.query);
  if (ofServers !== undefined) {
    const reply = await replyToOne({ ...inquiry, query: ofServers });
    return { ...reply, text: [reply.text, ...(await documentsOfAll(inquiry.db, reply.text))].join('\n\n') };
  }
  const asked = await questionMeant(inquiry, timeZone);
  if (typeof asked !== 'string') return asked;
  const { query, changes, offer } = await nearNames(inquiry.db, asked);
  const answer = await replyAsWritten({ ...inquiry, query }, timeZone);
  const besides = answer.isNothing ? [] : ownAmong(inquiry.query, inquiry.conversationHistory);
  const reply = readAs(changes, { ...answer, text: [answer.text, ...besides].join('\n\n') });
  const isAnswered = !reply.isNothing && !reply.isPartial;
  if (isAnswered && !(offer && reply.suggestedActions === AFTER.nothing)) return reply;
  const foreign = reply.isNothing ? notInEnglish(query) : undefined;
  if (foreign) return { ...reply, text: foreign };
  const better = await corrected(inquiry.db, query);
  if (better) {
    const other = await replyAsWritten({ ...inquiry, query: better.query }, timeZone);
    if (!other.isNothing && !other.isPartial) return readAs([...changes, ...better.changes], other);
  }
  return offer ? { text: offer, suggestedActions: AFTER.servers, isNothing: true } : reply;
}

function readAs(changes: [written: string, meant: string][], reply: Reply): Reply {
  if (changes.length === 0) return reply;
  const told = changes.map(([written, meant]) => `“${literal(written)}” as “${literal(meant)}”`);
  return { ...reply, text: `I read ${listed(told)}.\n\n${reply.text}` };
}

async function replyAsWritten(
  { db, query, conversationHistory: history, userId: me }: Inquiry,
  timeZone: string,
): Promise<Reply> {
  const sentence = new Sentence(withExceptionLast(query));
  if (NOT_RECORDED.test(sentence.text))
    return {
      text: `I found nothing that this asks for. ${CAN}`,
      suggestedActions: AFTER.nothing,
      isNothing: true,
    };
  const isWritten = (sentence.has(WRITTEN) || sentence.has(MAY)) && !sentence.has(LINKED);
  const named = await takeServers(db, sentence, query);
  const isOnlyWhy = isWritten && SINCE.test(sentence.text);
  const before =
    named.length > 0 || (isWritten && !isOnlyWhy)
      ? undefined
      : await readBefore(db, query, history, timeZone);
  const hosts = named.length > 0 ? named : await serversBefore(db, sentence, query, { history, isWritten });
  const why = await answerWhy(db, { query, hosts, timeZone, before: before?.filter });
  if (why) return { text: await withIncidents(db, query, why), suggestedActions: AFTER.servers };
  const share = isWritten ? undefined : await answerAboutAvailability(db, { query, hosts, timeZone });
  if (share) return { text: share, suggestedActions: AFTER.servers };
  const outages = isWritten
    ? undefined
    : await answerAboutOutages(db, {
        query,
        hosts,
        timeZone,
        before: hosts.length > 0 ? undefined : before?.filter,
      });
  if (outages) return { text: outages, suggestedActions: AFTER.servers };
  const beside = hosts.length > 0 ? await answerBesideFields(db, query, { hosts, timeZone }) : undefined;
  if (beside) return { text: beside, suggestedActions: AFTER.servers };
  const changes = await answerAboutChanges(db, { query, timeZone, hosts, me });
  if (changes) return withDocuments(db, query, await withIncidents(db, query, changes.text), changes);
  if (hosts.length > 0) {
    return aboutHosts(db, query, sentence, { hosts, isWritten, timeZone });
  }
  const isOfBefore = !before && !isWritten && !(await asksOfFound(db, new Sentence(query)));
  if (isOfBefore && asksOfOne(query))
    return { text: NO_SERVER, suggestedActions: AFTER.servers, isNothing: true };
  if (isOfBefore && THOSE.test(sentence.text) && sentence.has(SERVERS))
    return { text: NO_SERVERS, suggestedActions: AFTER.servers, isNothing: true };
  const address =
    isWritten || sentence.has(BETWEEN_ADDRESSES) ? undefined : sentence.take(ADDRESS)?.[0].trim();
  if (address)
    return {
      text: `I found nothing: no server has the address \`${address}\`.`,
      suggestedActions: AFTER.nothing,
    };
  const isContact = sentence.has(CONTACT);
  const those = before ? undefined : await peopleBefore(db, sentence, history);
  const saysServers = (await withoutDepartments(db, sentence)).has(SERVERS);
  const isOfThem = those !== undefined && (sentence.has(OWNING) || sentence.has(THEY));
  if (saysServers && (isOfThem || (!those && (sentence.has(MINE) || sentence.has(THEY_OWN))))) {
    const team = those && (await ownerOf(db, those));
    if (team === undefined) return { text: NO_PERSON, suggestedActions: AFTER.servers };
    sentence.text = sentence.text.replace(new RegExp(` (?:${THEY.source})(?= )`, 'g'), ` ${team}`);
  }
  if (!before && !saysServers && (!isWritten || isContact)) {
    const people = await answerAboutPeople(db, query, sentence, { before: those, timeZone });
    if (people) return { ...people, suggestedActions: AFTER[people.isAboutServers ? 'servers' : people.isWritten ? 'documents' : 'people'] }; // prettier-ignore
  }
  const ofCategory = await askedByCategory(db, query);
  const said = ofCategory === undefined ? sentence : new Sentence(ofCategory);
  if (isWritten || ofCategory)
    return (
      (await fromDocuments(db, ofCategory ?? query, said, { timeZone, me })) ?? (await byName(db, query))
    );
  const written = query.replace(COMMAND, 'how to');
  const isPurpose = PURPOSE.test(new Sentence(written).text);
  const purpose = isPurpose ? await answerFromDocuments(db, written) : undefined;
  if (purpose) return { text: purpose, suggestedActions: AFTER.documents };
  const servers = await answerAboutServers(db, sentence, { before, timeZone });
  if (servers) {
    const text = `${before ? '' : ofAllServers(query, history)}${servers.text}`;
    return withDocuments(db, query, text, { isNothing: servers.isEmpty, words: servers.words });
  }
  return (await fromDocuments(db, query, sentence, { timeZone, me })) ?? (await byName(db, query));
}

const NO_SERVER =
  'I found nothing: no server was named before, so I do not know which one is meant. Ask with its name or its address.';
const NO_PLACE =
  'I found nothing: I do not know which place is meant, since no server is recorded in one of that name. Say it as the inventory has it, for example “Which servers are in Leeds?”.';
/** "which hosts are those?" */
const THOSE = / (?:are|were|of|is) (?:those|these|they|them) $|^ (?:which|what) (?:servers|hosts|machines|vms) (?:are|were) (?:those|these|they) |^ (?:list |show |name )?(?:those|these) (?:servers|hosts|machines|vms) $/; // prettier-ignore
const THEY = /they|them|their|theirs/;
const THEY_OWN =
  /(?:do|did) they (?:own|manage|maintain|run|look after)|(?:list|show|count|show me|give me|how many of|which of) their (?:servers|hosts|machines|vms)/;

/** The team that owns servers, where the people meant are those of a department of that name. */
async function ownerOf(db: Db, people: People): Promise<string | undefined> {
  const department = departmentOf(people);
  const owners = (await readVocabulary(db)).filter(({ field }) => field === 'teamOwner');
  return owners.find(({ words }) => words === department)?.words;
}
