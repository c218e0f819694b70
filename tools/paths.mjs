// Paths relative to the project's root.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

export const inRoot = (...parts) => path.join(root, ...parts);

// Tools are started by the script named in their package, never through node_modules/.bin: those are shell scripts,
// which Windows cannot spawn and which may use another Node.
export const tools = {
  tsc: inRoot('node_modules/typescript/bin/tsc'),
  oxlint: inRoot('node_modules/oxlint/bin/oxlint'),
  oxfmt: inRoot('node_modules/oxfmt/bin/oxfmt'),
  knip: inRoot('node_modules/knip/bin/knip.js'),
  vite: inRoot('node_modules/vite/bin/vite.js'),
  vitest: inRoot('node_modules/vitest/vitest.mjs'),
  playwright: inRoot('node_modules/@playwright/test/cli.js'),
  drizzleKit: inRoot('node_modules/drizzle-kit/bin.cjs'),
};
