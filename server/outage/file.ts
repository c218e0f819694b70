import { chmodSync, closeSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** Raise it with each change of the schema: an older file is built anew. */
const VERSION = 1;
const SCHEMA = `
  create table if not exists state (name text primary key, value text not null) strict;
  create table if not exists items (
    kind text not null, id text not null, mark text not null, readers text, data text not null,
    primary key (kind, id)) strict;
  create table if not exists entries (
    number integer primary key, kind text not null, id text not null, mark text not null, readers text,
    title text not null, body text not null, folded_title text not null, folded text not null,
    type text, category text, tags text not null, updated text not null, unique (kind, id)) strict;
  create index if not exists entries_newest on entries (kind, updated desc, id desc);
  create virtual table if not exists words using fts5(folded, content='', contentless_delete=1, tokenize='trigram');
  create table if not exists sessions (
    sid text primary key, user_id text not null, until integer not null, actor text not null) strict;
  create table if not exists answers (
    user_id text not null, path text not null, body text not null, primary key (user_id, path)) strict;
  pragma user_version = ${VERSION};`;

export type Row = Record<string, SQLInputValue>;

export type CopyFile = {
  all<T = Row>(sql: string, params?: Row): T[];
  run(sql: string, params?: Row): void;
  /** Runs writes as one. */
  together(write: () => void): void;
  /** Grows with each write, so that parsed rows can be kept until then. */
  changes(): number;
  close(): void;
};

/**
 * Opens the file of the copy, for this account alone: it has restricted texts. A file that is damaged or of an older version is
 * removed, because the database has all of it. Throws if another process has it open.
 */
export function openCopyFile(path: string): CopyFile {
  try {
    return open(path);
  } catch (error) {
    if (/locked/.test((error as Error).message)) throw error;
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    return open(path);
  }
}

function open(path: string): CopyFile {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  const db = new DatabaseSync(path);
  try {
    // One process alone: nodes that share a folder would overwrite each other.
    db.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal');
    const { user_version: version } = db.prepare('pragma user_version').get() as { user_version: number };
    if (version !== 0 && version !== VERSION) throw new Error(`a copy of version ${version}`);
    db.exec(SCHEMA);
    const [checked] = Object.values(db.prepare('pragma quick_check(1)').get() ?? {});
    if (checked !== 'ok') throw new Error(`damaged: ${String(checked)}`);
  } catch (error) {
    db.close();
    throw error;
  }
  const statements = new Map<string, StatementSync>();
  let changes = 0;
  const prepared = (sql: string) => {
    const known = statements.get(sql) ?? db.prepare(sql);
    // The texts of searches differ, those of everything else are few.
    if (statements.size < 200) statements.set(sql, known);
    return known;
  };
  return {
    all: <T>(sql: string, params: Row = {}) => prepared(sql).all(params) as T[],
    run(sql, params = {}) {
      changes += 1;
      prepared(sql).run(params);
    },
    together(write) {
      db.exec('begin');
      try {
        write();
        db.exec('commit');
      } catch (error) {
        db.exec('rollback');
        throw error;
      }
    },
    changes: () => changes,
    close: () => db.close(),
  };
}
