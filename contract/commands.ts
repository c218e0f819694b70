import { withoutOuterBlankLines } from './outline.ts';

const ONE_BLOCK = /^(`{3,}|~{3,})([^\n]*)\n(?:([\s\S]*)\n)?\1[^\S\n]*$/;

/** One block of code and nothing else: its language and what stands in it. */
function blockIn(text: string): { language: string; inside: string } | undefined {
  const [, mark = '', language = '', inside = ''] = ONE_BLOCK.exec(text) ?? [];
  const isClosedBefore = inside.split('\n').some((line) => line.trimStart().startsWith(mark));
  return mark && !isClosedBefore ? { language: language.trim(), inside } : undefined;
}

/** Commands as a block of code. Who writes the block with its language keeps it as it is. */
export function fencedCommands(commands: string): string {
  const text = withoutOuterBlankLines(commands);
  if (text === '' || blockIn(text)?.language) return text;
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** The commands again; whatever is not one plain block of code is given as it is. */
export function unfencedCommands(body: string): string {
  const text = withoutOuterBlankLines(body);
  const block = blockIn(text);
  return block && !block.language ? withoutOuterBlankLines(block.inside) : text;
}
