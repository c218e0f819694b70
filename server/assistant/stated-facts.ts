/** Numbers as words, as far as people count with them. */
const COUNTED =
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ONES = `one ${COUNTED.slice(0, 8).join(' ')}`.split(' ');
const MANY = `${TENS.join('|')}|dozens?|hundreds?|thousands?`;
const WORD = `(?:${TENS.join('|')})-(?:${ONES.join('|')})|${COUNTED.join('|')}|${MANY}`;
const NUMBER = String.raw`(?<![\w.:/-])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\d]|[.:/]\d|-\w)`;
/** What the product counts and measures. */
const THINGS =
  'servers?|hosts?|machines?|vms?|nodes?|documents?|guides?|runbooks?|articles?|people|members?|colleagues?|locations?|sites?|online|offline|down|percent|[kmgt]i?b|cores?|v?cpus?';
/** "step 2" and "Windows Server 2019" name something and count nothing. */
const NAMING = String.raw`(?<!\b(?:steps?|versions?|v|ports?|sections?|chapters?|lines?|levels?|tiers?|phases?|parts?|options?|raid|http|exit|code|rfc|server|windows|ubuntu|debian|rhel)[\s*_]{1,4})`;

const COUNTS = new RegExp(
  String.raw`${NAMING}(${NUMBER}|\b(?:${WORD})\b)(?:[*_\s]{0,5}%|[*_\s]{0,5}(?:[\p{L}*_-]{1,40}\s{1,3}){0,3}?[*_[]{0,4}(?:${THINGS})\b)`,
  'giu',
);
const ANY = String.raw`(${NUMBER}|\b(?:${WORD})\b)[*_]{0,3}`;
const SAYING =
  'is|are|was|were|has|have|had|be|at|totals?|exactly|about|around|roughly|approximately|nearly|almost|only|just|makes?|counts?|hosts|houses|holds|contains|keeps|number|numbers|found|finds?|see|shows?|got|gives?|equals?|(?:yes|no|so),';
const OF_ALL = String.raw`of (?:them|those|these|which)|in (?:all|total|sum)|altogether|overall`;
/** Where no noun says what is counted: "Servers: 7", "| Dublin | 7 |", "the number of them is 7." and "it is 7 now". */
const TOTALS = new RegExp(
  String.raw`(?:[:=|~≈]|\p{L}[*_]{0,3} [–—-](?= )|\b(?:${SAYING}))[\s*_~≈]{0,6}${ANY}(?=\s{0,3}(?:\||[.!?]?\s{0,3}$|[.!?]\s)|[;,)]|\s{1,3}(?:${OF_ALL}|now|today|currently|right|at|and|but|so|as|by|here|there|according|[-–—])(?:[\s.!?,;]|$))`,
  'gimu',
);
/** "Dublin (37)", where Dublin is known. */
const BESIDE = new RegExp(String.raw`(\p{L}{3,40})[*_\])]{0,4} \([*_~≈]{0,4}${ANY}\)`, 'giu');
const DOZENS = /\b(dozens?)\b/gi;
/** "42." is all of a line, or behind it stands "of them". */
const ALONE = new RegExp(
  String.raw`(?:^[\s*_]{0,6}${ANY}[.!]?[*_]{0,3}(?=\n|(?![^]))|${ANY}(?=\s{1,3}(?:${OF_ALL})\b))`,
  'gimu',
);
const ADDRESS = /(?<![\w.-])\d{1,3}(?:\.\d{1,3}){3}(?![\w-]|\.\d)/g;
const LONG_ADDRESS = /(?<![\w:])(?=[\da-f:]*(?:::|[a-f]))(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?![\w:])/gi;
const HOST = /(?<![\w./@-])[a-z][a-z\d]*(?:-[a-z\d]+)+(?![\w-])/gi;
const FULL_NAME = /(?<![\w./@-])[a-z\d][a-z\d-]*(?:\.[a-z\d-]+)*\.[a-z\d-]+\.[a-z]{2,}(?![\w-])/gi;
const STANDARD = /^(?:aes|cve|iso|rfc|rsa|sha|utf|kb|tls|ssl|usb|cat|base)-/i;
const FILE =
  /\.(?:conf|cfg|dll|exe|gz|html?|ini|jar|js|json|log|md|pdf|ps1|py|service|sh|sql|timer|ts|txt|xml|ya?ml|zip)$/i;

