import { Condition } from '../../../contract/shared/inventory-query.ts';

/** Address ranges of a text, each as the networks that it consists of. */
export type AddressRange = { start: number; end: number; cidrs: string[] };

const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|\d\d?)`;
const ADDRESS = String.raw`${OCTET}(?:\.${OCTET}){3}`;
const BEGINNING = String.raw`(?<beginning>${OCTET}(?:\.${OCTET}){1,2})\.?`;
/** 10.0.0.0/8 */
const CIDR = /(?<![\w.:])[0-9a-f:.]{2,39}\/\d{1,3}(?![\w/])/gi;
/** "10.1.0.5-10.1.0.9", "10.1.0.5-9", "between 10.1.0.5 and 10.1.0.9" */
const FROM_TO = [
  String.raw`\bbetween (?<first>${ADDRESS}) and (?<last>${ADDRESS})(?!\w|\.\d)`,
  String.raw`(?<![\w.])(?:from )?(?<first>${ADDRESS}) ?(?:-|–|to|through) ?(?<last>${ADDRESS}|(?<=[-–])${OCTET})(?!\w|\.\d)`,
].map((pattern) => new RegExp(pattern, 'gi'));
/** "10.1.*", "10.1.0.x" */
const WILDCARD = new RegExp(
  String.raw`(?<![\w.])(?<beginning>${OCTET}(?:\.${OCTET}){0,2})(?:\.[x*]){1,3}(?!\w)`,
  'gi',
);
/** "starting with 10.1", "the 10.1 range" */
const PREFIXES = [
  new RegExp(String.raw`\b(?:start|begin)(?:s|ning|ing)? with ${BEGINNING}(?![\w/]|\.\d)`, 'gi'),
  new RegExp(String.raw`(?<![\w.])${BEGINNING} (?:ip )?(?:ranges?|subnets?|networks?|net|block)(?!\w)`, 'gi'),
];

export function rangesIn(text: string): AddressRange[] {
  const found: AddressRange[] = [];
  const add = (match: RegExpMatchArray, cidrs: string[]) => {
    const start = match.index ?? 0;
    const isValid = cidrs.every((cidr) => Condition.safeParse({ kind: 'address', cidr }).success);
    if (isValid && cidrs.length > 0) found.push({ start, end: start + match[0].length, cidrs });
  };
  for (const match of text.matchAll(CIDR)) add(match, [match[0]]);
  for (const match of FROM_TO.flatMap((pattern) => [...text.matchAll(pattern)])) {
    const { first = '', last = '' } = match.groups ?? {};
    const end = last.includes('.') ? last : first.replace(/\d+$/, last);
    add(match, networksBetween(numberOf(first), numberOf(end)));
  }
  for (const pattern of [WILDCARD, ...PREFIXES])
    for (const match of text.matchAll(pattern)) add(match, [networkOf(match.groups?.['beginning'] ?? '')]);
  return found;
}

/** 10.1 is 10.1.0.0/16. */
function networkOf(beginning: string): string {
  const octets = beginning.split('.');
  return `${[...octets, '0', '0', '0'].slice(0, 4).join('.')}/${octets.length * 8}`;
}

const numberOf = (address: string): number =>
  address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);

const addressOf = (number: number): string =>
  [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join('.');

/** The fewest networks that hold exactly the addresses from the first to the last. */
function networksBetween(first: number, last: number): string[] {
  const networks: string[] = [];
  for (let from = first; from <= last;) {
    let bits = 0;
    while (bits < 32 && from % 2 ** (bits + 1) === 0 && from + 2 ** (bits + 1) - 1 <= last) bits += 1;
    networks.push(`${addressOf(from)}/${32 - bits}`);
    from += 2 ** bits;
  }
  return networks;
}
