import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';

const Files = z.record(z.string(), z.array(z.string()));
/** As the build of the screens writes it (vite.config.ts): files by address, `:` for one part of it. */
const FirstFiles = z.object({ screens: Files, visitors: Files });

/** Whether somebody may be signed in; the application itself asks. */
const HAS_SESSION = /(?:^|;\s*)(?:__Host-)?sid=/;

/**
 * Links in the head of the page that have a browser fetch what the asked-for screen needs at once, beside the application
 * itself. Nothing where the build names no files.
 */
export function firstFilesOf(folder: string): (request: FastifyRequest) => string {
  const file = join(folder, 'first-files.json');
  if (!existsSync(file)) return () => '';
  const { screens, visitors } = FirstFiles.parse(JSON.parse(readFileSync(file, 'utf8')));
  const [forMembers, forVisitors] = [linksIn(screens), linksIn(visitors)];
  return ({ url, headers }) => {
    const path = (url.split('?')[0] ?? '').replace(/(?<=.)\/$/, '');
    const patterns = [path, path.replace(/[^/]+$/, ':')];
    const isVisitor = !HAS_SESSION.test(headers.cookie ?? '');
    const found = (links: Map<string, string>) => patterns.map((each) => links.get(each)).find(Boolean);
    if (!isVisitor) return found(forMembers) ?? found(forVisitors) ?? '';
    return found(forVisitors) ?? (found(forMembers) && forVisitors.get('/login')) ?? '';
  };
}

const linksIn = (files: z.infer<typeof Files>) =>
  new Map(Object.entries(files).map(([path, names]) => [path, names.map(linkTo).join('')]));

const linkTo = (name: string): string =>
  name.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${name}">`
    : `<link rel="modulepreload" crossorigin href="/${name}">`;
