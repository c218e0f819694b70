/** Size of a write-ahead log segment by PostgreSQL's default. */
export const SEGMENT_BYTES = 16 * 1024 ** 2;
const SEGMENT = BigInt(SEGMENT_BYTES);
const SEGMENTS_OF_A_GROUP = 0x1_0000_0000n / SEGMENT;

/** Parses a log position: bytes from the start of the log. PostgreSQL writes two hexadecimal numbers, such as 0/3000028. */
export function parsePosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export const formatPosition = (position: bigint): string =>
  `${(position >> 32n).toString(16)}/${(position & 0xffff_ffffn).toString(16)}`.toUpperCase();

/** Start of the segment that contains a position. */
export const segmentStart = (position: bigint): bigint => position - (position % SEGMENT);

export const nextSegment = (position: bigint): bigint => segmentStart(position) + SEGMENT;

const inHex = (number: bigint) => number.toString(16).toUpperCase().padStart(8, '0');

/** PostgreSQL's file name of the segment that contains a position. */
export function segmentName(timeline: number, position: bigint): string {
  const number = position / SEGMENT;
  return inHex(BigInt(timeline)) + inHex(number / SEGMENTS_OF_A_GROUP) + inHex(number % SEGMENTS_OF_A_GROUP);
}

/** Start of the segment with this file name; undefined for other names. */
export function positionOfSegment(name: string): bigint | undefined {
  const [, group, within] = /^[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})$/.exec(name) ?? [];
  if (group === undefined || within === undefined) return undefined;
  return (BigInt(`0x${group}`) * SEGMENTS_OF_A_GROUP + BigInt(`0x${within}`)) * SEGMENT;
}
