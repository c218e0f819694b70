import { documentEditing, drafts, knowledgeBaseEditing } from '../../contract/drafts.ts';
import type { Db } from '../db/open.ts';
import type { Mount } from '../http/endpoint.ts';
import { found } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { findDraft, keepDraft, listDrafts, removeDraft } from './drafts.ts';
import { hasDocument } from './queries.ts';

/** What goes on in an editor before anything is saved: drafts, and who is at work. */
export function editingRoutes(mount: Mount) {
  mount(drafts.list, ({ db, actor }) => listDrafts(db, actor.userId));
  mount(drafts.find, async ({ db, actor, params }) =>
    found(await findDraft(db, actor.userId, params.key), 'Draft'),
  );
  mount(drafts.keep, ({ db, actor, params, body }) => keepDraft(db, actor.userId, params.key, body));
  mount(drafts.remove, ({ db, actor, params, query }) =>
    removeDraft(db, actor.userId, params.key, query.savedAt),
  );

  for (const calls of [documentEditing, knowledgeBaseEditing]) {
    mount(calls.find, async ({ db, actor, params }) => {
      await mustExist(db, params.id);
      return found(await findDraft(db, actor.userId, params.id), 'Draft');
    });
    mount(calls.keep, async ({ db, actor, params, body }) => {
      await mustExist(db, params.id);
      return keepDraft(db, actor.userId, params.id, body);
    });
    // Also for a document that was deleted meanwhile: its writer may still give the draft up.
    mount(calls.remove, ({ db, actor, params, query }) =>
      removeDraft(db, actor.userId, params.id, query.savedAt),
    );
    mount(calls.presence, async ({ db, actor, params, body }) => {
      await mustExist(db, params.id);
      const { userId, name } = actor;
      await publish(db, { type: 'presence', documentId: params.id, userId, name, editing: body.editing });
    });
  }
}

async function mustExist(db: Db, id: string) {
  found((await hasDocument(db, id)) || undefined, 'Document');
}
