import { ALERT_LIMITS } from '../../../contract/shared/alert-words.ts';
import { holdTurn } from '../../db/hold-turn.ts';
import type { Db } from '../../db/open.ts';
import { serverNeeds } from '../../db/schema.ts';
import { loadNeeds, namesOf, sortedNeeds } from '../needs.ts';
import { findByNames } from '../queries.ts';

/** A row of a file. `dependsOn` is undefined without the column, `id` for a server that the file creates. */
type Row = { name: string; dependsOn: string | undefined; id: string | undefined };

/** Groups hold ids of servers, or keys of those that the file creates. */
export type NeedsPlan = { groups: string[][]; isChanged: boolean } | { problem: string } | undefined;

/** Stands for a server that the file creates. */
export const keyOfNew = (name: string) => `new:${name.toLowerCase()}`;

/**
 * Reads what each row needs: `router-1 | router-2; db-1` needs one of two routers, and the database. The result is checked as a
 * whole, with the rows of the file in place of what is stored.
 */
export async function planNeeds(db: Db, rows: Row[]): Promise<NeedsPlan[]> {
  if (rows.every(({ dependsOn }) => dependsOn === undefined)) return rows.map(() => undefined);
  await holdTurn(db, 'server needs', 'all');
  const find = await finderOf(db, rows);
  const read = rows.map(({ dependsOn }) =>
    dependsOn === undefined ? undefined : readGroups(dependsOn, find),
  );
  const keys = rows.map(({ id, name }) => id ?? keyOfNew(name));
  const graph = await loadGraph(db);
  const stored = await loadNeeds(
    db,
    rows.flatMap(({ id }) => id ?? []),
  );
  for (const [n, plan] of read.entries()) if (plan && 'groups' in plan) graph.set(keys[n] ?? '', plan.groups);
  const problems = await problemsIn(db, graph, { keys, rows });
  return read.map((plan, n): NeedsPlan => {
    const [key = '', row] = [keys[n], rows[n]];
    if (!plan || 'problem' in plan) return plan;
    const problem = problems.get(key);
    if (problem) return { problem };
    const before = row?.id ? (stored.get(row.id) ?? []) : [];
    return { groups: plan.groups, isChanged: sortedNeeds(before) !== sortedNeeds(plan.groups) };
  });
}

type Find = (word: string) => { key: string } | { problem: string };

/** Splits a cell into groups without repetitions. */
function readGroups(text: string, find: Find): { groups: string[][] } | { problem: string } {
  const groups: string[][] = [];
  for (const part of text.split(';')) {
    const group = new Set<string>();
    for (const word of wordsIn(part)) {
      const found = find(word);
      if ('problem' in found) return found;
      group.add(found.key);
    }
    if (group.size > ALERT_LIMITS.needs)
      return { problem: `Name at most ${ALERT_LIMITS.needs} servers between two semicolons` };
    if (group.size > 0) groups.push([...group]);
  }
  return groups.length > ALERT_LIMITS.groups
    ? { problem: `Name at most ${ALERT_LIMITS.groups} groups, separated by semicolons` }
    : { groups };
}

const wordsIn = (text: string): string[] =>
  text
    .split(/[|;]/)
    .map((word) => word.trim())
    .filter(Boolean);

const IS_ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/** Finds servers by name, among those that exist and those that the file creates, or by id. */
async function finderOf(db: Db, rows: Row[]): Promise<Find> {
  const words = [...new Set(rows.flatMap(({ dependsOn = '' }) => wordsIn(dependsOn.toLowerCase())))];
  const ids = words.filter((word) => IS_ID.test(word));
  const known = new Set((await namesOf(db, ids)).keys());
  const byName = new Map<string, string[]>();
  const add = (name: string, key: string) => byName.set(name, [...(byName.get(name) ?? []), key]);
  for (const { id, name } of await findByNames(db, words)) add(name.toLowerCase(), id);
  for (const { id, name } of rows) if (!id) add(name.toLowerCase(), keyOfNew(name));
  return (word) => {
    const lower = word.toLowerCase();
    const [key, ...others] = byName.get(lower) ?? (known.has(lower) ? [lower] : []);
    if (key === undefined) return { problem: `There is no server called “${word.slice(0, 100)}”` };
    if (others.length > 0)
      return { problem: `${others.length + 1} servers are called “${word}”. Write the id of the right one` };
    return { key };
  };
}

