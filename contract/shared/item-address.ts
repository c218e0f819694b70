/** Screens of documents, servers and people. `parameter` names an item in the query of the screen's address. */
const SCREENS = [
  { kind: 'document', path: '/knowledge-base', parameter: 'doc' },
  { kind: 'server', path: '/infrastructure', parameter: 'server' },
  { kind: 'member', path: '/team', parameter: 'member' },
] as const;

const PAGE_OF_ITEM = /^(?<path>\/[a-z-]+)\/(?<id>[^/]+)\/?$/;

/** The document, server or person that an address of the product opens, by its page or by its place in a list. */
export function itemAt(address: string): { kind: (typeof SCREENS)[number]['kind']; id: string } | undefined {
  const { pathname = '', searchParams, host } = URL.parse(address, 'http://own.invalid') ?? {};
  if (host !== 'own.invalid') return undefined;
  const page = PAGE_OF_ITEM.exec(pathname)?.groups;
  const screen = SCREENS.find(({ path }) => path === (page?.['path'] ?? pathname));
  const id = page?.['id'] ?? (screen && searchParams?.get(screen.parameter)) ?? undefined;
  return screen && id !== undefined ? { kind: screen.kind, id } : undefined;
}

const UUID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const DOCUMENT = new RegExp(
  `^/(?:knowledge-base|documents)/?\\?doc=(${UUID})(?:&mode=preview)?(#.*)?$`,
  'is',
);
const SERVER = new RegExp(`^/infrastructure/?\\?server=(${UUID})(#.*)?$`, 'is');

/** The page of a document, to read it. */
export const documentPage = (id: string): string => `/knowledge-base/${id}`;

/** The page of a server. */
export const serverPage = (id: string): string => `/infrastructure/${id}`;

/**
 * The address that a link in a text leads to. Texts link documents and servers by the addresses that open the editor and the
 * list, which imports and exports know; people who follow such a link want to read.
 */
export function readingAddress(address: string): string {
  const [, document, anchor = ''] = DOCUMENT.exec(address) ?? [];
  if (document) return documentPage(document) + anchor;
  const [, server] = SERVER.exec(address) ?? [];
  return server ? serverPage(server) : address;
}
