import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';

const Files = z.record(z.string(), z.array(z.string()));
/** As the build of the screens writes it (vite.config.ts): files and reads by address, `:` for one part of it. */
const Preloads = z.object({
  screens: z.prefault(Files, {}),
  visitors: z.prefault(Files, {}),
  seen: z.prefault(Files, {}),
  reads: z.prefault(Files, {}),
});
/** As the build writes it (web/prerender.tsx): markup by address. */
const Prerendered = z.record(z.string(), z.string());

/** Whether somebody may be signed in; the application itself asks. */
const HAS_SESSION = /(?:^|;\s*)(?:__Host-)?sid=/;
/** Queries for which the prerendered page is right: none, or where to go after sign-in. */
const LEADS_ON = /^(redirect=[^&]*)?$/;

/** Its text is drawn by the application alone. */
const IN_PREVIEW = /(?:^|&)mode=preview(?:&|$)/;

/** The first requests of every signed-in screen. */
const WHO = '/api/auth/user';
const SETTINGS = '/api/settings';

const ROOT = /<div id="root">[\s\S]*<\/div>/;
/** Half a page would be painted where it does not stay: what is in the middle moves with what follows. */
const WHOLE = '<link rel="expect" blocking="render" href="#whole">';
const END = '<span id="whole" hidden></span>';

type Page = { html: string } | { elsewhere: string };

/**
 * The page for an address: it names what the screen needs and asks first, so that a browser fetches both at once, says whether
 * the request came without a session, and holds what visitors read there, to be seen before any script runs. Nothing of
 * that where the build made none. Visitors of a member's screen are sent to sign in and come back.
 */
export function pagesOf(folder: string): (request: FastifyRequest) => Page {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const read = (name: string): unknown => {
    const file = join(folder, name);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  };
  const { screens, visitors, seen, reads } = Preloads.parse(read('preloads.json') ?? {});
  const drawn = Prerendered.parse(read('prerendered.json') ?? {});
  const [forMembers, forVisitors] = [linksIn(screens, READ), linksIn(visitors, READ)];
  const besideDrawn = linksIn(visitors, FETCHED);
  const [firstSeen, besideSeen] = [linksIn(seen, READ), linksIn(screens, FETCHED, FETCHED_STYLE)];
  const firstReads = new Map(Object.entries(reads));

  return ({ url, headers }) => {
    const [address = '', query = ''] = url.split('?');
    const path = address.replace(/(?<=.)\/$/, '');
    const opened = [...new URLSearchParams(query)].find(([name]) => screens[`${path}?${name}`]);
    const patterns = opened ? [`${path}?${opened[0]}`] : [path, path.replace(/[^/]+$/, ':')];
    const found = <T>(links: Map<string, T>) => patterns.map((each) => links.get(each)).find(Boolean);
    if (HAS_SESSION.test(headers.cookie ?? '')) {
      const screen = found(forMembers);
      // A list that is narrowed asks other things.
      const first = query === '' || opened ? (found(firstReads) ?? []) : [];
      const which = encodeURIComponent(opened?.[1] ?? path.slice(path.lastIndexOf('/') + 1));
      if (!screen) return { html: withHead(page, `${ASKED(WHO)}${found(forVisitors) ?? ''}`) };
      const whole = (read: string) => read.replace(':', () => which);
      const ahead = IN_PREVIEW.test(query) ? undefined : found(firstSeen);
      if (ahead !== undefined) {
        const text = `${first.map(whole).map(ASKED_FOR_TEXT).join('')}${ahead}`;
        return { html: withHead(page, `${text}${ASKED(WHO)}${ASKED(SETTINGS)}${found(besideSeen)}`) };
      }
      // Scripts first: the answers wait for them.
      return {
        html: withHead(page, `${ASKED(WHO)}${screen}${[SETTINGS, ...first.map(whole)].map(ASKED).join('')}`),
      };
    }
    const links = found(forVisitors);
    if (links === undefined && found(forMembers))
      return { elsewhere: `/login?redirect=${encodeURIComponent(url)}` };
    const forVisitor = page.replace('<html', '<html data-visitor');
    const markup = LEADS_ON.test(query) ? drawn[path] : undefined;
    if (!markup) return { html: withHead(forVisitor, links ?? '') };
    const title = /<h1[^>]*>([^<]+)/.exec(markup)?.[1];
    const html = withHead(forVisitor, `${WHOLE}${found(besideDrawn)}`)
      .replace('<title>', () => (title ? `<title>${title} · ` : '<title>'))
      .replace(ROOT, () => `<div id="root" data-prerendered>${markup}</div>${END}`);
    return { html };
  };
}

const withHead = (page: string, links: string): string => page.replace('</head>', () => `${links}</head>`);

type LinkTo = (script: string) => string;
const READ: LinkTo = (script) => `<link rel="modulepreload" crossorigin href="/${script}">`;
/** The browser paints the prerendered page before it parses the application. */
const FETCHED: LinkTo = (script) =>
  `<link rel="preload" as="script" crossorigin fetchpriority="low" href="/${script}">`;

/** Asked for before the scripts are here, which then find the answer. */
const ASKED: LinkTo = (address) =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${address.replaceAll('&', '&amp;')}">`;

/** Shown by web/shell/first-text.ts, which finds it by its mark. */
const ASKED_FOR_TEXT: LinkTo = (address) => ASKED(address).replace('<link', '<link data-text');

const styleLink: LinkTo = (name) => `<link rel="stylesheet" crossorigin href="/${name}">`;
/** Only what was drawn by then would wait for it; the part of the application that needs it does so itself. */
const FETCHED_STYLE: LinkTo = (style) =>
  `<link rel="preload" as="style" crossorigin fetchpriority="low" href="/${style}">`;

const linksIn = (files: z.infer<typeof Files>, linkTo: LinkTo, linkToStyle = styleLink) =>
  new Map(
    Object.entries(files).map(([path, names]) => [
      path,
      names.map((name) => (name.endsWith('.css') ? linkToStyle(name) : linkTo(name))).join(''),
    ]),
  );
