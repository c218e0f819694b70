import { randomUUID } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/open.ts';
import { documents, objects, servers, teamMembers, users } from '../../db/schema.ts';
import { serverIdsByName } from '../../servers/imported.ts';
import { idMadeOf } from '../page-ids.ts';
import type { InstanceSource } from './instance-source.ts';

/**
 * The id of an exported object in this instance: normally its own. When that id is in the bin here, as after an undo, a
 * derived one, so that the next import of the same export finds the object again.
 */
type PlannedId = { id: string; isHere: boolean };

export type Plan = {
  documents: Map<string, PlannedId>;
  servers: Map<string, PlannedId>;
  members: Map<string, PlannedId>;
  objects: Map<string, PlannedId>;
  /** Ids of the export that differ here, of any kind of object. */
  changed: Map<string, string>;
  /** Mentioned accounts without an account here, by e-mail. */
  unknownPeople: Map<string, string>;
};

/** How often the same object can be in the bin. */
const TRIES = 5;
const PORTION = 5_000;

const triesFor = (id: string): string[] => [
  id,
  ...Array.from({ length: TRIES - 1 }, (_, n) => idMadeOf(`${id} ${n + 1}`)),
];

type State = 'here' | 'gone';

/**
 * Chooses ids. `look` returns for each existing id whether the object is usable here. Objects that were in the bin of
 * the other instance may be in the bin here.
 */
async function placesOf(
  wanted: { id: string; isInBin?: boolean }[],
  look: (ids: string[]) => Promise<Map<string, State>>,
): Promise<Map<string, PlannedId>> {
  const places = new Map<string, PlannedId>();
  for (let start = 0; start < wanted.length; start += PORTION) {
    const portion = wanted.slice(start, start + PORTION).map((one) => ({ ...one, tries: triesFor(one.id) }));
    const states = await look(portion.flatMap(({ tries }) => tries));
    for (const { id, isInBin, tries } of portion) {
      const here =
        tries.find((one) => states.get(one) === 'here') ?? tries.find((one) => isInBin && states.has(one));
      const free = tries.find((one) => !states.has(one));
      places.set(id, { id: here ?? free ?? randomUUID(), isHere: here !== undefined });
    }
  }
  return places;
}

const among = (ids: string[]) => sql`any(${sql.param(ids)}::uuid[])`;

async function binnable(db: Db, table: typeof documents | typeof servers, ids: string[]) {
  const rows = await db
    .select({ id: table.id, deletedAt: table.deletedAt })
    .from(table)
    .where(sql`${table.id} = ${among(ids)}`);
  return new Map(
    rows.map(({ id, deletedAt }): [string, State] => [id, deletedAt === null ? 'here' : 'gone']),
  );
}

async function membersAmong(db: Db, ids: string[]) {
  const rows = await db
    .select({ id: teamMembers.id, deletedAt: teamMembers.deletedAt })
    .from(teamMembers)
    .where(sql`${teamMembers.id} = ${among(ids)}`);
  return new Map(
    rows.map(({ id, deletedAt }): [string, State] => [id, deletedAt === null ? 'here' : 'gone']),
  );
}

/** An object that an undo withdrew counts as usable: it becomes public again. */
async function objectsAmong(db: Db, ids: string[]) {
  const rows = await db
    .select({ id: objects.id, visibility: objects.visibility })
    .from(objects)
    .where(sql`${objects.id} = ${among(ids)}`);
  return new Map(
    rows.map(({ id, visibility }): [string, State] => [id, visibility === 'private' ? 'gone' : 'here']),
  );
}

export async function planInstance(db: Db, source: InstanceSource): Promise<Plan> {
  const plan = {
    documents: await placesOf(
      source.documents.map(({ id, path }) => ({ id, isInBin: isInBin(path) })),
      (ids) => binnable(db, documents, ids),
    ),
    servers: await placesOf(
      source.servers.flatMap(({ path, cells }) =>
        withId(cells).map((id) => ({ id, isInBin: isInBin(path) })),
      ),
      (ids) => binnable(db, servers, ids),
    ),
    members: await placesOf(
      source.members.flatMap(({ cells }) => withId(cells).map((id) => ({ id }))),
      (ids) => membersAmong(db, ids),
    ),
    objects: await placesOf(source.files, (ids) => objectsAmong(db, ids)),
  };
  await placeByName(db, source.servers, plan.servers);
  const people = await placePeople(db, source.people);
  const changed = new Map(people.changed);
  for (const places of Object.values(plan))
    for (const [id, place] of places) if (place.id !== id) changed.set(id, place.id);
  return { ...plan, changed, unknownPeople: people.unknown };
}

/** A server with the same name is the same server, as in CSV files, unless it is a different server of the export. */
async function placeByName(db: Db, rows: InstanceSource['servers'], places: Map<string, PlannedId>) {
  const ofExport = new Set([...places.values()].map(({ id }) => id));
  const nameOf = (cells: Record<string, string>) => (cells['name'] ?? '').toLowerCase();
  const live = rows.filter(({ path }) => !isInBin(path));
  const here = await serverIdsByName(
    db,
    live.map(({ cells }) => nameOf(cells)),
  );
  for (const { cells } of live) {
    const same = here.get(nameOf(cells));
    const [id] = withId(cells);
    if (same && id && !ofExport.has(same) && !places.get(id)?.isHere)
      places.set(id, { id: same, isHere: true });
  }
}

const isInBin = (path: string): boolean => path.startsWith('bin/');
const withId = ({ id }: Record<string, string>): string[] => (isId(id) ? [id.toLowerCase()] : []);

const isId = (text: string | undefined): text is string =>
  text !== undefined && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** Finds accounts by e-mail. An account with the same id takes precedence. */
async function placePeople(db: Db, people: Map<string, string>) {
  const changed = new Map<string, string>();
  const unknown = new Map<string, string>();
  const ids = [...people.keys()].filter(isId);
  const emails = [...people.values()].map((email) => email.toLowerCase());
  if (ids.length === 0) return { changed, unknown };
  const here = new Set(
    (await db.select({ id: users.id }).from(users).where(inArray(users.id, ids))).map(({ id }) => id),
  );
  const rows = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.email, emails));
  const byEmail = new Map(rows.map(({ id, email }) => [email, id]));
  for (const id of ids) {
    const email = people.get(id)?.toLowerCase() ?? '';
    const account = here.has(id) ? id : byEmail.get(email);
    if (!account) unknown.set(id, email);
    else if (account !== id) changed.set(id, account);
  }
  return { changed, unknown };
}
