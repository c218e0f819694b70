import type { Actor } from '../actor.ts';
import type { Db } from '../db/open.ts';
import type { Schedule } from '../servers/schedule.ts';
import type { CopyFile } from './file.ts';
import {
  markDocuments,
  markEntries,
  markServers,
  readDocuments,
  readEntries,
  readServers,
  type CopiedDocument,
  type CopiedServer,
  type Entry,
  type Marked,
} from './sources.ts';

export const KINDS = ['document', 'server', 'member'] as const;
export type Kind = (typeof KINDS)[number];

/** Rows of the database, and where the copy has them. */
export type Stored<T> = {
  /** Marks of the rows that the copy has, by id. */
  kept(ids?: string[]): Map<string, string>;
  marks(ids?: string[]): Promise<Marked[]>;
  read(ids: string[]): Promise<T[]>;
  store(row: T, mark: string): void;
  remove(id: string): void;
};

const keptIn =
  (file: CopyFile, table: 'items' | 'entries', kind: Kind): Stored<unknown>['kept'] =>
  (ids) => {
    const some = ids ? ' and id in (select value from json_each(:ids))' : '';
    const rows = file.all<{ id: string; mark: string }>(
      `select id, mark from ${table} where kind = :kind${some}`,
      { kind, ...(ids && { ids: JSON.stringify(ids) }) },
    );
    return new Map(rows.map(({ id, mark }) => [id, mark]));
  };

const itemsIn = (file: CopyFile, kind: Kind) => ({
  kept: keptIn(file, 'items', kind),
  store: (id: string, mark: string, readers: string[] | null, data: object) =>
    file.run('insert or replace into items values (:kind, :id, :mark, :readers, :data)', {
      kind,
      id,
      mark,
      readers: readers && JSON.stringify(readers),
      data: JSON.stringify(data),
    }),
  remove: (id: string) => file.run('delete from items where kind = :kind and id = :id', { kind, id }),
});

export function documentsIn(file: CopyFile, db: Db): Stored<CopiedDocument> {
  const items = itemsIn(file, 'document');
  return {
    ...items,
    marks: (ids) => markDocuments(db, ids),
    read: (ids) => readDocuments(db, ids),
    store: (row, mark) => items.store(row.id, mark, row.readers, row),
  };
}

export function serversIn(file: CopyFile, db: Db, schedule: Schedule): Stored<CopiedServer> {
  const items = itemsIn(file, 'server');
  return {
    ...items,
    marks: (ids) => markServers(db, ids),
    read: (ids) => readServers(db, ids, schedule),
    store: (row, mark) => items.store(row.id, mark, null, row),
  };
}

/** Entries of the search, with the index of their words. */
export function entriesIn(file: CopyFile, db: Db, kind: Kind): Stored<Entry> {
  const remove = (id: string) => {
    const one = 'where kind = :kind and id = :id';
    file.run(`delete from words where rowid in (select number from entries ${one})`, { kind, id });
    file.run(`delete from entries ${one}`, { kind, id });
  };
  return {
    kept: keptIn(file, 'entries', kind),
    marks: (ids) => markEntries(db, kind, ids),
    read: (ids) => readEntries(db, kind, ids),
    store({ id, title, body, foldedTitle, folded, ...row }, mark) {
      remove(id);
      file.run(
        `insert into entries (kind, id, mark, readers, title, body, folded_title, folded, type, category, tags, updated)
         values (:kind, :id, :mark, :readers, :title, :body, :foldedTitle, :folded, :type, :category, :tags, :updated)`,
        {
          kind,
          id,
          mark,
          title,
          body,
          foldedTitle,
          folded,
          type: row.type,
          category: row.category,
          readers: row.readers && JSON.stringify(row.readers),
          tags: JSON.stringify(row.tags),
          updated: row.updatedAt.toISOString(),
        },
      );
      file.run('insert into words (rowid, folded) values (last_insert_rowid(), :folded)', { folded });
    },
    remove,
  };
}

/** Everything is read anew. */
export const forgetMarks = (file: CopyFile): void =>
  file.together(() => {
    for (const table of ['items', 'entries']) file.run(`update ${table} set mark = ''`);
  });

export type CopiedSession = { sid: string; until: Date; actor: Actor };

export const storeSessions = (file: CopyFile, sessions: CopiedSession[]): void =>
  file.together(() => {
    const sids = JSON.stringify(sessions.map(({ sid }) => sid));
    file.run('delete from sessions where sid not in (select value from json_each(:sids))', { sids });
    const kept = new Map(
      file
        .all<{ sid: string; until: number; actor: string }>('select * from sessions')
        .map((row) => [row.sid, `${row.until} ${row.actor}`]),
    );
    for (const { sid, until, actor } of sessions) {
      const row = { sid, userId: actor.userId, until: until.getTime(), actor: JSON.stringify(actor) };
      if (kept.get(sid) === `${row.until} ${row.actor}`) continue;
      file.run('insert or replace into sessions values (:sid, :userId, :until, :actor)', row);
    }
    // Nobody asks for it without a session.
    file.run('delete from answers where user_id not in (select user_id from sessions)');
  });

export const setState = (file: CopyFile, name: string, value: string): void =>
  file.run('insert or replace into state values (:name, :value)', { name, value });

export const stateOf = (file: CopyFile, name: string): string | undefined =>
  file.all<{ value: string }>('select value from state where name = :name', { name })[0]?.value;
