/** Bytes of a file of PostgreSQL's write-ahead log, as initdb makes them by default. */
export const SEGMENT_BYTES = 16 * 1024 ** 2;
const SEGMENT = BigInt(SEGMENT_BYTES);
const SEGMENTS_OF_A_GROUP = 0x1_0000_0000n / SEGMENT;

/** A place in the log, counted in bytes from its beginning. PostgreSQL writes it as two numbers, such as 0/3000028. */
export function parsePosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export const formatPosition = (position: bigint): string =>
  `${(position >> 32n).toString(16)}/${(position & 0xffff_ffffn).toString(16)}`.toUpperCase();

/** Where the segment begins in which a position is. */
export const segmentStart = (position: bigint): bigint => position - (position % SEGMENT);

export const nextSegment = (position: bigint): bigint => segmentStart(position) + SEGMENT;

const inHex = (number: bigint) => number.toString(16).toUpperCase().padStart(8, '0');

/** The name that PostgreSQL gives to the segment in which a position is. */
export function segmentName(timeline: number, position: bigint): string {
  const number = position / SEGMENT;
  return inHex(BigInt(timeline)) + inHex(number / SEGMENTS_OF_A_GROUP) + inHex(number % SEGMENTS_OF_A_GROUP);
}

/** Where the segment of this name begins; undefined for another name. */
export function positionOfSegment(name: string): bigint | undefined {
  const [, group, within] = /^[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})$/.exec(name) ?? [];
  if (group === undefined || within === undefined) return undefined;
  return (BigInt(`0x${group}`) * SEGMENTS_OF_A_GROUP + BigInt(`0x${within}`)) * SEGMENT;
}
