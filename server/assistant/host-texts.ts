import { lexemesOf } from '../search/queries.ts';
import type { ServerRow } from '../servers/queries.ts';
import { attributeNamed } from './host-answers.ts';
import type { Attribute } from './host-answers.ts';

type Text = 'description' | 'notes' | 'keyContacts';
/** What people wrote about a server in their own words, which no field has a name for. */
const TEXTS: [Text, string][] = [
  ['description', 'Description'],
  ['notes', 'Notes'],
  ['keyContacts', 'Key contacts'],
];

/** What a text says of a time in words of its own. */
const OF_TIME = /^(?:until|till|since|before|after)$/;

/** The texts of servers that hold words of a question, and the words that none of them holds. */
export function textsHolding(hosts: ServerRow[], words: string[]): { texts: Attribute[]; lacking: string[] } {
  const stems = words.map((word) => lexemesOf(word));
  const held = TEXTS.map(([field, name]) => {
    const own = new Set(hosts.flatMap((host) => lexemesOf(host[field] ?? '')));
    return {
      name,
      places: stems.flatMap((some, place) => (some.some((stem) => own.has(stem)) ? [place] : [])),
    };
  });
  const found = new Set(held.flatMap(({ places }) => places));
  return {
    texts: held.flatMap(({ name, places }) => (places.length > 0 ? (attributeNamed(name) ?? []) : [])),
    lacking: words.filter((word, place) => !found.has(place) && !(found.size > 0 && OF_TIME.test(word))),
  };
}