/** Signs from which on words may state something; what comes before them states nothing. */
export const MAY_STATE = new RegExp(
  String.raw`\d|["“\x60~$*_<|]|\bsudo\b|[\w-]\.\w|::|\b(?:${WORD})\b`,
  'iu',
);

const isHost = (name: string) =>
  /\d/.test(name) && !STANDARD.test(name) && (/-.*-/.test(name) || /\d{2}$/.test(name));

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([whole, ...groups]) => groups.find(Boolean) ?? whole);

const plain = (number: string) => number.replaceAll(',', '');

function digitsOf(word: string): string {
  const [ten = '', one = ''] = word.split('-');
  if (TENS.includes(ten)) return String((TENS.indexOf(ten) + 2) * 10 + ONES.indexOf(one) + 1);
  return COUNTED.includes(word) ? String(COUNTED.indexOf(word) + 2) : word;
}

/** Counts that are worth adding up where they are not repeated. */
const FEW = 6;

/** The counts of each list that was given, whose parts may be added up: those of two lists may have servers in common. */
const groupingsIn = (source: string): number[][] =>
  source
    .split(/\n(?!- )/)
    .map((list) => [...list.matchAll(/^- [^\n]*?: \*\*(\d{1,9})\*\*/gm)].map(([, count]) => Number(count)));

const pairsOf = (numbers: number[]): [number, number][] =>
  numbers.flatMap((a, place) => numbers.slice(place + 1).map((b): [number, number] => [a, b]));

/**
 * None, where that is said; the sums of the parts of one grouping, of all or two of a few or of those in the same text; and the
 * shares of given numbers: of those in the same text, or of a few counts that were given.
 */
function reckonedFrom(text: string, told: number[], source: string): Set<number> {
  const given = new Set(told);
  const said = found(text, new RegExp(NUMBER, 'g')).map((number) => Number(plain(number)));
  const here = [...new Set(said)].filter((number) => given.has(number)).slice(0, FEW);
  const counts = [...source.matchAll(/\*\*(\d{1,9})\*\*/g)].map(([, count]) => Number(count));
  const reckoned = new Set<number>();
  for (const parts of groupingsIn(source)) {
    const named = parts.filter((part) => said.includes(part));
    for (const some of [parts, named, ...(parts.length <= FEW ? pairsOf(parts) : [])])
      if (some.length > 1) reckoned.add(some.reduce((sum, part) => sum + part, 0));
  }
  for (const [a, b] of [here, counts.length <= FEW ? counts : []].flatMap(pairsOf)) {
    const share = (100 * Math.min(a, b)) / Math.max(a, b);
    for (const digits of [0, 1]) reckoned.add(Number(share.toFixed(digits)));
  }
  if (/\b(?:no|none|nothing|zero)\b/.test(source)) reckoned.add(0);
  return reckoned;
}

/** The first figure about the inventory, address or name of a host that a text states and no source holds. */
export function unfoundedIn(text: string, sources: string[]): string | undefined {
  const figures = [COUNTS, TOTALS, ALONE].flatMap((pattern) => found(text, pattern));
  const names = [
    ...found(text, ADDRESS),
    ...found(text, LONG_ADDRESS).filter((address) => /\d/.test(address)),
    ...found(text, HOST).filter(isHost),
    ...found(text, FULL_NAME).filter((name) => !FILE.test(name)),
  ];
  const beside = [...text.matchAll(BESIDE)];
  figures.push(...found(text, DOZENS));
  if (figures.length + names.length + beside.length === 0) return undefined;
  const source = sources.join('\n').toLowerCase();
  const has = (name: string) =>
    new RegExp(String.raw`(?<![\w-])${RegExp.escape(name.toLowerCase())}(?![\w-])`).test(source);
  const told = found(source, new RegExp(NUMBER, 'g')).map(plain);
  // A share of 93.6 % may be told as 94 %.
  const numbers = new Set(told.flatMap((number) => [number, String(Math.round(Number(number)))]));
  figures.push(...beside.flatMap(([, word = '', figure = '']) => (has(word) ? [figure] : [])));
  const reckoned = reckonedFrom(text, told.map(Number), source);
  const isCounted = (figure: string) => {
    const number = plain(/\d/.test(figure) ? figure : digitsOf(figure.toLowerCase()));
    return numbers.has(number) || reckoned.has(Number(number)) || (!/\d/.test(figure) && has(figure));
  };
  return figures.find((figure) => !isCounted(figure)) ?? names.find((name) => !has(name));
}
