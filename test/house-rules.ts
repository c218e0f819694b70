import path from 'node:path';
import { isTest, type SourceFile, type Violation } from './house-files.ts';

const longestFile = 400; // lines
const longestTest = 400;
const longestTestBody = 80; // lines
const longestLine = 140; // columns
// Lists may be longer: that of tables, and those of questions.
const longestByName = new Map([
  ['server/db/schema.ts', 1_450],
  ['test/question-corpus.ts', 1_000],
  ['test/on-call-corpus.ts', 700],
]);

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/;
const bannedNames = new Set(['index', 'types', 'common']);
// Such names say where code was put, not what it does. This includes the last word, as in `auth-service`.
const bannedWords = /(^|-)(util|utils|helper|helpers|service|services|manager|managers)$/;

export function namesThatSayNothing(files: SourceFile[]): Violation[] {
  return files.flatMap(({ path: file }) => {
    const name = path.posix.basename(file).replace(/\.(tsx?|mjs)$/, '');
    const stem = name.replace(/\.(test|e2e|config|d)$/, '');
    if (!kebabCase.test(name)) return [`${file}: not kebab-case`];
    return bannedNames.has(stem) || bannedWords.test(stem)
      ? [`${file}: says nothing about what it does`]
      : [];
  });
}

export function tooLongFiles(files: SourceFile[]): Violation[] {
  return files.flatMap(({ path: file, text }) => {
    const lines = text.trimEnd().split('\n').length;
    const most = longestByName.get(file) ?? (isTest(file) ? longestTest : longestFile);
    return lines > most ? [`${file}: ${lines} lines, at most ${most}`] : [];
  });
}

/**
 * Finds long tests by their indentation, which the formatter fixes: a test ends at the next line that closes its level. A
 * journey has steps, and each step counts for itself.
 */
export function tooLongTests(files: SourceFile[]): Violation[] {
  return files
    .filter(({ path: file }) => isTest(file))
    .flatMap(({ path: file, text }) => {
      const lines = text.split('\n');
      const blocks = lines.flatMap((line, start) => {
        const [, indent, name] = /^( *)(?:await )?(test|it|test\.step)\(/.exec(line) ?? [];
        if (indent === undefined) return [];
        const end = lines.findIndex((one, index) => index > start && /^[})]/.test(one.slice(indent.length)));
        return [{ start, end, length: end - start + 1, isStep: name === 'test.step' }];
      });
      return blocks.flatMap(({ start, end, length, isStep }) => {
        const steps = blocks.filter(
          (inner) => !isStep && inner.isStep && inner.start > start && inner.end < end,
        );
        const own = steps.reduce((rest, step) => rest - step.length, length);
        return own > longestTestBody
          ? [`${file}:${start + 1}: ${own} lines, at most ${longestTestBody}`]
          : [];
      });
    });
}

/** The end of a line that is wider than the screen is hidden. Directives must not exempt a line from the formatter. */
export function longLines(files: SourceFile[]): Violation[] {
  return linesThat(files, (line) => line.length > longestLine).map((where) => `${where}: too long`);
}

export function unformattedCode(files: SourceFile[]): Violation[] {
  const directive = /(prettier|oxfmt)-(ignore)/; // written so that this line does not match itself
  return linesThat(files, (line) => directive.test(line)).map((where) => `${where}: kept from the formatter`);
}

export function defaultExports(files: SourceFile[]): Violation[] {
  return files
    .filter(({ path: file }) => !/^([^/]+\.config|e2e\/first-start)\.ts$/.test(file))
    .filter(({ text }) => /^\s*export\s+(default\b|\{[^}]*\bas\s+default\b)/m.test(text))
    .map(({ path: file }) => `${file}: default export`);
}

export function usesOfAny(files: SourceFile[]): Violation[] {
  const typePosition = /(\bas|\bsatisfies|[:<|&,(=])\s*any\s*(\[\]|[;,)>|&={}\]]|$)/;
  return linesThat(files, (line) => {
    const code = withoutTexts(line);
    return typePosition.test(code) || /\bz\.any\(/.test(code);
  }).map((where) => `${where}: any`);
}

export function unfinishedWork(files: SourceFile[]): Violation[] {
  const words = /\b(TO)DO\b|\bFIX(ME)\b|\bX{3}\b/; // written so that this line does not match itself
  return linesThat(files, (line) => words.test(line)).map((where) => `${where}: unfinished work`);
}

/**
 * Finds `new URL` paths to missing files. No import shows these paths, so a move breaks them unnoticed. Built files are in
 * dist/.
 */
export function brokenUrls(files: SourceFile[], exists: (file: string) => boolean): Violation[] {
  return files.flatMap(({ path: file, text }) =>
    [...text.matchAll(/\bnew URL\(\s*'(\.?[^':]+)',\s*import\.meta\.url/g)]
      .map(([, target = '']) => path.posix.join(path.posix.dirname(file), target))
      .filter((target) => !target.startsWith('dist/') && !exists(target))
      .map((target) => `${file}: ${target} does not exist`),
  );
}

const MARKDOWN_READER =
  /(?:from|import\() *'(markdown-it|marked|micromark|commonmark|remark|unified|mdast-util-from|@lezer\/markdown)[^']*'/;

/** Two readers of markdown disagree about what is code or a link (decision 049). */
export const otherMarkdownReaders = (files: SourceFile[]): Violation[] =>
  linesThat(
    files.filter(({ path: file }) => file.startsWith('server/') && !file.startsWith('server/text/markdown/')),
    (line) => MARKDOWN_READER.test(line),
  ).map((place) => `${place}: reads markdown; use server/text/markdown/parse.ts`);

type Manifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>;

/** A version range may resolve to another version on the next machine. */
export function unpinnedDependencies(manifest: Manifest): Violation[] {
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  return Object.entries(all)
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name}: ${version} is not one exact version`);
}

type Lock = { packages: Record<string, { resolved?: string }> };

/** A lock file that names a registry fails for everybody who cannot reach it. */
export function packagesFromNamedHosts(lock: Lock): Violation[] {
  return Object.entries(lock.packages)
    .filter(([, entry]) => entry.resolved !== undefined && /^(\w+\+)?\w+:\/\//.test(entry.resolved))
    .map(([name, entry]) => `${name}: ${entry.resolved}`);
}

/** Decisions are numbered 001, 002, … without gaps or duplicates. */
export function numberingFaults(fileNames: string[]): Violation[] {
  return fileNames.toSorted().flatMap((name, position) => {
    const expected = String(position + 1).padStart(3, '0');
    return new RegExp(`^${expected}-[a-z0-9-]+\\.md$`).test(name)
      ? []
      : [`${name}: expected ${expected}-….md`];
  });
}

function linesThat(files: SourceFile[], matches: (line: string) => boolean): string[] {
  return files.flatMap(({ path: file, text }) =>
    text.split('\n').flatMap((line, index) => (matches(line) ? [`${file}:${index + 1}`] : [])),
  );
}

/** Removes comments and quoted texts from a line of code. */
function withoutTexts(line: string): string {
  if (/^\s*(\*|\/\*)/.test(line)) return '';
  return line.replace(/'[^']*'|"[^"]*"|`[^`]*`/g, "''").replace(/\/\/.*$/, '');
}
