import { takeAttributes } from './host-answers.ts';
import type { Attribute } from './host-answers.ts';
import { Sentence } from './words.ts';

const FIELD =
  '(?:status|environments?|(?:ip )?address(?:es)?|ips?|hostnames?|fqdns?|domains?|(?:network )?zones?|networks?|locations?|os|operating systems?|(?:server )?types?|(?:hardware )?models?|hardware|functions?|roles?|(?:team )?owners?|(?:key )?contacts?|(?:cpu|memory|disk)(?: usage)?|uptimes?|descriptions?|notes?)';
const FIELDS = `(?<fields>(?:names? (?:and )?)?${FIELD}(?: (?:and|as well as|the|their|its|names?|${FIELD}))*)`;
const THEIR = String.raw`(?:with|and|including|plus|showing)(?: (?:each|all|of))*(?: (?:their|its))`;
/** "with their owners", "and their status", "with owner and location". */
const BEHIND = new RegExp(` (?:(?<their>${THEIR})|with|including|showing) ${FIELDS}(?: please)? $`);
/** "name, IP and OS of each VPN gateway" */
const BEFORE = new RegExp(`^(?: (?:list|show|give|get|print|tell|me|us|what|are|is|the|all))* ${FIELDS} (?:of|for) (?=(?:each|every|all|the|our|my) )`); // prettier-ignore

/** What is to be told of each server in a list besides what stands there anyway. One field without "their" is one that must be there. */
export function takeColumns(sentence: Sentence): Attribute[] {
  for (const pattern of [BEHIND, BEFORE]) {
    const match = pattern.exec(sentence.text);
    const { fields = '', their } = match?.groups ?? {};
    const columns = takeAttributes(Sentence.of(` ${inSingular(fields)} `));
    if (!match || columns.length + (/^names? /.test(fields) ? 1 : 0) < (their ? 1 : 2)) continue;
    sentence.text = sentence.text.replace(pattern, pattern === BEHIND ? ' ' : ' list ').replace(/^ list every /, ' list all '); // prettier-ignore
    return columns;
  }
  return [];
}

const inSingular = (fields: string): string => fields.replaceAll(/(?<=zone|network|location|system|type|model|domain|environment|uptime|description|fqdn)s(?= |$)/g, ''); // prettier-ignore
