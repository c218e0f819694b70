import { expect, test } from 'vitest';
import { readBuild } from '../contract/shared/build-document.ts';
import { readTarget } from '../contract/shared/check-target.ts';
import { readFilter, writeFilter } from '../contract/shared/filter-text.ts';
import { readHowTo, writeHowTo } from '../contract/shared/how-to.ts';
import { checkQuality } from '../contract/shared/quality.ts';
import { joinedNames } from '../contract/shared/joined-names.ts';
import { readSearchWords } from '../contract/shared/search-words.ts';
import { rangesIn } from '../server/assistant/understand/ranges.ts';
import { tokensOf } from '../server/assistant/understand/tokens.ts';
import { readDialects } from '../server/imports/dialects/read-dialects.ts';
import { withoutPictures } from '../server/imports/embedded-pictures.ts';
import { OUTLINE } from '../server/imports/formats/outline-text.ts';
import { readFrontMatter } from '../server/imports/front-matter.ts';
import { markdownOf } from '../server/imports/html/as-markdown.ts';
import { markdownOfPaste } from '../server/imports/html/pasted.ts';
import { tidyLooseLinks } from '../server/imports/loose-links.ts';
import { readTable } from '../server/imports/instance/read-table.ts';
import { readVersion } from '../server/imports/own-page.ts';
import { nodeFigures, windowsFigures } from '../server/probe/figures.ts';
import { indexedWords } from '../server/search/lexemes.ts';
import { snippetFor } from '../server/search/snippet.ts';
import { readCsv } from '../server/servers/csv/read.ts';
import { machineWords } from '../server/text/machine-words.ts';
import { sectionBlocksOf } from '../server/text/markdown/sections.ts';
import { changeLinks, linksIn } from '../server/text/markdown/addresses.ts';
import { codeIn } from '../server/text/markdown/code.ts';
import { parse } from '../server/text/markdown/parse.ts';
import { readText } from '../server/text/markdown/reader-text.ts';
import { withoutSecrets } from '../server/text/secrets-in-text.ts';
import { timesIn } from '../server/text/times-in-words.ts';
import { articleFrom, enhancedDocument } from '../server/writing/article.ts';
import { isKept } from '../server/writing/kept-text.ts';
import { fc } from './properties.ts';

/** `npm run prove -- hostile-parsers` runs 400 texts of up to 200,000 characters and limits the processor time of each in
 * the server's thread. */
const RUNS = Number(process.env['HOSTILE_TEXTS'] ?? 6);
const isProof = process.env['HOSTILE_TEXTS'] !== undefined;
const LENGTH = isProof ? 200_000 : 5_000;
const MOST_MS = 2_000;

const at = { now: new Date('2026-02-03T04:05:06Z'), timeZone: 'Europe/London' };
const now = at.now;

/** The parsers of the product, each with the longest text that it accepts. */
const PARSERS: [name: string, parse: (text: string) => unknown, longest?: number][] = [
  ['how-to guides', (text) => writeHowTo(readHowTo(text))],
  ['build documents', readBuild],
  ['check targets', (text) => readTarget('http', text), 2_000],
  ['filters', (text) => writeFilter(readFilter(text))],
  ['search words', readSearchWords, 1_000],
  ['quality of pasted text', checkQuality, 100_000],
  ['front matter', readFrontMatter],
  ['dialects of markdown', readDialects],
  ['texts of Outline', (text) => readDialects(text, OUTLINE)],
  ['embedded pictures', withoutPictures],
  ['HTML of imports', (text) => markdownOf(text)],
  ['HTML of pastes', markdownOfPaste],
  ['loose links', (text) => tidyLooseLinks(parse(text), () => undefined)],
  ['tables of an instance', (text) => readTable(text)],
  ['versions of an instance', (text) => readVersion(Buffer.from(text))],
  ['node_exporter', (text) => nodeFigures(text, null, now)],
  ['windows_exporter', (text) => windowsFigures(text, null, now)],
  ['words for the search', (text) => indexedWords(text.slice(0, 255), text)],
  ['names without joints', joinedNames],
  ['snippets', (text) => snippetFor(text, ['disk', 'full'])],
  ['CSV', readCsv],
  ['names of machines', machineWords],
  ['markdown blocks', sectionBlocksOf],
  ['markdown links', (text) => linksIn(parse(text))],
  ['markdown links to be changed', (text) => changeLinks(text, () => 'x')],
  ['code in markdown', (text) => codeIn(parse(text))],
  ['reader text', readText],
  ['secrets', (text) => withoutSecrets(text).restored(text)],
  ['times in words', (text) => timesIn(text, at), 4_000],
  ['words of questions', tokensOf, 4_000],
  ['ranges of addresses', rangesIn, 4_000],
  ['articles', (text) => articleFrom(text, ['dns'], ['Network']), 100_000],
  ['enhanced documents', (text) => enhancedDocument('', text, ['dns']), 100_000],
  ['kept text', (text) => isKept(text, text.slice(0, text.length / 2)), 100_000],
];

