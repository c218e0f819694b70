import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The first script of a page, whose name says nothing about its content. */
const FIRST_SCRIPT = 'before-paint.js';

/**
 * The page that all screens have in common, and the service worker that keeps it with the files of this build (decision 065).
 * Both name the build, so that no browser mixes two. Without days, the worker is the one that removes itself.
 */
export function offlineShell(
  folder: string,
  days: number | undefined,
): { page: string; worker: string | undefined } {
  const read = (name: string) => {
    const file = join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const page = read('index.html') ?? '';
  const code = read(days === undefined ? 'sw-off.js' : 'sw.js');
  if (days === undefined || code === undefined) return { page, worker: code };

  const first = `/${FIRST_SCRIPT}?${hashOf(read(FIRST_SCRIPT) ?? '')}`;
  const settled = page
    .replace(`/${FIRST_SCRIPT}`, first)
    .replace('<html', `<html data-offline-days="${days}"`);
  const built = readdirSync(join(folder, 'assets')).filter((name) => !/\.(br|gz)$/.test(name));
  const files = [first, ...built.sort().map((name) => `/assets/${name}`)];
  const build = hashOf([settled, code, ...files].join('\n'));
  const facts = { BUILD: build, FILES: files, SCREENS: screensOf(read('preloads.json')) };
  const lines = Object.entries(facts).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
  return {
    page: settled.replace('<html', `<html data-build="${build}"`),
    worker: `${lines.join('')}${code}`,
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Paths of screens; `:` matches one segment. Format of the build (vite.config.ts). */
function screensOf(preloads: string | undefined): string[] {
  const { screens = {}, visitors = {} } = JSON.parse(preloads ?? '{}') as Record<string, object | undefined>;
  const paths = Object.keys({ ...screens, ...visitors }).filter((path) => !path.includes('?'));
  return [...new Set(paths)].sort();
}
