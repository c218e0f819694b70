import type { SourceFile, Violation } from './house-files.ts';

const ROOMS = /^(contract|server|web|test|e2e|bench|tools|docs)\//;
const SOURCE_NAME = /^[\w./-]+\.(ts|tsx|mjs|css|html|md|jsonc)$/;
/** The lines of comments, in code, style sheets and pages. */
const COMMENT = /(?:^|[\s{])(?:\/\/|\/\*+|<!--) .*|^\s*\*+ .*/gm;
const NAMED_SOURCE = /(?<![\w./*-])[\w-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|css|html)(?![\w(])/g;
/** Patterns and placeholders are not paths. */
const PLACEHOLDER = /[*<>…]/;
const MAX_WIDTH = 130;
const MAX_RECORD_LINES = 30;

/**
 * Finds paths that a document names in backquotes or links to, and that do not exist. `files` are all files of the project.
 */
export function missingPaths(documents: SourceFile[], files: string[]): Violation[] {
  const known = new Set(files.flatMap((file) => pathSuffixes(file)));
  const exists = ({ name, isFilter }: NamedPath): boolean =>
    known.has(name.replace(/\/$/, '')) || (isFilter && files.some((file) => file.includes(name)));
  return documents.flatMap(({ path, text }) =>
    namedPaths(text)
      .filter((named) => !exists(named))
      .map(({ name }) => `${path}: ${name} does not exist`),
  );
}

/** Finds files that comments of the code name, and that do not exist. */
export function missingInComments(sources: SourceFile[], files: string[]): Violation[] {
  const known = new Set(files.flatMap((file) => pathSuffixes(file)));
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(COMMENT)]
      .flatMap(([comment]) => [...comment.matchAll(NAMED_SOURCE)])
      .filter(([name]) => !known.has(name))
      .map(([name]) => `${path}: ${name} does not exist`),
  );
}

/** Finds `npm run NAME` in documents where package.json has no such script. */
export function missingScripts(documents: SourceFile[], scripts: string[]): Violation[] {
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\bnpm run ([\w:-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !scripts.includes(name))
      .map((name) => `${path}: npm run ${name} does not exist`),
  );
}

/** Finds lines that are wider than a screen. Rows of tables cannot be wrapped. */
export function tooWideLines(documents: SourceFile[]): Violation[] {
  return documents.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        line.length > MAX_WIDTH && !line.startsWith('|')
          ? [`${path}:${index + 1}: ${line.length} columns, at most ${MAX_WIDTH}`]
          : [],
      ),
  );
}

/** Decision records have a context, a decision and a consequence, and are short. */
export function recordFaults(records: SourceFile[]): Violation[] {
  return records.flatMap(({ path, text }) => {
    const lines = text.trimEnd().split('\n').length;
    const missing = ['Context', 'Decision', 'Consequence'].filter((part) => !text.includes(`\n## ${part}\n`));
    return [
      ...missing.map((part) => `${path}: no heading "## ${part}"`),
      ...(lines > MAX_RECORD_LINES ? [`${path}: ${lines} lines, at most ${MAX_RECORD_LINES}`] : []),
    ];
  });
}

/** A document may shorten `server/db/open.ts` to `db/open.ts` or `open.ts`. It names folders from the root. */
function pathSuffixes(file: string): string[] {
  const parts = file.split('/');
  const suffixes = parts.map((_, start) => parts.slice(start).join('/'));
  const folders = parts.slice(1).map((_, end) => parts.slice(0, end + 1).join('/'));
  return [...suffixes, ...folders];
}

/** `isFilter`: a word after `npm run check --`, which selects files by their path. */
type NamedPath = { name: string; isFilter: boolean };

function namedPaths(text: string): NamedPath[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) =>
    code.split(' ').map((name) => ({ name, isFilter: code.startsWith('npm ') })),
  );
  const linked = [...text.matchAll(/\]\(([^)\s#]+)/g)].map(([, name = '']) => ({ name, isFilter: false }));
  return [...quoted, ...linked].filter(
    ({ name }) =>
      !PLACEHOLDER.test(name) && !/^([a-z]+:|\/)/.test(name) && (ROOMS.test(name) || SOURCE_NAME.test(name)),
  );
}
