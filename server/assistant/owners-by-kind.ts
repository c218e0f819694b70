import type { Choice } from './filter-sql.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { Sentence } from './words.ts';

const IS = '(?:(?:is|are|was|were|that|which|being) )*';
const OWNED = `${IS}(?:owned|managed|held)`;
const OWNER = '(?:team )?owners?(?: (?:that|who|which))?(?: (?:is|are))?';
const PERSON = '(?:an? |single |individual )*(?:persons?|people|individuals?)';
const TEAM = '(?:an? |any |the |whole )*(?:teams?|departments?)';
const INSTEAD = '(?:instead of|rather than|in place of|but not|and not|not)(?: (?:by|of|to|is|are|has))?';

/** "owned by people instead of teams", "owned, but not by a team" */
const OF_PERSON = new RegExp(
  `(?:${OWNED} by|belong(?:s|ing)? to|${OWNER}) (?<not>not )?${PERSON}(?: ${INSTEAD} ${TEAM})?|${OWNED}(?: but)? not by ${TEAM}|${OWNED} by no team but(?: by)? ${PERSON}`,
);
const OF_TEAM = new RegExp(
  `${OWNED} by ${TEAM}(?: ${INSTEAD} ${PERSON}|(?= (?:$|in |at |and |that |which |·)))`,
);
const WHICH_PEOPLE = / (?:which|what) (?:people|persons|individuals) (?:own|manage|maintain|look after)(?= )/;
/** What is not a team's may be nobody's. */
const OF_NO_TEAM = new RegExp(
  ` (?:${IS}not (?:owned|managed|held) by|(?:do|does|dont|doesnt)(?: not)? belong to) ${TEAM}(?= (?:$|in |at |on |and |or ))`,
);

/** Servers that have somebody of the team as their owner, as some inventories write a person in the place of a team; or one that is none. */
export function takeOwnersByKind(sentence: Sentence, vocabulary: Vocabulary): Choice[] {
  sentence.text = sentence.text.replace(OF_NO_TEAM, ' owner a person or no team owner recorded');
  sentence.text = sentence.text.replace(WHICH_PEOPLE, ' which owners owner a person');
  const values = [
    ...new Set(vocabulary.filter(({ isPerson }) => isPerson).flatMap((phrase) => phrase.values)),
  ];
  const isOfTeam = sentence.take(OF_TEAM) !== undefined;
  const ofPerson = isOfTeam ? undefined : sentence.take(OF_PERSON);
  if (!isOfTeam && !ofPerson) return [];
  const isNot = isOfTeam || ofPerson?.groups?.['not'] !== undefined;
  return [{ field: 'teamOwner', values, isNot, label: 'a person', mark: sentence.mark }];
}
