import { equal } from 'node:assert/strict';
import type { Document } from '../contract/calls/documents.ts';
import { type Fields, documentFields } from '../web/documents/editor/session/document-fields.ts';
import type { Typed } from '../web/documents/editor/session/drafts.ts';
import type { Sent, SessionEvent, Task } from '../web/documents/editor/session/state.ts';

export type Request = Extract<Task, { type: 'save' | 'read-origin' | 'undelete' | 'push' | 'remove-copy' }>;
type Stored = { id: string; versions: (Document & { changeLog: string })[]; isDeleted: boolean };

/** The part of the server that an editor uses, in memory: documents with versions, replies by key, copies of drafts. */
export class EditorServer {
  documents = new Map<string, Stored>();
  answers = new Map<string, { content: string; stored: Document }>();
  copies = new Map<string, { at: string; typed: Typed }>();
  /** Number of documents and versions that the editor stored. */
  created = 0;
  stored = 0;
  ticks = 0;

  now = () => new Date(Date.UTC(2026, 0, 1) + ++this.ticks).toISOString();

  latest = (id: string | undefined): Document | undefined => this.documents.get(id ?? '')?.versions.at(-1);

  create(fields: Fields, by: string, changeLog: string): Document {
    const id = `d${this.documents.size}`;
    const document: Stored = { id, versions: [], isDeleted: false };
    this.documents.set(id, document);
    return this.add(document, fields, by, changeLog);
  }

  add({ id, versions }: Stored, fields: Fields, by: string, changeLog: string): Document {
    const person = { authorId: by, authorName: by, lastUpdatedBy: by, lastUpdatedByName: by };
    const at = this.now();
    const times = { createdAt: at, updatedAt: at };
    const version = versions.length + 1;
    const stored = {
      id,
      version,
      ...fields,
      readers: null,
      title: fields.title.trim(),
      ...person,
      ...times,
      changeLog,
    };
    versions.push(stored);
    return stored;
  }

  save(sent: Sent): SessionEvent {
    const { id, key, version, fields, changeLog } = sent;
    const content = JSON.stringify([id, version, fields, changeLog]);
    const before = this.answers.get(key);
    if (before) {
      equal(content, before.content, 'a key has one content');
      return { type: 'saved', key, stored: before.stored };
    }
    const document = this.documents.get(id ?? '');
    if (id !== undefined && (!document || document.isDeleted))
      return { type: 'save-gone', key, reason: 'Gone' };
    const theirs = this.latest(id);
    if (theirs && theirs.version !== version) return { type: 'save-conflicted', key, theirs };
    const stored = document
      ? this.add(document, fields, 'me', changeLog)
      : this.create(fields, 'me', changeLog);
    if (!document) this.created += 1;
    this.stored += 1;
    this.answers.set(key, { content, stored });
    return { type: 'saved', key, stored };
  }

  /** Handles a request and returns the response. */
  serve(request: Request): SessionEvent {
    switch (request.type) {
      case 'save':
        return this.save(request.sent);
      case 'read-origin': {
        const found = this.documents
          .get(request.id)
          ?.versions.find(({ version }) => version === request.version);
        return { type: 'origin-read', origin: found && { title: found.title, content: found.content } };
      }
      case 'undelete':
        this.setDeleted(request.id, false);
        return { type: 'undeleted' };
      case 'push': {
        const at = this.now();
        this.copies.set(String(request.id), { at, typed: request.typed });
        return { type: 'pushed', at };
      }
      case 'remove-copy':
        if (this.copies.get(String(request.id))?.at === request.at) this.copies.delete(String(request.id));
        return { type: 'copy-removed' };
    }
  }

  /** Another person adds to a line of the latest version. */
  addToLine(id: string | undefined, line: number): void {
    const document = this.documents.get(id ?? '');
    const last = this.latest(id);
    if (!document || !last || document.isDeleted) return;
    const lines = last.content.split('\n');
    lines[line % lines.length] += ` other${last.version}`;
    this.add(document, { ...documentFields(last), content: lines.join('\n') }, 'other', '');
  }

  setDeleted(id: string | undefined, isDeleted: boolean): void {
    const document = this.documents.get(id ?? '');
    if (document) document.isDeleted = isDeleted;
  }
}
