import * as z from 'zod';
import type { SearchKind } from '../../../contract/search.ts';
import type { Db } from '../../db/open.ts';
import { findDocument } from '../../documents/queries.ts';
import { withoutSecrets } from '../../text/secrets-in-text.ts';
import { findServer } from '../../servers/queries.ts';
import { findMember } from '../../team/queries.ts';

/** A document, a server or a person, with its text for the model. */
export type Thing = { kind: SearchKind; id: string; title: string; text: string };
/** A link to one of them inside the product. */
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

/** The links in a markdown text, in order. */
export function thingLinksIn(markdown: string): ThingLink[] {
  return [...markdown.matchAll(LINK)].flatMap(([, title = '', inline, defined]) => {
    const address = inline ?? defined ?? '';
    const { pathname, searchParams, host } = URL.parse(address, 'http://own.invalid') ?? {};
    const place = PLACES.find(({ path, name }) => path === pathname && searchParams?.has(name));
    if (!place || host !== 'own.invalid') return [];
    return [{ kind: place.kind, id: searchParams?.get(place.name) ?? '', title: title.replaceAll('\\', '') }];
  });
}

/** The current content; undefined when it does not exist or is in the bin. */
export async function findThing(db: Db, { kind, id }: ThingLink): Promise<Thing | undefined> {
  if (!z.uuid().safeParse(id).success) return undefined;
  if (kind === 'document') {
    const found = await findDocument(db, id);
    return found && { kind, id, title: found.title, text: safe([found.title, found.excerpt, found.content]) };
  }
  const found = kind === 'server' ? await findServer(db, id) : await findMember(db, id);
  return found && { kind, id, title: found.name, text: safe(Object.values(found)) };
}

/** Lines with secrets masked. */
const safe = (values: unknown[]): string =>
  withoutSecrets(values.filter((value) => typeof value === 'string').join('\n')).text;

/** Collects what tools returned for one reply, by address. */
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
