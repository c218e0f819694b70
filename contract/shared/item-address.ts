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
