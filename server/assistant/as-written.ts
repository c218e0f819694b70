import type { Db } from '../db/open.ts';
import { aboutHosts } from './about-hosts.ts';
import type { Inquiry } from './answerer.ts';
import { answerAboutAvailability } from './availability.ts';
import { answerAboutChanges } from './changes.ts';
import { answerFromDocuments } from './document-answers.ts';
import { answerWhetherSame, answerWhichIsMore } from './compared-hosts.ts';
import { askedByCategory } from './documents-of-category.ts';
import { withExceptionLast } from './exceptions.ts';
import { ofAllServers, readBefore } from './follow-up.ts';
import { byName, CAN } from './found-by-name.ts';
import { fromDocuments } from './from-documents.ts';
import { answerBesideFields } from './host-questions.ts';
import { answerAboutServers } from './inventory.ts';
import { asksOfOne, serversBefore, SINCE, takeServers } from './named.ts';
import { asksOfFound } from './of-found.ts';
import { answerAboutOutages } from './outages.ts';
import { departmentOf, peopleBefore, withoutDepartments } from './people-meant.ts';
import type { People } from './people-meant.ts';
import { answerAboutPeople, CONTACT, MINE, NO_PERSON, OWNING } from './people-questions.ts';
import { BETWEEN_ADDRESSES } from './ranges.ts';
import { AFTER } from './reply.ts';
import type { Reply } from './reply.ts';
import { answerSinceWhen } from './since-when.ts';
import { readVocabulary } from './vocabulary.ts';
import { NO_SERVERS } from './whose-team.ts';
import { answerWhy } from './why.ts';
import { withDocuments, withIncidents } from './with-documents.ts';
import { MAY, Sentence, WHAT_TO_DO } from './words.ts';

/** Asks for what was written down rather than for the state of things. */
const WRITTEN =
  /how (?:do|to|can|should|shall|would|does|must|did)|how (?:is|are) (?:\S+ ){1,4}[a-z]{3,}ed(?: up| over| down| back)?(?= $)|whats the (?:procedure|process|way)|procedures?|(?<!(?:servers|hosts|machines|vms) (?:that |which )?)process|runbooks?|guides?|how-to|manual|steps|instructions?|explain|why|troubleshoot(?:ing)?|requirements?|prerequisites?|fix|documents?|documentation|docs?|articles?|policy|policies|knowledge base|wiki|written|where (?:do|does|did|will|should|must|shall|are|is) (?:[^ ]+ ){1,6}(?:be )?mov(?:e|es|ed|ing)(?: to)?(?= $)|what (?:does|do) (?:\S+ ){1,4}mean|(?:does|do) (?:\S+ ){1,7}(?:say|recommend|advise|mention)|who (?:last )?(?:wrote|authored)|authors? of|when (?:do|should|shall|must|may|can|will) (?:i|we|you|one)|who(?:m)? (?:do|should|must|can|has to|needs to|is to) (?:\S+ ){1,5}(?:before|when|while|after|if) (?:i|we|you|one|it|the)|(?:how often|when) (?:is|are|do|does|should|must) (?:\S+ ){1,5}(?:done|run|made|taken|performed|due|allowed|scheduled|renewed|rotated|patched)(?: next| again)?(?= $)|when (?:does|do|did|will) (?:the|our) (?:\S+ ){1,4}(?:start|begin|end|finish|happen)(?: next| again)?(?= $)/;
const SERVERS = /servers?|hosts?|machines?|vms?/;
/** Asks for servers by what is linked to them. */
const LINKED =
  /(?:servers|hosts|machines|vms)(?: that| which)?(?: without| lack| with(?: no)?| (?:do not |dont )?have(?: no)?| missing)(?: a| any?| linked)* (?:runbooks?|documents?|documentation|docs|guides?)/;
/** Asks what something is there for, or is done with, which no field of a server tells. */
const PURPOSE =
  /^ (?:how to |what (?:is|are) (?:the|our|an?) (?:(?!of |in |on |at |used )\S+ ){1,4}(?:used )?for $|what (?:does|do) (?:the|our|an?) (?:(?!of |in |on |at )\S+ ){1,4}do $)/;
/** "the disk is full on a Linux server, who do I call": what is done with any, and not which ones are so. */
const OF_ANY =
  /\b(?:an?y?|one|some) (?!(?:list|number) )(?:[^\s,.;?!]+ ){0,3}?(?:server|host|machine|vm|box|disk|node)\b/i;
const COMMAND = /^\W*(?:what|which) commands?(?= )/i;
/** Asks for the clock or a sum, whose words documents hold by chance. */
const NOT_RECORDED =
  /^ (?:(?:what|whats) (?:time|day|date)(?: is| it| today| now)* |(?:what is |whats |calculate |how much is )?\d+(?:\.\d+)? ?[-+/x×] ?\d+(?:\.\d+)? )$/;
const ADDRESS = /\d{1,3}(?:\.\d{1,3}){3}/;

/** What a question gets as it stands: the first of those that know what it asks for. */
export async function replyAsWritten(
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
  const isWritten = [WRITTEN, WHAT_TO_DO, MAY].some((asks) => sentence.has(asks)) && !sentence.has(LINKED);
  const named = await takeServers(db, sentence, query);
  const isOnlyWhy = isWritten && SINCE.test(sentence.text);
  const before =
    named.length > 0 || (isWritten && !isOnlyWhy)
      ? undefined
      : await readBefore(db, query, history, timeZone);
  const hosts = named.length > 0 ? named : await serversBefore(db, sentence, query, { history, isWritten });
  const why = await answerWhy(db, { query, hosts, timeZone, before: before?.filter });
  if (why) return { text: await withIncidents(db, query, why), suggestedActions: AFTER.servers };
  const ofSeveral =
    answerWhichIsMore(query, hosts, timeZone) ??
    (await answerWhetherSame(db, query, { hosts, before: before?.filter })) ??
    (await answerSinceWhen(db, query, { hosts, before: before?.filter, timeZone }));
  if (ofSeveral) return { text: ofSeveral, suggestedActions: AFTER.servers };
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
    const people = await answerAboutPeople(db, query, Sentence.of(sentence.text), {
      before: those,
      timeZone,
    });
    if (people) return { ...people, suggestedActions: AFTER[people.isAboutServers ? 'servers' : people.isWritten ? 'documents' : 'people'] }; // prettier-ignore
  }
  const ofCategory = await askedByCategory(db, query);
  const said = ofCategory === undefined ? sentence : new Sentence(ofCategory);
  if (isWritten || ofCategory)
    return (
      (await fromDocuments(db, ofCategory ?? query, said, { timeZone, me })) ?? (await byName(db, query))
    );
  const written = query.replace(COMMAND, 'how to');
  const isPurpose = PURPOSE.test(new Sentence(written).text) || (isContact && OF_ANY.test(query));
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
