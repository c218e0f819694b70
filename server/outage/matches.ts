import { addressForm } from '../../contract/shared/address-forms.ts';
import { fold } from '../../contract/shared/fold.ts';
import type { Condition, Filter } from '../../contract/shared/inventory-query.ts';
import {
  fieldOf,
  Figure,
  serverFields,
  type Server,
  type ServerField,
} from '../../contract/shared/server-fields.ts';
import type { At } from '../../contract/shared/time-zone.ts';
import ipaddr from 'ipaddr.js';
import { beginningOf } from '../../contract/shared/search-words.ts';
import { copyUnavailable } from '../http/or-copy.ts';
import { instantOf } from '../servers/filter-sql.ts';
import type { CopiedServer } from './sources.ts';

/** The same as server/servers/filter-sql.ts, for rows of the copy. What the copy does not know is refused, never guessed. */
export const matches = (copied: CopiedServer, filter: Filter, at: At): boolean =>
  filter.every((group) => group.some((condition) => holds(copied, condition, at)));

const holds = (copied: CopiedServer, condition: Condition, at: At): boolean =>
  isTrue(copied, condition, at) !== ('not' in condition && condition.not === true);

function isTrue(copied: CopiedServer, condition: Condition, at: At): boolean {
  const { server } = copied;
  switch (condition.kind) {
    case 'is':
      return isValue(copied, condition);
    case 'figure':
      return server.measured.includes(condition.field) && compare(server[condition.field], condition);
    case 'filled':
      return isFilled(copied, condition.field);
    case 'time':
      return happened(server, condition, at);
    case 'address':
      return isInNetwork(server.ipAddress, condition.cidr);
    case 'text':
      return holdsText(copied, condition.text, condition.exact === true);
    case 'server':
      return condition.ids.includes(server.id);
  }
}

type Is<K extends Condition['kind']> = Extract<Condition, { kind: K }>;

const compare = (figure: number, { op, value }: Is<'figure'>): boolean =>
  op === '<' ? figure < value : op === '<=' ? figure <= value : op === '>' ? figure > value : figure >= value;

/** Values of a field and of those that its operator also searches, folded. */
const valuesOf = ({ server, manager }: CopiedServer, field: ServerField): string[] =>
  field === 'managedBy'
    ? manager.split('\n').map(fold)
    : serverFields
        .filter((other) => other === field || fieldOf(other).searchedWith === field)
        .map((other) => fold(server[other] ?? ''));

function isValue(copied: CopiedServer, { field, values, exact }: Is<'is'>): boolean {
  const wanted = values.map(fold);
  return valuesOf(copied, field).some((value) =>
    wanted.some((each) => (exact ? value === each : value.startsWith(each))),
  );
}

function isFilled(copied: CopiedServer, field: Is<'filled'>['field']): boolean {
  const { server, links } = copied;
  // The copy has no history of outages.
  if (field === 'outage') throw copyUnavailable();
  if (field === 'check') return server.check !== null;
  if (field === 'document') return links.length > 0;
  if (field === 'certificate') return server.certificateExpiresAt !== null;
  if (field === 'lastHealthCheck') return server.lastHealthCheck !== null;
  if (isFigure(field)) return server.measured.includes(field);
  return valuesOf(copied, field).some((value) => value.trim() !== '');
}

const isFigure = (field: string): field is Figure => Figure.safeParse(field).success;

function happened(server: Server, { event, from, to }: Is<'time'>, at: At): boolean {
  const times = {
    added: server.createdAt,
    changed: server.updatedAt,
    checked: server.lastHealthCheck,
    certificate: server.certificateExpiresAt,
  };
  // The copy has no history of outages.
  if (!(event in times)) throw copyUnavailable();
  const time = times[event as keyof typeof times];
  if (time === null) return false;
  const moment = new Date(time);
  return (!from || moment >= instantOf(from, at)) && (!to || moment < instantOf(to, at));
}

function isInNetwork(address: string | null, cidr: string): boolean {
  if (!address || !ipaddr.isValid(address)) return false;
  const [parsed, [network, bits]] = [ipaddr.parse(address), ipaddr.parseCIDR(cidr)];
  return parsed.kind() === network.kind() && parsed.match(network, bits);
}

const escaped = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}\s]/gu, String.raw`\$&`);
const PART = String.raw`\p{L}\p{N}`;

/** Whether the folded text has the words, as a whole or where a word begins. */
export function holdsWord(folded: string, text: string): boolean {
  const beginning = beginningOf(fold(text));
  if (beginning !== undefined) return new RegExp(`(?<![${PART}])${escaped(beginning)}`, 'u').test(folded);
  const forms = [fold(text), addressForm(fold(text)) ?? []].flat();
  return forms.some((form) => folded.includes(form));
}

function holdsText({ folded, server }: CopiedServer, text: string, exact: boolean): boolean {
  if (fold(text) === server.status) return true;
  if (!exact) return holdsWord(folded, text);
  return new RegExp(`(?<![${PART}])${escaped(fold(text))}(?![${PART}])`, 'u').test(folded);
}
