import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type FindTexts, inTime, rendererOf, type ShownText, type TakeTurn } from './page-texts.ts';

const Files = z.record(z.string(), z.array(z.string()));
/** Format of the build (vite.config.ts): files and reads by address; `:` matches one path segment. */
const Preloads = z.object({
  screens: z.prefault(Files, {}),
  visitors: z.prefault(Files, {}),
  reader: z.prefault(z.array(z.string()), []),
  reads: z.prefault(Files, {}),
});
/** Format of the build (web/prerender.tsx): markup by address. */
const Prerendered = z.record(z.string(), z.string());

/** Whether the visitor may be signed in; the application verifies it. */
const HAS_SESSION = /(?:^|;\s*)(?:__Host-)?sid=/;
/** Queries for which the prerendered page fits: none, or the target after sign-in. */
const LEADS_ON = /^(next=[^&]*)?$/;

/** Only the application can render a preview. */
const IN_PREVIEW = /(?:^|&)mode=preview(?:&|$)/;

/** The first request of every signed-in screen. */
const WHO = '/api/auth/user';
const SETTINGS = '/api/settings';

const ROOT_START = '<div id="root">';
const ROOT = /<div id="root">[\s\S]*<\/div>/;
/** Delays painting until the page is complete, because centred content moves while the rest arrives. */
const WHOLE = '<link rel="expect" blocking="render" href="#whole">';
const END = '<span id="whole" hidden></span>';

/** A page with the text of a document is for one person. */
type HtmlPage = { html: string; isPrivate?: true; isMissing?: true } | { elsewhere: string };

/** What pages ask of the database. */
export type PageFacts = {
  texts?: FindTexts;
  /** Whether people sign in by OpenID Connect alone. The page of sign-in then shows nothing else (web/accounts/sign-in). */
  isOpenIdOnly?: () => Promise<boolean>;
  /** For how many days without contact browsers keep copies; undefined if they must not. */
  offlineDays?: number | undefined;
};

/**
 * Builds the page for an address. It lists the scripts and first reads of the screen, so that the browser fetches both
 * at once, states whether there is a session, and contains the prerendered markup for visitors. Without a build it
 * omits all of these. Visitors of a member screen are redirected to sign in and return afterwards. `page` is the one that
 * all have in common (server/http/offline-shell.ts).
 */
