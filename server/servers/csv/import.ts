import type * as z from 'zod';
import type { ServerInput } from '../../../contract/shared/server-fields.ts';
import { SERVER_LIMITS } from '../../../contract/shared/server-words.ts';
import type { ImportReport } from '../../../contract/calls/servers.ts';
import type { Actor } from '../../actor.ts';
import type { BatchBefore } from '../../db/schema.ts';
import type { Db } from '../../db/open.ts';
import { changeOf, contentsOf, keepBatch } from '../batches.ts';
import { changed, fieldsOfServer, TEXT_FIELDS, type ServerFields, type ServerRow } from '../fields.ts';
import { findByNames, lockServer } from '../queries.ts';
import { createServers, storeServer } from '../save.ts';
import type { Schedule } from '../schedule.ts';
import { saveNeeds } from '../needs.ts';
import { keyOfNew, planNeeds } from './depends-on.ts';
import { DEPENDS_ON } from './export.ts';
import { withCheck, type CsvRow } from './read.ts';

type ReportRow = ImportReport['rows'][number];
type Plan = {
  row: CsvRow;
  before: ServerRow | undefined;
  action: ReportRow['action'];
  /** What it needs from now on; undefined if that stays. */
  needs?: string[][];
};

/** Plans an import: a row with the name of an existing server changes it; any other row creates one. */
export async function planImport(db: Db, rows: CsvRow[]): Promise<Plan[]> {
  // The database may reject an invalid name even in a query.
  const names = rows.filter(({ change }) => change).map(({ name }) => name.toLowerCase());
  const stored = new Map<string, ServerRow[]>();
  for (const server of await findByNames(db, names)) {
    const key = server.name.toLowerCase();
    stored.set(key, [...(stored.get(key) ?? []), server]);
  }
  const plan = rows.map((cells): Plan => {
    const [before, ...others] = stored.get(cells.name.toLowerCase()) ?? [];
    const row = withStored(cells, before);
    if (!row.change) return { row, before, action: 'error' };
    if (others.length > 0) {
      const message = `${others.length + 1} servers have this name already. Rename all but one of them`;
      return { row: { ...row, errors: [{ field: 'name', message }] }, before, action: 'error' };
    }
    if (!before) return { row, before, action: 'create' };
    const same = JSON.stringify(imported(before, row.change)) === JSON.stringify(fieldsOfServer(before));
    return { row, before, action: same ? 'unchanged' : 'update' };
  });
  return withNeeds(db, plan);
}

async function withNeeds(db: Db, plan: Plan[]): Promise<Plan[]> {
  const valid = plan.filter(({ action }) => action !== 'error');
  const needs = await planNeeds(
    db,
    valid.map(({ row: { name, dependsOn }, before }) => ({ name, dependsOn, id: before?.id })),
  );
  const found = new Map(valid.map((one, n) => [one, needs[n]]));
  return plan.map((one): Plan => {
    const own = found.get(one);
    if (!own) return one;
    if ('problem' in own) {
      const errors = [...one.row.errors, { field: DEPENDS_ON, message: own.problem }];
      return { ...one, row: { ...one.row, errors }, action: 'error' };
    }
    if (!own.isChanged) return one;
    return { ...one, needs: own.groups, action: one.action === 'unchanged' ? 'update' : one.action };
  });
}

/** Completes the row from what is stored: the check, and the notes, to which further addresses are added once. */
function withStored(cells: CsvRow, before: Pick<ServerRow, 'check' | 'notes'> | undefined): CsvRow {
  const row = withCheck(cells, before?.check);
  const notes = row.change?.notes === undefined ? before?.notes : row.change.notes;
  const known = new Set(notes?.split(/[\s,;]+/));
  const missing = row.otherAddresses.filter((address) => !known.has(address));
  if (!row.change || missing.length === 0) return row;
  const longer = [notes, `Other IP addresses: ${missing.join(', ')}`].filter(Boolean).join('\n');
  if (longer.length <= SERVER_LIMITS.longText) return { ...row, change: { ...row.change, notes: longer } };
  const message = `The other addresses ${missing.join(', ')} do not fit into the notes. Shorten the notes`;
  return { ...row, change: undefined, errors: [...row.errors, { field: 'notes', message }] };
}

/** Cells are trimmed, which must not change a stored text with outer spaces. */
function withSpaceKept(before: ServerFields, after: ServerFields): ServerFields {
  const kept = TEXT_FIELDS.filter(
    (field) => before[field] && before[field].trim() === (after[field] ?? '').trim(),
  );
  return { ...after, ...Object.fromEntries(kept.map((field) => [field, before[field]])) };
}

/** A check is newer than the file: on a server with a check, only maintenance is imported as status. */
function imported(before: ServerRow, change: NonNullable<CsvRow['change']>): ServerFields {
  const after = withSpaceKept(fieldsOfServer(before), changed(fieldsOfServer(before), change));
  const isWord = after.status === 'maintenance' || before.status === 'maintenance';
  return after.check && !isWord ? { ...after, status: before.status } : after;
}

/** The same for a new server: its check will find the status. */
const created = (input: z.output<typeof ServerInput>): z.output<typeof ServerInput> =>
  input.check && input.status !== 'maintenance' ? { ...input, status: null } : input;

/** Stores a plan without errors; one undo reverts all of it. */
export async function runImport(
  tx: Db,
  actor: Actor,
  plan: Plan[],
  schedule: Schedule,
): Promise<string | null> {
  const before: BatchBefore[] = [];
  const inputs = plan.flatMap(({ action, row }) =>
    action === 'create' ? [created(row.change as z.output<typeof ServerInput>)] : [],
  );
  const createdIds = new Map<string, string>();
  for (const made of await createServers(tx, actor, inputs, schedule)) {
    createdIds.set(keyOfNew(made.name), made.id);
    before.push({ id: made.id, did: 'create', status: made.status, after: contentsOf(made) });
  }
  for (const { action, row, before: stored } of plan) {
    const locked = action === 'update' && stored ? await lockServer(tx, stored.id) : undefined;
    if (!locked || !row.change) continue;
    // The check may have changed since the plan was made.
    const change = withStored(row, locked).change ?? row.change;
    const after = await storeServer(tx, { actor, schedule }, locked, imported(locked, change));
    before.push(changeOf(locked, after));
  }
  const idOf = (key: string) => createdIds.get(key) ?? key;
  const needs = new Map(
    plan.flatMap(({ row, before: stored, needs: groups }): [string, string[][]][] =>
      groups ? [[stored?.id ?? idOf(keyOfNew(row.name)), groups.map((group) => group.map(idOf))]] : [],
    ),
  );
  const earlier = await saveNeeds(tx, actor, needs);
  return keepBatch(
    tx,
    actor,
    before.map((entry) => {
      const after = needs.get(entry.id);
      return after ? { ...entry, needs: { before: earlier.get(entry.id) ?? [], after } } : entry;
    }),
  );
}

export function reportOf(
  plan: Plan[],
  file: Pick<ImportReport, 'dryRun' | 'batchId' | 'nameColumn' | 'ignoredColumns' | 'columns'>,
): ImportReport {
  const count = (action: ReportRow['action']) => plan.filter((one) => one.action === action).length;
  const isRefused = !file.dryRun && count('error') > 0;
  return {
    ...file,
    created: isRefused ? 0 : count('create'),
    updated: isRefused ? 0 : count('update'),
    unchanged: count('unchanged'),
    failed: count('error'),
    rows: plan.map(({ row: { line, name, errors, notices }, action }) => ({
      line,
      name,
      action,
      errors,
      notices,
    })),
  };
}
