import * as z from 'zod';

/** What inventories write for "no value". */
const PLACEHOLDERS = new Set(
  [
    '-|--|---|–|—|.|?|??|???|/|()|[]|{}|""',
    'n/a|#n/a|na|n.a.|n.a|nan|n/d|n.d.|k.a.|s/o|not applicable|not available',
    'none|<none>|(none)|null|<null>|(null)|nil|undefined|empty|(empty)|blank|(blank)|no ip|not set|not assigned|unassigned',
    'tbd|tba|tbc|todo|pending|unknown|(unknown)|not known|unbekannt|inconnu',
    'dhcp|(dhcp)|via dhcp|dynamic|dynamic ip|dynamisch|auto|automatic',
  ].flatMap((words) => words.split('|')),
);

/** A cell as it was understood. The notice tells what the file has instead; `others` are its further addresses. */
export type Cell = { value: string; notice?: string; others?: string[] };

/** No field with closed values is longer; messages quote it. */
const LONGEST = 200;
const oneLine = (cell: string): string => cell.trim().replaceAll(/\s+/g, ' ');
export const quoted = (cell: string): string => `“${oneLine(cell).slice(0, LONGEST)}”`;

/** Only for columns that do not accept any text: elsewhere these are words. */
export const withoutPlaceholder = (cell: string): Cell =>
  PLACEHOLDERS.has(oneLine(cell).toLowerCase())
    ? { value: '', notice: `${quoted(cell)} counts as empty` }
    : { value: cell };

const isAddress = (text: string): boolean =>
  z.ipv4().safeParse(text).success || z.ipv6().safeParse(text).success;
/** `10.0.0.5 255.255.255.0` is one address. */
const NETMASK = /^255\./;
const FOUR_NUMBERS = /^\d+(?:\.\d+){3}$/;
/** Ends a part of a cell: separators, brackets and quotes, paths, ranges, zones of IPv6. */
const BETWEEN = /[\s,;|&+()<>{}"'`[\]=/\\–—-]|%[\w.]*/;
/** Parts of a cell that are looked at, for a cell as long as a text. */
const MOST_PARTS = 50;

/** Without the name before an IPv4 address, the port behind it and zeros in front: `eth0:10.0.0.1`, `10.0.0.01:22`. */
function bare(part: string): string {
  const address = /^(?:[a-z]\w*:)?(\d+(?:\.\d+){3})(?::\d{0,5}|\.)?$/i.exec(part)?.[1];
  return address?.replaceAll(/\b0+(?=\d)/g, '') ?? part;
}

/**
 * The address of a cell: the first of several, without length of a prefix, port, zone or remark. A cell without an address,
 * or with a wrong one first, stays as it is: the schema of the field refuses it.
 */
export function readAddress(cell: string): Cell {
  const text = oneLine(cell);
  const parts = text.split(BETWEEN, MOST_PARTS).map(bare);
  const first = parts.find((part) => FOUR_NUMBERS.test(part) || isAddress(part));
  if (first === undefined || !isAddress(first)) return withoutPlaceholder(text);
  const others = new Set(parts.filter((part) => isAddress(part) && part !== first && !NETMASK.test(part)));
  if (others.size > 0) {
    const moved = `${[...others].join(', ')} ${others.size === 1 ? 'goes' : 'go'} to the notes`;
    return { value: first, notice: `${quoted(cell)} was read as ${first}; ${moved}`, others: [...others] };
  }
  // Address lists append the length of the prefix.
  const isUsual = text === first || text.replace(/\/\d{1,3}$/, '') === first;
  return { value: first, ...(isUsual ? {} : { notice: `${quoted(cell)} was read as ${first}` }) };
}