/** Members of a cycle in a message. */
const MOST_SHOWN = 12;

type Graph = Map<string, string[][]>;

async function loadGraph(db: Db): Promise<Graph> {
  const rows = await db.select({ id: serverNeeds.serverId }).from(serverNeeds).groupBy(serverNeeds.serverId);
  return new Map(
    await loadNeeds(
      db,
      rows.map(({ id }) => id),
    ),
  );
}

/** What is wrong with rows of the file, by key: a cycle with its members, or too many steps. */
async function problemsIn(db: Db, graph: Graph, { keys, rows }: { keys: string[]; rows: Row[] }) {
  const isInFile = new Set(keys.filter((_, n) => rows[n]?.dependsOn !== undefined));
  const { depths, cycles } = walk(graph);
  const names = await namesOf(
    db,
    [...new Set(cycles.flat())].filter((key) => IS_ID.test(key)),
  );
  const created = new Map(rows.map(({ name }, n) => [keys[n] ?? '', name]));
  const nameOf = (key: string) => created.get(key) ?? names.get(key) ?? key;
  const problems = new Map<string, string>();
  for (const cycle of cycles) {
    const members =
      cycle.length > MOST_SHOWN ? [...cycle.slice(0, MOST_SHOWN), '…', cycle.at(-1) ?? ''] : cycle;
    const text = `These servers would need each other: ${members.map(nameOf).join(' → ')}. Remove one of the steps`;
    for (const key of cycle) if (isInFile.has(key)) problems.set(key, text);
  }
  if (cycles.length > 0) return problems;
  const above = walk(reversed(graph)).depths;
  for (const key of isInFile) {
    const depth = (depths.get(key) ?? 0) + (above.get(key) ?? 0);
    if (depth > ALERT_LIMITS.depth)
      problems.set(
        key,
        `A server may need others over at most ${ALERT_LIMITS.depth} steps, and this would be ${depth}`,
      );
  }
  return problems;
}

/** The longest way from each server, and the cycles on the way. Without recursion: a file may hold a chain of ten thousand. */
function walk(graph: Graph): { depths: Map<string, number>; cycles: string[][] } {
  const depths = new Map<string, number>();
  const cycles: string[][] = [];
  for (const start of graph.keys()) {
    const path = [{ key: start, open: (graph.get(start) ?? []).flat(), depth: 0 }];
    const onPath = new Set([start]);
    while (path.length > 0 && !depths.has(start)) {
      const top = path.at(-1);
      const next = top?.open.pop();
      if (!top) break;
      if (next === undefined) {
        path.pop();
        onPath.delete(top.key);
        depths.set(top.key, top.depth);
        const parent = path.at(-1);
        if (parent) parent.depth = Math.max(parent.depth, top.depth + 1);
      } else if (onPath.has(next)) {
        const members = path.map(({ key }) => key);
        cycles.push([...members.slice(members.indexOf(next)), next]);
      } else if (depths.has(next)) top.depth = Math.max(top.depth, (depths.get(next) ?? 0) + 1);
      else {
        path.push({ key: next, open: (graph.get(next) ?? []).flat(), depth: 0 });
        onPath.add(next);
      }
    }
  }
  return { depths, cycles };
}

function reversed(graph: Graph): Graph {
  const turned: Graph = new Map();
  for (const [key, groups] of graph)
    for (const needed of groups.flat()) {
      const needing = turned.get(needed) ?? [];
      needing.push([key]);
      turned.set(needed, needing);
    }
  return turned;
}
