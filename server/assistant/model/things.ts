import * as z from 'zod';
import type { SearchKind } from '../../../contract/search.ts';
import type { Db } from '../../db/open.ts';
import { findDocument } from '../../documents/queries.ts';
import { withoutSecrets } from '../../text/secrets-in-text.ts';
import { findServer } from '../../servers/queries.ts';
import { findMember } from '../../team/queries.ts';

/** A document, a server or a person, with text of it as a model sees it. */
export type Thing = { kind: SearchKind; id: string; title: string; text: string };
/** A link inside the product that opens a thing. */
export type ThingLink = { kind: SearchKind; id: string; title: string };

const PLACES: { kind: SearchKind; path: string; name: string }[] = [
  { kind: 'document', path: '/knowledge-base', name: 'doc' },
  { kind: 'server', path: '/infrastructure', name: 'server' },
  { kind: 'member', path: '/team', name: 'member' },
];
const LINK = /\[((?:\\.|[^[\]\\])*)\](?:\(\s*<?([^()\s<>]+)>?[^()]*\)|:\s*<?([^\s<>]+)>?)/g;

export function addressOf({ kind, id }: Pick<Thing, 'kind' | 'id'>): string {
  const { path, name } = PLACES.find((place) => place.kind === kind) ?? { path: '', name: '' };
  return `${path}?${name}=${id}`;
}

/** The links to things in a markdown text, in their order. */
export function thingLinksIn(markdown: string): ThingLink[] {
  return [...markdown.matchAll(LINK)].flatMap(([, title = '', inline, defined]) => {
    const address = inline ?? defined ?? '';
    const { pathname, searchParams, host } = URL.parse(address, 'http://own.invalid') ?? {};
    const place = PLACES.find(({ path, name }) => path === pathname && searchParams?.has(name));
    if (!place || host !== 'own.invalid') return [];
    return [{ kind: place.kind, id: searchParams?.get(place.name) ?? '', title: title.replaceAll('\\', '') }];
  });
}

/** The thing as it is now; undefined where there is none outside the bin. */
export async function findThing(db: Db, { kind, id }: ThingLink): Promise<Thing | undefined> {
  if (!z.uuid().safeParse(id).success) return undefined;
  if (kind === 'document') {
    const found = await findDocument(db, id);
    return found && { kind, id, title: found.title, text: safe([found.title, found.excerpt, found.content]) };
  }
  const found = kind === 'server' ? await findServer(db, id) : await findMember(db, id);
  return found && { kind, id, title: found.name, text: safe(Object.values(found)) };
}

/** Lines of a thing with marks in the place of secrets. */
const safe = (values: unknown[]): string =>
  withoutSecrets(values.filter((value) => typeof value === 'string').join('\n')).text;

/** What tools returned for one reply, by address. */
export function rememberThings() {
  const things = new Map<string, Thing>();
  return {
    add(thing: Thing) {
      const address = addressOf(thing);
      const known = things.get(address);
      const text = [known?.text, withoutSecrets(thing.text).text].filter(Boolean).join('\n');
      things.set(address, { ...thing, title: known?.title ?? thing.title, text });
    },
    all: (): Thing[] => [...things.values()],
    find: (link: ThingLink): Thing | undefined => things.get(addressOf(link)),
  };
}

export type Things = ReturnType<typeof rememberThings>;
