import { isIP } from 'node:net';
import { sql } from 'drizzle-orm';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { servers } from '../db/schema.ts';

export type Match = { id: string; name: string };
type Known = Match & { hostname: string | null; ipAddress: string | null };

/** Labels that may name the server, the most exact first. */
const LABELS = ['instance', 'host', 'node'];

/**
 * The server of each alert, found by its name, host name or address. With a domain on one side only, the first part of the name
 * counts. A word that fits several servers names none.
 */
export async function matchServers(db: Db, alerts: Record<string, string>[]): Promise<(Match | undefined)[]> {
  const words = alerts.map((labels) => LABELS.flatMap((label) => hostIn(labels[label]) ?? []));
  const all = [...new Set(words.flat().flatMap((word) => [word, shortOf(word)]))];
  if (all.length === 0) return alerts.map(() => undefined);
  const find = finder(await listKnown(db, all));
  return words.map((own) => own.map(find).find(Boolean));
}

/** `host7:9100`, `[::1]:9100` and `http://host7/metrics` name a host. */
function hostIn(value = ''): string | undefined {
  const text = value.trim().toLowerCase();
  const url = /^[a-z]+:\/\//.test(text) ? URL.parse(text)?.hostname : undefined;
  const host = (url ?? (isIP(text) ? text : text.replace(/:\d+$/, ''))).replace(/^\[(.*)\]$/, '$1');
  return host === '' || host.length > 255 || host.includes('\0') ? undefined : host;
}

const shortOf = (word: string): string => (isIP(word) ? word : (word.split('.')[0] ?? word));

async function listKnown(db: Db, words: string[]): Promise<Known[]> {
  const { id, name, hostname, ipAddress } = servers;
  const among = sql`any(${sql.param(words)}::text[])`;
  return db
    .select({ id, name, hostname, ipAddress })
    .from(servers)
    .where(
      sql`${notInBin(servers)} and (lower(${name}) = ${among} or lower(${hostname}) = ${among}
        or split_part(lower(${name}), '.', 1) = ${among} or split_part(lower(${hostname}), '.', 1) = ${among}
        or ${ipAddress} = ${among})`,
    );
}

function finder(known: Known[]) {
  const exact = new Map<string, Set<Known>>();
  const withDomain = new Map<string, Set<Known>>();
  const withoutDomain = new Map<string, Set<Known>>();
  const add = (index: typeof exact, word: string, server: Known) =>
    index.set(word, (index.get(word) ?? new Set()).add(server));
  for (const server of known)
    for (const text of [server.name, server.hostname, server.ipAddress]) {
      const word = text?.toLowerCase();
      if (!word) continue;
      add(exact, word, server);
      if (word.includes('.')) add(withDomain, shortOf(word), server);
      // Another domain is another machine.
      else if (!server.hostname?.includes('.')) add(withoutDomain, word, server);
    }
  return (word: string): Match | undefined => {
    const index = word.includes('.') ? withoutDomain : withDomain;
    const [one, ...others] = exact.get(word) ?? index.get(shortOf(word)) ?? [];
    return others.length === 0 ? one : undefined;
  };
}
