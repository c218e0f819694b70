import { freeSlug, slugOf } from '../../contract/heading-id.ts';
import { codeLines } from '../../contract/outline.ts';
import { plainText } from '../plain-text.ts';
import { lexemesOf } from '../search/queries.ts';
import type { Weighed } from '../search/queries.ts';
import { literal } from './literal.ts';

type Block = { heading: string; id: string; lines: string[]; isCode: boolean };
/** `id` is that of the heading where the document is read. */
export type Passage = { heading: string; id: string; quote: string };

/** Characters of a text that are looked through, and of one quotation. */
const READ = 200_000;
const QUOTED = 700;
const CODE_LINES = 15;
const STEP = /^\s*([-*+]|\d{1,9}[.)])\s+(.*)$/;

/** The place of a document that tells most about the words, word for word as a quotation. */
export function bestPassage(
  { title, content }: { title: string; content: string },
  words: Weighed[],
  length = QUOTED,
): Passage | undefined {
  const blocks = blocksOf(content.slice(0, READ));
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  const scores = blocks.map(({ heading, lines, isCode }) => {
    // The title repeated says nothing about this place; steps and commands say more than prose.
    const under = heading === title ? 0 : scoreOf(heading, words) / 2;
    const isDoing = isCode || lines.every((line) => STEP.test(line));
    return scoreOf(lines.join(' '), words) + under + (isDoing ? all / 4 : 0);
  });
  const best = scores.indexOf(Math.max(...scores));
  const first = blocks[best];
  if (!first) return undefined;
  const quoted: string[] = [];
  for (const block of blocks.slice(best)) {
    if (block.id !== first.id) break;
    const next = quoteOf(block);
    const isEnough = quoted.join('\n').length + next.join('\n').length > length;
    if (quoted.length > 0 && isEnough) break;
    quoted.push(...(quoted.length > 0 ? ['>'] : []), ...next);
  }
  return { heading: plainText(first.heading), id: first.id, quote: quoted.join('\n') };
}

function scoreOf(text: string, words: Weighed[]): number {
  const held = lexemesOf(text);
  const holds = ({ lexeme, query }: Weighed) =>
    query.endsWith(':*') ? held.some((own) => own.startsWith(lexeme)) : held.includes(lexeme);
  return words.reduce((sum, word) => sum + (holds(word) ? word.weight : 0), 0);
}

/** Paragraphs, lists, tables and blocks of code, each under its heading. */
function blocksOf(content: string): Block[] {
  const lines = content.replaceAll('\r\n', '\n').split('\n');
  const { isCode } = codeLines(lines);
  const blocks: Block[] = [];
  const taken = new Set<string>();
  let [heading, id] = ['', ''];
  let open: Block | undefined;
  for (const [number, line] of lines.entries()) {
    const inCode = isCode[number] ?? false;
    const title = inCode ? undefined : /^ {0,3}#{1,6}\s+(.+)$/.exec(line)?.[1];
    if (title !== undefined) {
      heading = title.replace(/\s+#+\s*$/, '');
      id = freeSlug(slugOf(plainText(heading)), taken);
      taken.add(id);
    }
    if (title !== undefined || (!inCode && line.trim() === '')) {
      open = undefined;
      continue;
    }
    if (open?.isCode !== inCode) {
      open = { heading, id, lines: [], isCode: inCode };
      blocks.push(open);
    }
    open?.lines.push(line);
  }
  return blocks.filter(({ lines: own }) => own.some((line) => plainText(line) !== '' || line.trim() !== ''));
}

function quoteOf({ lines, isCode }: Block): string[] {
  if (isCode) {
    const own = lines.filter(
      (line, index) => !((index === 0 || index === lines.length - 1) && /^ {0,3}(`{3,}|~{3,})/.test(line)),
    );
    const shown = own.slice(0, CODE_LINES);
    const longest = Math.max(
      2,
      ...shown.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length)),
    );
    const fence = '`'.repeat(longest + 1);
    return [fence, ...shown, ...(own.length > shown.length ? ['…'] : []), fence].map((line) => `> ${line}`);
  }
  const text = lines.flatMap((line) => {
    const [, marker = '', rest = line] = STEP.exec(line) ?? [];
    const said = literal(plainText(rest));
    return said === '' ? [] : [`${marker}${marker && ' '}${said}`];
  });
  return cut(text).map((line) => `> ${line}`);
}

/** Whole lines as far as they fit, and of one long line its beginning. */
function cut(lines: string[]): string[] {
  const shown: string[] = [];
  let length = 0;
  for (const line of lines) {
    if (length + line.length > QUOTED)
      return [...shown, shown.length > 0 ? '…' : `${line.slice(0, QUOTED).replace(/\\$/, '')}…`];
    shown.push(line);
    length += line.length;
  }
  return shown;
}
