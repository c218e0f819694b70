/**
 * Addresses are written in several ways: `00:1B:44:11:3A:B7`, `00-1b-44-11-3a-b7` and `001b.4411.3ab7`; `2001:db8::17` and
 * `2001:0db8:0:0:0:0:0:17`. The search compares one form of each: a MAC address without separators, an IPv6 address with all
 * of its groups.
 */
const MAC = String.raw`[\da-f]{2}(?:(?::[\da-f]{2}){5}|(?:-[\da-f]{2}){5})|[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4}|[\da-f]{12}`;
const IPV6 = String.raw`[\da-f]{0,4}(?::[\da-f]{0,4}){2,8}`;
/** Not as a part of a longer word. A full stop after it ends a sentence. */
const ADDRESS = new RegExp(
  String.raw`(?<![\p{L}\p{N}:.-])(?:${MAC}|${IPV6})(?![\p{L}\p{N}:-]|\.[\p{L}\p{N}])`,
  'giu',
);
const IS_MAC = new RegExp(`^(?:${MAC})$`, 'i');
const GROUPS = 8;

/** The one form of an address, in lower case; undefined for everything else, such as the time 12:30:45. */
export function addressForm(word: string): string | undefined {
  const text = word.toLowerCase();
  if (IS_MAC.test(text)) return text.replace(/[:.-]/g, '');
  const [start = '', end, ...more] = text.split('::');
  const [before, after] = [groupsOf(start), groupsOf(end ?? '')];
  const left = GROUPS - before.length - after.length;
  if (more.length > 0 || ![...before, ...after].every((group) => /^[\da-f]{1,4}$/.test(group)))
    return undefined;
  if (before.length + after.length === 0 || (end === undefined ? left !== 0 : left < 1)) return undefined;
  const all = [...before, ...Array<string>(left).fill('0'), ...after];
  return all.map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));

/** The addresses of a text in their one form, each once. */
export const addressForms = (text: string): string[] => [
  ...new Set([...text.matchAll(ADDRESS)].flatMap(([address]) => addressForm(address) ?? [])),
];