export async function pagesOf(
  folder: string,
  page: string,
  { texts, isOpenIdOnly }: PageFacts = {},
): Promise<(request: FastifyRequest, takeTurn: TakeTurn) => Promise<HtmlPage>> {
  const read = (name: string): unknown => {
    const file = join(folder, name);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  };
  const { screens, visitors, reader, reads } = Preloads.parse(read('preloads.json') ?? {});
  const drawn = Prerendered.parse(read('prerendered.json') ?? {});
  const [forMembers, forVisitors] = [linksIn(screens, READ), linksIn(visitors, READ)];
  const besideDrawn = linksIn(visitors, FETCHED);
  const readerLinks = reader.map(READ).join('');
  const firstReads = new Map(Object.entries(reads));

  const program = join(folder, '.server/readable-page.js');
  const renderText = existsSync(program) && texts && (await rendererOf(program, texts));
  const stylesOf = linksIn(screens, NO_SCRIPT);

  const pageOf = async (request: FastifyRequest, takeTurn: TakeTurn): Promise<HtmlPage> => {
    const { url, headers } = request;
    const [address = '', query = ''] = url.split('?');
    const path = address.replace(/(?<=.)\/$/, '');
    const opened = [...new URLSearchParams(query)].find(([name]) => screens[`${path}?${name}`]);
    const patterns = opened ? [`${path}?${opened[0]}`] : [path, path.replace(/[^/]+$/, ':')];
    const found = <T>(links: Map<string, T>) => patterns.map((each) => links.get(each)).find(Boolean);
    if (HAS_SESSION.test(headers.cookie ?? '')) {
      const screen = found(forMembers);
      // A filtered list needs different reads.
      const first = query === '' || opened ? (found(firstReads) ?? []) : [];
      const which = encodeURIComponent(opened?.[1] ?? path.slice(path.lastIndexOf('/') + 1));
      if (!screen) return { html: withHead(page, `${ASKED(WHO)}${found(forVisitors) ?? ''}`) };
      const whole = (read: string) => read.replace(':', () => which);
      const asked = [WHO, SETTINGS, ...first.map(whole)].map(ASKED).join('');
      const kind = IN_PREVIEW.test(query) ? undefined : shownText(path, opened);
      const text = renderText && kind ? await renderText(request, kind, takeTurn) : undefined;
      if (text === 'missing') return { html: withHead(page, `${screen}${asked}`), isMissing: true };
      if (text && kind) {
        const links = kind.name === 'editing' ? readerLinks : (found(stylesOf) ?? '');
        const html = titled(withHead(page, `${links}${asked}`), kind.name === 'reading' ? text.markup : '');
        // Requesting forty files takes a slow processor longer than showing the text, so they wait for that (web/main.tsx).
        const later = `<template data-later>${screen}</template>`;
        return { html: html.replace(ROOT_START, (root) => `${text.markup}${later}${root}`), isPrivate: true };
      }
      // Scripts first, since the application needs them to use the responses.
      return {
        html: withHead(page, `${ASKED(WHO)}${screen}${[SETTINGS, ...first.map(whole)].map(ASKED).join('')}`),
      };
    }
    const links = found(forVisitors);
    if (links === undefined && found(forMembers))
      return { elsewhere: `/login?next=${encodeURIComponent(url)}` };
    const forVisitor = page.replace('<html', '<html data-visitor');
    const markup = LEADS_ON.test(query) ? drawn[path] : undefined;
    if (!markup) return { html: withHead(forVisitor, links ?? '') };
    const html = titled(withHead(forVisitor, `${WHOLE}${found(besideDrawn)}`), markup).replace(
      ROOT,
      () => `<div id="root" data-prerendered>${markup}</div>${END}`,
    );
    return { html };
  };
  return async (request, takeTurn) => {
    // Without an answer the page offers all ways in, and the server refuses those that are closed.
    const only = isOpenIdOnly ? inTime(isOpenIdOnly()) : Promise.resolve(false);
    const [made, isOnly] = await Promise.all([
      pageOf(request, takeTurn),
      only.catch((error: unknown) => request.log.warn({ err: error }, 'a page does not know the ways in')),
    ]);
    if (!isOnly || 'elsewhere' in made) return made;
    return { ...made, html: made.html.replace('<html', '<html data-openid-only') };
  };
}

/** The document whose text the page of an address contains, and how: in the fields of its editor, or to read. */
function shownText(path: string, opened: [string, string] | undefined): ShownText | undefined {
  if (opened?.[0] === 'doc') return { name: 'editing', id: opened[1] };
  const [, id] = READING.exec(path) ?? [];
  return id === undefined ? undefined : { name: 'reading', id };
}

const READING = /^\/knowledge-base\/([^/]+)$/;

const titled = (page: string, markup: string): string => {
  const title = /<h1[^>]*>([^<]+)/.exec(markup)?.[1];
  return page.replace('<title>', () => (title ? `<title>${title} · ` : '<title>'));
};

const withHead = (page: string, links: string): string => page.replace('</head>', () => `${links}</head>`);

type LinkTo = (script: string) => string;
const READ: LinkTo = (script) => `<link rel="modulepreload" crossorigin href="/${script}">`;
/** The browser paints the prerendered page before it parses the application. */
const FETCHED: LinkTo = (script) =>
  `<link rel="preload" as="script" crossorigin fetchpriority="low" href="/${script}">`;

/** Preloads reads; the application later finds the responses. */
const ASKED: LinkTo = (address) =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${address.replaceAll('&', '&amp;')}">`;

/** A text needs the style sheets of its screen before the scripts. */
const NO_SCRIPT: LinkTo = () => '';

const styleLink: LinkTo = (name) => `<link rel="stylesheet" crossorigin href="/${name}">`;
const linksIn = (files: z.infer<typeof Files>, linkTo: LinkTo) =>
  new Map(
    Object.entries(files).map(([path, names]) => [
      path,
      names.map((name) => (name.endsWith('.css') ? styleLink(name) : linkTo(name))).join(''),
    ]),
  );