const TOKENS = [
  '# ',
  '## Steps\n',
  '### Step 1: ',
  '- ',
  '- [ ] ',
  '1. ',
  '> ',
  '| ',
  '|-',
  '```',
  '~~~',
  '`',
  '**',
  '_',
  '[',
  '](',
  '](x)',
  '![',
  '<',
  '>',
  '</',
  '<b',
  '<table><tr><td>',
  '</td>',
  '<!--',
  '-->',
  '&#',
  '&amp',
  '<ul><li>',
  '<p>',
  '<br>',
  '<img src="x" width=1',
  '[[',
  ']]',
  '{{',
  '}}',
  '%%',
  '^',
  '<!-- width=1px height=2px -->\n',
  ':::',
  ':::tip ',
  '!!! note "x"\n',
  '=== "',
  '{{< note ',
  '>}}',
  '{% hint ',
  ' %}',
  '{#a .b}',
  '***',
  '\\',
  '  \n',
  '---\n',
  'a: b\n',
  'tags: [',
  '"',
  "'",
  '""',
  ',',
  ';',
  '\t',
  '\n',
  '\r\n',
  '\r',
  ' ',
  '    ',
  '\0',
  '\uFEFF',
  '\u200B',
  '\uD83D',
  'node_cpu_seconds_total{mode="idle"} 1\n',
  '# HELP ',
  '{',
  '}',
  '=',
  '1e9',
  'NaN',
  '+Inf',
  'node_memory_MemTotal_bytes ',
  'os:',
  'cpu>80',
  ' or ',
  '-',
  '(',
  ')',
  'updated:>1d ',
  'password: ',
  'sk-abc',
  'http://',
  'a@b.c',
  'x'.repeat(50),
  'aA1',
  '2026-01-01 ',
  '10:00 ',
  'last week ',
  'between ',
  ' and ',
  'Monday ',
  '9'.repeat(20),
  '10.0.0.1',
  'srv-01 ',
  '/',
  '.',
  ':',
  '!',
  '%',
  'PS C:\\> ',
  '$ ls ',
  'ERROR ',
  'Jan  1 00:00:00 host x[1]: ',
  '-rw-r--r-- ',
  'é',
  'ß',
  '漢字',
  '👩‍👩‍👧',
  '\u202E',
  '\u0301',
];

const token = fc.constantFrom(...TOKENS);
/**
 * Mixed pieces, or a few pieces repeated between two others. The repetition reveals work that grows faster than linearly.
 */
const texts = fc.oneof(
  fc.array(token, { maxLength: 80 }).map((pieces) => pieces.join('')),
  fc
    .record({ before: token, piece: fc.array(token, { minLength: 1, maxLength: 3 }), after: token })
    .map(
      ({ before, piece, after }) =>
        before + piece.join('').repeat(Math.ceil(LENGTH / piece.join('').length)) + after,
    ),
);

/** The longest text that a document may have. A fifth of it shows most faults, and takes a fifth of the time. */
const LONGEST_TEXT = isProof ? 5_000_000 : 1_000_000;

const CHARACTERS = isProof ? ['x', '\n', 'é', '7', ' ', '.', '-', '*', '|', '<', '😀'] : ['x', '\n'];

test.each(PARSERS)(
  'threat 89 one character of the greatest length does not make the reader of %s throw',
  async (_, parse, longest = LONGEST_TEXT) => {
    // A regular expression that was used before is compiled, and then has a smaller stack.
    for (let n = 0; n < 20; n++)
      await parse('# web-01.example.com\n\n- 10.0.0.1 `a` [b](c) | d |\n'.repeat(20));
    for (const character of CHARACTERS)
      await expect(
        (async () => void (await parse(character.repeat(longest / character.length))))(),
      ).resolves.toBeUndefined();
  },
  1_200_000,
);

test.each(PARSERS)(
  'threat 89 no text makes the reader of %s throw or take more than linear time',
  async (_, parse, longest = LENGTH) => {
    let slowest = { ms: 0, text: '' };
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const before = process.threadCpuUsage();
        await parse(text.slice(0, longest));
        const { user, system } = process.threadCpuUsage(before);
        const ms = (user + system) / 1_000;
        if (ms > slowest.ms) slowest = { ms, text };
        if (isProof && ms > MOST_MS) throw new Error(`${Math.round(ms)} ms`);
      }),
      { numRuns: RUNS },
    );
    if (isProof)
      console.log(`${Math.round(slowest.ms)} ms at most: ${JSON.stringify(slowest.text.slice(0, 80))}`);
    expect(slowest.ms).toBeGreaterThanOrEqual(0);
  },
  1_200_000,
);
